import { memo, type ReactNode, type SubmitEvent } from 'react';
import { serverNow } from '#client/lib/server-clock.ts';
import { startWords } from '#client/tickets/game-title.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { Name } from '#client/ui/name.tsx';
import { toastProblem } from '#client/ui/toast-store.ts';
import type { ManualOdds } from '#shared/api/admin.ts';
import type { GameView } from '#shared/api/games.ts';
import { lockWords } from '#shared/domain/lock.ts';
import { marketRules, offers, quoteOf } from '#shared/domain/market.ts';
import { cutName, showLine } from '#shared/domain/naming.ts';
import { showPrice } from '#shared/domain/price.ts';
import { useClearOdds, useSaveOdds } from './mutations.ts';
import {
  type ChangeDraft,
  hasSameTeams,
  isBlank,
  type OddsDraft,
  type OddsSource,
  seenOn,
  startingDraft,
  type TypedOdds,
} from './odds-draft.ts';
import { NotesInput, OddsFields } from './odds-fields.tsx';

type OddsCardProps = {
  game: GameView;
  manual: ManualOdds | null;
  isLocked: boolean;
  /** The typed values that are not saved; null when there are none. */
  typed: TypedOdds | null;
  onDraft: ChangeDraft;
  /** Refetches the games; resolves once they are loaded. */
  onSaved: () => Promise<unknown>;
};

/** One game: a form while the game takes bets, its read-only odds afterwards. */
export const OddsCard = memo(function OddsCard(props: OddsCardProps) {
  const { game, isLocked } = props;
  return (
    <article
      aria-label={`${game.awayTeam} at ${game.homeTeam}`}
      className="grid content-start gap-3 rounded-2xl border border-edge bg-surface p-3.5 [contain-intrinsic-size:auto_330px] [content-visibility:auto]"
    >
      <header className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 className="font-bold">
          <span title={game.awayTeam}>{cutName(game.awayTeam)}</span> <span className="text-faint">@</span>{' '}
          <span title={game.homeTeam}>{cutName(game.homeTeam)}</span>
        </h2>
        <time dateTime={game.gameTime} className="text-[13px] text-soft">
          {startWords(game, serverNow())}
        </time>
      </header>
      {isLocked ? <ClosedOdds game={game} isTyped={props.typed !== null} /> : <OddsForm {...props} />}
    </article>
  );
});

/**
 * The form of one game. Odds are saved for the teams and over the manual odds that the page showed when typing began.
 * If either has changed since, Save stays disabled until the admin decides.
 */
function OddsForm({ game, manual, typed, onDraft, onSaved }: OddsCardProps) {
  const form = { gameId: game.id, onDraft, onSaved };
  const save = useSaveOdds(form);
  const clear = useClearOdds(form);
  const { source, draft: starting } = startingDraft(game, manual);
  const seen = seenOn(game, manual);
  const shown = typed ?? { odds: starting, seen, overwrites: false };
  const isBusy = save.isPending || clear.isPending;
  const hasOtherTeams = !hasSameTeams(shown.seen, seen);
  const isOutdated = !isBusy && (hasOtherTeams || shown.seen.updatedAt !== seen.updatedAt);
  const change = (field: keyof OddsDraft, text: string) =>
    onDraft(game.id, () => ({ ...shown, odds: { ...shown.odds, [field]: text } }));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isBlank(shown.odds)) return toastProblem({ title: 'No Data', message: 'Please set odds for this game' });
    save.mutate(shown);
  };
  return (
    <form onSubmit={submit} className="grid gap-3">
      <OddsFields game={game} draft={shown.odds} onChange={change} />
      <NotesInput value={shown.odds.notes} onChange={(event) => change('notes', event.target.value)} />
      <div className="flex flex-wrap items-center gap-x-1 gap-y-2">
        <Button
          type="submit"
          variant={typed ? 'primary' : 'secondary'}
          disabled={isBusy || isOutdated}
          className="max-sm:flex-1"
        >
          {save.isPending ? 'Saving...' : shown.overwrites ? 'Save My Odds' : 'Save Odds for This Game'}
        </Button>
        {typed && (
          <Button variant="quiet" className="px-3" disabled={isBusy} onClick={() => onDraft(game.id, () => null)}>
            Undo
          </Button>
        )}
        {source === 'manual' && (
          <Button variant="quiet" className="px-3" disabled={isBusy} onClick={() => clear.mutate({ seen, typed })}>
            Clear
          </Button>
        )}
        <Provenance source={source} manual={manual} isTyped={typed !== null} />
      </div>
      {isOutdated && (
        <Outdated
          manual={manual}
          hasOtherTeams={hasOtherTeams}
          onOverwrite={() => onDraft(game.id, () => ({ ...shown, seen, overwrites: true }))}
        />
      )}
    </form>
  );
}

type OutdatedProps = { manual: ManualOdds | null; hasOtherTeams: boolean; onOverwrite: () => void };

/** Says why the typed odds cannot be saved now, and offers to save them anyway, unless the teams have changed. */
function Outdated({ manual, hasOtherTeams, onOverwrite }: OutdatedProps) {
  const what = manual ? (
    <>
      <Name>{manual.setBy}</Name> saved other odds for this game after you began.
    </>
  ) : (
    'The manual odds of this game were cleared after you began.'
  );
  return (
    <div role="alert" className="flex flex-wrap items-center gap-2 rounded-xl bg-gold-soft py-2 pr-2 pl-3 text-sm">
      <p className="min-w-0 flex-[1_1_12rem]">
        {hasOtherTeams ? 'The teams of this game have changed.' : what} Undo shows the odds in force.
      </p>
      {!hasOtherTeams && <Button onClick={onOverwrite}>Keep Mine</Button>}
    </div>
  );
}

/** Names the source of the values, so that nobody mistakes form values for live odds. */
function Provenance({ source, manual, isTyped }: { source: OddsSource; manual: ManualOdds | null; isTyped: boolean }) {
  const words: Record<OddsSource, ReactNode> = {
    manual: (
      <>
        <Badge tone="info">MANUAL</Badge>{' '}
        {manual && (
          <>
            Set by <Name>{manual.setBy}</Name>
          </>
        )}
      </>
    ),
    feed: "The feed's odds",
    none: 'No odds yet: defaults, not live',
  };
  return (
    <p className="ml-auto flex items-center gap-2 pl-2 text-[13px] text-soft">
      {isTyped ? <b className="font-semibold text-ink">Not saved</b> : words[source]}
    </p>
  );
}

/** The odds of a game that takes no more bets, and why it is closed. */
function ClosedOdds({ game, isTyped }: { game: GameView; isTyped: boolean }) {
  const last = offers(game.sport, quoteOf(game));
  const teams = { home: game.homeTeamName, away: game.awayTeamName };
  return (
    <>
      {last.length === 0 ? (
        <p className="text-soft">No odds were set for this game.</p>
      ) : (
        <dl className="grid grid-cols-[repeat(auto-fill,minmax(210px,1fr))] gap-x-6 gap-y-1 text-sm">
          {last.map(({ market, side, line, price }) => (
            <div key={`${market} ${side}`} className="flex justify-between gap-3">
              <dt className="min-w-0 truncate text-soft">
                {marketRules[market].label(side, teams)} {showLine(market, line)}
              </dt>
              <dd className="font-semibold tabular-nums">{showPrice(price)}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className="border-t border-edge pt-2.5 text-[13px] text-soft">
        {lockWords(game.status)}
        {isTyped && <b className="block font-semibold text-ink">The odds that you typed were not saved.</b>}
      </p>
    </>
  );
}
