import { Button } from '#client/ui/button.tsx';
import { showLine } from '#shared/domain/naming.ts';
import { showPrice } from '#shared/domain/price.ts';
import { type Pick, reprice, type Terms } from '#shared/domain/slip.ts';
import type { Move } from './moves.ts';
import { pickWords } from './slip-words.ts';
import { slipStore } from './store.ts';

type MoveNoticeProps = {
  pick: Pick;
  move: Move;
  /** Called once the slip holds the accepted line and price. */
  onAccepted?: () => void;
};

/** Shows the old and the new terms of a leg, with one tap to accept them. A closed market has nothing to accept. */
export function MoveNotice({ pick, move: { terms }, onAccepted }: MoveNoticeProps) {
  if (!terms) {
    return (
      <p role="status" className="rounded-xl bg-gold-soft px-3 py-2 text-sm">
        This is not offered any more. Remove it to go on.
      </p>
    );
  }
  const accept = () => {
    slipStore.change(reprice(slipStore.read().slip, pick, terms));
    slipStore.note(pick, { kind: 'accepted' });
    onAccepted?.();
  };
  return (
    <div role="status" className="flex items-center gap-3 rounded-xl bg-gold-soft py-2 pr-2 pl-3 text-sm">
      <p className="min-w-0 flex-1">
        <span className="block">The odds moved</span>
        <s className="whitespace-nowrap text-soft">{termsWords(pick, pick)}</s> <span aria-hidden="true">→</span>
        <span className="sr-only"> are now </span> <b className="whitespace-nowrap">{termsWords(pick, terms)}</b>
      </p>
      <Button look="primary" aria-label={`Accept ${termsWords(pick, terms)} for ${pickWords(pick)}`} onClick={accept}>
        Accept
      </Button>
    </div>
  );
}

function termsWords({ market }: Pick, { line, price }: Terms): string {
  return [showLine(market, line), showPrice(price)].filter(Boolean).join(' at ');
}
