import { useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query';
import { memo, type ReactNode, useDeferredValue, useMemo } from 'react';
import { idleNamed } from '#client/lib/lazy-component.ts';
import { useFlip } from '#client/lib/use-flip.ts';
import { Boundary } from '#client/ui/boundary.tsx';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { Tabs } from '#client/ui/tabs.tsx';
import { counted } from '#shared/domain/count.ts';
import { showDay } from '#shared/domain/eastern.ts';
import { isLocked } from '#shared/domain/lock.ts';
import { inFilter, type SlateFilter, slateCounts, slateFilters, slateOrder } from '#shared/domain/slate.ts';
import type { Pick } from '#shared/domain/slip.ts';
import { loadOrder, type Sport, sportRules } from '#shared/domain/sport.ts';
import { isStarting, startWords } from '#shared/words/game-title.ts';
import { GameCard } from './game-card.tsx';
import { moveFocus } from './move-focus.ts';
import type { OwnBet } from './own-picks.tsx';
import { type Slate, slateQuery } from './queries.ts';
import { type SlateGame, takesBets, withoutOldOdds } from './slate-game.ts';
import type { SportLoading } from './sport-loading.ts';

const OddsAnnouncer = idleNamed('OddsAnnouncer', () => import('./odds-announcer.tsx'));

export type SportSlateProps = {
  now: Date;
  filter: SlateFilter;
  onFilter: (filter: SlateFilter) => void;
  /** The viewer's bets by game; null for visitors, and when the bets did not load. */
  ownBets: ReadonlyMap<string, readonly OwnBet[]> | 'loading' | null;
  /** Whether bets may be missing in `ownBets`, because their league cannot be reached now. */
  mayLackBets: boolean;
  picks: readonly Pick[];
  onPick: (pick: Pick) => void;
  /** Renders the button on a closed game that opens its placed bets. */
  renderBets: (game: SlateGame) => ReactNode;
  /** Renders the button that names who set a game's odds by hand. */
  renderOddsBy: (game: SlateGame) => ReactNode;
  /** Shown above the games, also while they load. */
  notice: ReactNode;
};

/** The games of one sport, with loading, failed and empty states. A failed refetch keeps the games on screen. */
export function SportSlate({ sport, loading, ...rest }: SportSlateProps & { sport: Sport; loading: SportLoading }) {
  const { data, isError } = useQuery({ ...slateQuery(sport), enabled: loading !== 'pending' });
  return (
    <DeferredSlate
      sport={sport}
      slate={data}
      isOld={isError}
      placeholder={<SlatePlaceholder sport={sport} loading={loading} />}
      {...rest}
    />
  );
}

type DeferredSlateProps = Omit<GamesProps, 'slate'> & { slate: Slate | undefined; placeholder: ReactNode };

/**
 * Renders the slate at low priority (`useDeferredValue`), so that the browser handles taps while many cards render.
 * Reads no external store: a store update during a deferred render makes React render all of it synchronously.
 */
function DeferredSlate({ slate, placeholder, ...rest }: DeferredSlateProps) {
  const shown = useDeferredValue(slate);
  if (shown?.isOffered) return <Games slate={shown} {...rest} />;
  return (
    <>
      {rest.notice}
      {shown ? <NotOffered sport={rest.sport} /> : placeholder}
    </>
  );
}

function NotOffered({ sport }: { sport: Sport }) {
  return (
    <div className="mt-3">
      <EmptyState title={`${sport} betting coming soon!`} text="Until then there are games under the other tabs." />
    </div>
  );
}

function SlatePlaceholder({ sport, loading }: { sport: Sport; loading: SportLoading }) {
  switch (loading) {
    case 'pending':
      return (
        <SlateSkeleton words={`${sport} will load soon...`}>
          Load order: {loadOrder.map((sport) => sportRules[sport].name).join(', ')}
        </SlateSkeleton>
      );
    case 'loading':
    case 'loaded':
      return <SlateSkeleton words={`Loading ${sport} games...`} />;
    case 'error':
      return (
        <div className="mt-3">
          <EmptyState title={`Failed to load ${sport} games`} text="Please try again later" alert>
            <TryAgain sport={sport} />
          </EmptyState>
        </div>
      );
  }
}

function TryAgain({ sport }: { sport: Sport }) {
  const client = useQueryClient();
  const { queryKey } = slateQuery(sport);
  const isTrying = useIsFetching({ queryKey }) > 0;
  return (
    <Button onClick={() => void client.refetchQueries({ queryKey })} disabled={isTrying}>
      Try Again
    </Button>
  );
}

/** A skeleton as tall as a loaded slate. */
function SlateSkeleton({ words, children }: { words: string; children?: ReactNode }) {
  return (
    <div aria-busy="true">
      <Skeleton className="mt-2.5 mb-1 h-7 w-32" />
      <p role="status" className="mb-2 text-soft">
        {words}
      </p>
      <p className="mb-2 flex h-13 items-center text-sm text-faint">{children}</p>
      <div className={grid}>
        {['first', 'second', 'third', 'fourth'].map((key) => (
          <div key={key} className="rounded-2xl border border-edge bg-surface p-3.5">
            <Skeleton className="mb-8 h-5 w-40" />
            <Skeleton className="mb-1.5 h-12" />
            <Skeleton className="mb-4 h-12" />
            <Skeleton className="h-4 w-24" />
          </div>
        ))}
      </div>
    </div>
  );
}

/** Two cards per row from 780 px on: a card then has room for the longest team names beside three markets. */
const grid = 'grid grid-cols-[minmax(0,1fr)] items-start gap-3 @[48.75rem]:grid-cols-2';

type GamesProps = SportSlateProps & {
  sport: Sport;
  slate: Slate;
  /** Whether the last refetch failed, so that scores and odds may be outdated. */
  isOld: boolean;
};

const Games = memo(function Games({ sport, slate, isOld, notice, filter, onFilter, ...rest }: GamesProps) {
  const games = slate.games.map((game) => withoutOldOdds(game, rest.now));
  const counts = slateCounts(games);
  const shown = slateOrder(games.filter((game) => inFilter(game, filter)));
  const open = games.filter((game) => takesBets(game, rest.now)).length;
  return (
    <>
      <h1 tabIndex={-1} className="mt-2 text-2xl font-bold">
        {titleOf(sport, slate.week)}
      </h1>
      <p role="status" className="mt-0.5 mb-2 text-soft">
        {counted(open, 'game')} available for betting
      </p>
      <Boundary waiting={null} failed={() => null}>
        <OddsAnnouncer games={games} />
      </Boundary>
      {notice}
      {isOld && (
        <p role="status" className="mb-2 text-sm text-live">
          No fresh scores and odds right now: these are the last ones that came.
        </p>
      )}
      <Tabs
        value={filter}
        onValueChange={onFilter}
        label="Show"
        variant="outline"
        options={slateFilters.map((value) => ({ value, label: value, count: counts[value] }))}
      >
        <div className="pt-2">
          {shown.length === 0 ? <NoGames filter={filter} /> : <Cards games={shown} {...rest} />}
        </div>
      </Tabs>
    </>
  );
});

function NoGames({ filter }: { filter: SlateFilter }) {
  if (filter === 'All') {
    return <EmptyState title="No games available for this week" text="Choose another sport, or look in again later." />;
  }
  return <EmptyState title={`No ${filter.toLowerCase()} games`} text="All shows every game of this slate." />;
}

const noPicks: readonly Pick[] = [];
const noBets: readonly OwnBet[] = [];

/** The utility `off-screen-idle` with the height of a locked card. */
const idleLocked = '[contain-intrinsic-size:auto_6.5rem] [content-visibility:auto]';

type CardsProps = Omit<SportSlateProps, 'notice' | 'filter' | 'onFilter'> & { games: readonly SlateGame[] };

function Cards({ games, now, ownBets, mayLackBets, picks, ...rest }: CardsProps) {
  const picksByGame = useMemo(
    () => new Map(picks.map(({ gameId }) => [gameId, picks.filter((pick) => pick.gameId === gameId)])),
    [picks],
  );
  const betsOn = ({ id }: SlateGame) =>
    ownBets === null || ownBets === 'loading' ? ownBets : (ownBets.get(id) ?? (mayLackBets ? null : noBets));
  const list = useFlip<HTMLUListElement>(games.map(({ id }) => id).join());
  return (
    <ul ref={list} className={grid} onKeyDown={moveFocus}>
      {games.map((game) => {
        const locked = isLocked(game, now);
        return (
          <li key={game.id} className={locked ? idleLocked : 'off-screen-idle'}>
            <GameCard
              game={game}
              start={startWords(game, now)}
              day={showDay(game.startsAt, now)}
              locked={locked}
              starting={isStarting(game, now)}
              ownBets={betsOn(game)}
              picks={picksByGame.get(game.id) ?? noPicks}
              {...rest}
            />
          </li>
        );
      })}
    </ul>
  );
}

/** The heading of a slate. Source: `docs/screens.md#slate`. */
function titleOf(sport: Sport, week: number | null): string {
  return sportRules[sport].slateTitle ?? (week === null ? "Today's" : `Week ${week}`);
}
