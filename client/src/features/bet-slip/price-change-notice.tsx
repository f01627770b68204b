import { type MouseEvent, useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import type { Terms } from '#shared/domain/markets/market-rules.ts';
import { type Pick, reprice } from '#shared/domain/slip.ts';
import type { PriceChange } from './price-changes.ts';
import { pickName, termsWords } from './slip-words.ts';
import { slipStore } from './store.ts';

type PriceChangeNoticeProps = {
  pick: Pick;
  /** Null while the odds of the slip are offered; nothing is shown then. */
  change: PriceChange | null;
  /** Called once the accepted line and price are on the slip. */
  onAccepted?: () => void;
};

/**
 * Shows the old and the new terms of a leg, and a button to accept the new ones. A closed market has no button.
 *
 * The button accepts only terms that it has shown. When the terms change again, its first click shows the new ones, so
 * that a tap meant for the earlier terms accepts nothing. `PriceAnnouncer` tells screen readers of the change. The
 * caller renders the notice also without a change, because the notice's state stores the terms that it has shown.
 */
export function PriceChangeNotice({ pick, change, onAccepted }: PriceChangeNoticeProps) {
  /** The terms that the notice has shown for the slip's terms `of`; null before the first change. */
  const [seen, see] = useState<{ of: Terms; terms: Terms | null } | null>(null);
  if (!change) return null;
  const { terms } = change;
  if (!seen || !isSame(seen.of, pick)) {
    see({ of: pick, terms });
    return null; // React renders again at once, with these terms
  }
  const shown = seen.terms;
  if (!terms) {
    return (
      <p className="rounded-xl bg-gold-soft px-3 py-2 text-sm">This is not offered any more. Remove it to go on.</p>
    );
  }
  const isShown = shown !== null && isSame(shown, terms);
  const accept = ({ detail }: MouseEvent) => {
    if (detail > 1) return; // the second tap of a double tap on "Show"
    slipStore.change(reprice(slipStore.read().slip, pick, terms));
    slipStore.note(pick, { kind: 'accepted' });
    onAccepted?.();
  };
  return (
    <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1 rounded-xl bg-gold-soft py-2 pr-2 pl-3 text-sm">
      <p className="flex-[1_1_6rem]">
        <span className="block">{isShown ? 'The odds moved' : 'The odds moved again'}</span>
        <s className="whitespace-nowrap text-soft">{termsWords(pick, isShown || !shown ? pick : shown)}</s>
        {isShown && (
          <>
            {' '}
            <span aria-hidden="true">→</span>
            <span className="sr-only"> are now </span> <b className="whitespace-nowrap">{termsWords(pick, terms)}</b>
          </>
        )}
      </p>
      <Button
        variant={isShown ? 'primary' : 'secondary'}
        className="min-w-22"
        aria-label={
          isShown
            ? `Accept ${termsWords(pick, terms)} for ${pickName(pick)}`
            : `Show the new odds for ${pickName(pick)}`
        }
        onClick={isShown ? accept : () => see({ of: pick, terms })}
      >
        {isShown ? 'Accept' : 'Show'}
      </Button>
    </div>
  );
}

function isSame(one: Terms, other: Terms): boolean {
  return one.line === other.line && one.price === other.price;
}
