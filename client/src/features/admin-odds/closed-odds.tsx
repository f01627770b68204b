import { serverNow } from '#client/lib/server-clock.ts';
import { Button } from '#client/ui/button.tsx';
import { copyText } from '#client/ui/copy-text.ts';
import { Name } from '#client/ui/name.tsx';
import { toast } from '#client/ui/toast-store.ts';
import type { GameView } from '#shared/api/games.ts';
import { lockWords } from '#shared/domain/lock.ts';
import { marketRules, offers, quoteOf, showLine } from '#shared/domain/market.ts';
import { showPrice } from '#shared/domain/price.ts';
import { teamsOf } from '#shared/words/game-title.ts';
import { type ChangeDraft, draftText, type TypedOdds } from './odds-draft.ts';
import { OddsFields } from './odds-fields.tsx';

type ClosedOddsProps = { game: GameView; typed: TypedOdds | null; onDraft: ChangeDraft };

/** The odds of a game that takes no more bets, and why it is closed. What the admin has typed stays, to be copied. */
export function ClosedOdds({ game, typed, onDraft }: ClosedOddsProps) {
  const last = offers(game.sport, quoteOf(game));
  const teams = teamsOf(game);
  return (
    <>
      {typed && <TypedTooLate game={game} typed={typed} onDiscard={() => onDraft(game.id, () => null)} />}
      {last.length === 0 ? (
        <p className="text-soft">No odds were set for this game.</p>
      ) : (
        <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,13.125rem),1fr))] gap-x-6 gap-y-1 text-sm">
          {last.map(({ market, side, line, price }) => (
            <div key={`${market} ${side}`} className="flex justify-between gap-3">
              <dt className="flex min-w-0 gap-1 text-soft">
                <span className="truncate">
                  <Name>{marketRules[market].label(side, teams)}</Name>
                </span>
                {showLine(market, line)}
              </dt>
              <dd className="font-semibold tabular-nums">{showPrice(price)}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className="border-t border-edge pt-2.5 text-note text-soft">{lockWords(game.status)}</p>
    </>
  );
}

const saveWords: Record<TypedOdds['save'], string> = {
  none: 'The odds that you typed were not saved.',
  pending: 'The odds that you typed are being saved.',
  unanswered: 'We do not know whether the odds that you typed were saved.',
};

/** The odds that an admin was typing or saving when the game locked. They can be read, copied and discarded. */
function TypedTooLate({ game, typed, onDiscard }: { game: GameView; typed: TypedOdds; onDiscard: () => void }) {
  const hasStarted = game.status === 'live' || serverNow().getTime() >= Date.parse(game.gameTime);
  const copy = async () => {
    if (await copyText(draftText(game, typed.odds))) toast('Typed odds copied');
    else toast('Copying is not possible here', 'The fields stay, and can be selected one by one.');
  };
  return (
    <section aria-label="Typed odds" className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-xl border border-edge p-3">
      <p role="alert" className="font-semibold">
        {hasStarted && 'The game has started. '}
        {saveWords[typed.save]}
      </p>
      <OddsFields game={game} draft={typed.odds} />
      <div className="flex flex-wrap gap-2">
        <Button onClick={copy}>Copy Typed Odds</Button>
        {typed.save !== 'pending' && (
          <Button variant="quiet" onClick={onDiscard}>
            Discard
          </Button>
        )}
      </div>
    </section>
  );
}
