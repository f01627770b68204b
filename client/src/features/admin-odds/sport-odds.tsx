import { useQuery } from '@tanstack/react-query';
import { type MouseEvent, useEffect, useState } from 'react';
import { useToday } from '#client/tickets/use-today.ts';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { OutOfDate } from '#client/ui/out-of-date.tsx';
import { Loading, Skeleton } from '#client/ui/skeleton.tsx';
import { Tabs } from '#client/ui/tabs.tsx';
import type { ManualOdds } from '#shared/api/admin.ts';
import type { GameView } from '#shared/api/games.ts';
import { isLocked, type Lockable } from '#shared/domain/lock.ts';
import { slateOrder } from '#shared/domain/slate.ts';
import type { Sport } from '#shared/domain/sport.ts';
import { sportRules } from '#shared/domain/sport.ts';
import { OddsCard } from './odds-card.tsx';
import { type ChangeDraft, startingDraft, type TypedOdds } from './odds-draft.ts';
import { manualOddsQuery } from './queries.ts';

type OddsGame = GameView & Lockable;
/** The typed, unsaved odds by game id. */
export type Drafts = Readonly<Record<string, TypedOdds>>;

type SportOddsProps = {
  sport: Sport;
  games: readonly OddsGame[] | 'loading' | 'failed';
  /** Whether the last refresh of the games failed. */
  isOld: boolean;
  now: Date;
  drafts: Drafts;
  onDraft: ChangeDraft;
  onRefresh: () => Promise<unknown>;
  /** Reads a game of the sport anew; null if it is not listed any more. */
  readGame: (gameId: string) => Promise<GameView | null>;
};

/**
 * The odds forms of one sport's games, with loading, failed and empty states. After a failed refresh the forms stay.
 */
export function SportOdds({ sport, games, isOld, onRefresh, ...rest }: SportOddsProps) {
  const listed = typeof games === 'string' ? [] : games;
  const manual = useQuery({ ...manualOddsQuery(sport, listed), enabled: listed.length > 0 });
  if (games === 'failed' || (manual.isError && !manual.data)) {
    return (
      <EmptyState title={`Failed to load ${sport} games`} text="Please try again later" alert>
        <Button onClick={() => Promise.all([onRefresh(), manual.refetch()])}>Try Again</Button>
      </EmptyState>
    );
  }
  if (games === 'loading' || (listed.length > 0 && !manual.data)) return <LoadingForms />;
  if (listed.length === 0) {
    return (
      <EmptyState title={sportRules[sport].noGames} text="Choose another league, or refresh later.">
        <Button onClick={onRefresh}>Refresh Games</Button>
      </EmptyState>
    );
  }
  return (
    <>
      {(isOld || manual.isError) && <OutOfDate />}
      <Games games={listed} manual={manual.data ?? []} onRefresh={onRefresh} {...rest} />
    </>
  );
}

const grid = 'grid grid-cols-[minmax(0,1fr)] items-start gap-3 lg:grid-cols-2';

function LoadingForms() {
  return (
    <Loading words="Loading games...">
      <div className={grid}>
        {['first', 'second', 'third', 'fourth'].map((place) => (
          <Skeleton key={place} className="h-82.5 rounded-2xl" />
        ))}
      </div>
    </Loading>
  );
}

/** Chosen: the forms drawn at once, enough for a full college Saturday. A sped-up simulation has hundreds of games. */
const pageSize = 60;

const filters = ['All', 'No odds', 'Manual'] as const;
type Filter = (typeof filters)[number];

type GamesProps = Omit<SportOddsProps, 'sport' | 'games' | 'isOld'> & {
  games: readonly OddsGame[];
  manual: readonly ManualOdds[];
};

/** A college Saturday has sixty games: a search finds a game by team name, and a tab lists the games without odds. */
function Games({ games, manual, now, drafts, onDraft, onRefresh, readGame }: GamesProps) {
  const [filter, setFilter] = useState<Filter>('All');
  const [team, setTeam] = useState('');
  const [most, setMost] = useState(pageSize);
  const today = useToday(now);
  const manualOf = new Map(manual.map((record) => [record.gameId, record]));
  /** A locked game with typed odds stays where the admin was typing them. */
  const isDone = (game: OddsGame) => isLocked(game, now) && drafts[game.id] === undefined;
  const inFilter = (game: OddsGame, wanted: Filter) => {
    if (wanted === 'All') return true;
    const { source } = startingDraft(game, manualOf.get(game.id) ?? null);
    return wanted === 'Manual' ? source === 'manual' : source === 'none' && !isDone(game);
  };
  const ordered = [...slateOrder(games)].sort((a, b) => Number(isDone(a)) - Number(isDone(b)));
  const shown = ordered.filter((game) => inFilter(game, filter) && isNamed(game, team));
  const listed = shown.slice(0, most);
  const layout = listed.map((game) => `${game.id} ${isLocked(game, now)}`).join();
  const hasShifted = useHasShifted(layout, `${filter} ${team} ${most}`);
  return (
    <Tabs
      value={filter}
      onValueChange={setFilter}
      label="Show"
      variant="outline"
      className="relative"
      options={filters.map((value) => ({
        value,
        label: value,
        count: games.filter((game) => inFilter(game, value)).length,
      }))}
    >
      <input
        type="search"
        aria-label="Find a team"
        placeholder="Find a team"
        value={team}
        onChange={(event) => setTeam(event.target.value)}
        className="mt-1.5 mb-3 h-11 w-full rounded-[11px] border border-edge bg-surface px-3 text-base placeholder:text-faint focus-visible:-outline-offset-1 sm:absolute sm:top-1 sm:right-0 sm:m-0 sm:w-75"
      />
      {shown.length === 0 ? (
        <EmptyState title="No games match" text="All, without a name, shows every game of this league." />
      ) : (
        <div
          className={`${grid} sm:mt-3 ${hasShifted ? '[&_button]:pointer-events-none [&_button]:opacity-55' : ''}`}
          onClickCapture={hasShifted ? stopTap : undefined}
        >
          {listed.map((game) => (
            <OddsCard
              key={game.id}
              game={game}
              manual={manualOf.get(game.id) ?? null}
              isLocked={isLocked(game, now)}
              today={today}
              typed={drafts[game.id] ?? null}
              onDraft={onDraft}
              onSaved={onRefresh}
              readGame={readGame}
            />
          ))}
        </div>
      )}
      {shown.length > most && (
        <p className="mt-4 text-center">
          <Button onClick={() => setMost(most + pageSize)}>
            Show {Math.min(pageSize, shown.length - most)} more of {shown.length} games
          </Button>
        </p>
      )}
    </Tabs>
  );
}

/**
 * Chosen: a tap this soon after a layout shift may be aimed at the earlier layout. Reaction time is about half of it.
 */
const aimMs = 700;

/**
 * Whether the layout of the list shifted within the last `aimMs`, and not because the admin changed the view.
 *
 * layout  the order of the list and all that its cards' heights depend on
 * view    filter, search text and page length: the admin's own choices
 */
function useHasShifted(layout: string, view: string): boolean {
  const [last, setLast] = useState({ layout, view });
  /** The layout after the last such shift; null after `aimMs`. */
  const [shiftedTo, setShiftedTo] = useState<string | null>(null);
  if (last.layout !== layout || last.view !== view) {
    setLast({ layout, view });
    setShiftedTo(last.view === view ? layout : null);
  }
  useEffect(() => {
    if (shiftedTo === null) return;
    const timer = setTimeout(() => setShiftedTo(null), aimMs);
    return () => clearTimeout(timer);
  }, [shiftedTo]);
  return shiftedTo !== null;
}

/** Cancels a tap on a button. Keyboard clicks pass: the keyboard acts on the focused button, wherever it moved. */
function stopTap(event: MouseEvent): void {
  const isTap = event.detail > 0;
  if (!isTap || !(event.target instanceof Element) || !event.target.closest('button')) return;
  event.preventDefault();
  event.stopPropagation();
}

function isNamed(game: GameView, wanted: string): boolean {
  const names = [game.awayTeam, game.homeTeam, game.awayTeamAbbr, game.homeTeamAbbr];
  const text = wanted.trim().toLowerCase();
  return names.some((name) => name.toLowerCase().includes(text));
}
