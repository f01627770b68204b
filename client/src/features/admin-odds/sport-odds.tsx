import { useQuery } from '@tanstack/react-query';
import { type MouseEvent, useEffect, useState } from 'react';
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
/** What was typed and not saved, by game. */
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
};

/** The games of one sport with their odds to set, in all their states. A failed refresh keeps the forms, and says so. */
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
  if (games === 'loading' || (listed.length > 0 && !manual.data)) return <NotYet />;
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

function NotYet() {
  return (
    <Loading words="Loading games...">
      <div className={grid}>
        {['first', 'second', 'third', 'fourth'].map((place) => (
          <Skeleton key={place} className="h-[330px] rounded-2xl" />
        ))}
      </div>
    </Loading>
  );
}

/** Ours: forms drawn at once, a full college Saturday; a compressed season has hundreds. */
const pageSize = 60;

const filters = ['All', 'No odds', 'Manual'] as const;
type Filter = (typeof filters)[number];

type GamesProps = Omit<SportOddsProps, 'sport' | 'games' | 'isOld'> & {
  games: readonly OddsGame[];
  manual: readonly ManualOdds[];
};

/** With sixty games on a Saturday, the one that is meant is found by a team's name, and those without odds by a tab. */
function Games({ games, manual, now, drafts, onDraft, onRefresh }: GamesProps) {
  const [filter, setFilter] = useState<Filter>('All');
  const [team, setTeam] = useState('');
  const [most, setMost] = useState(pageSize);
  const manualOf = new Map(manual.map((record) => [record.gameId, record]));
  const inFilter = (game: OddsGame, wanted: Filter) => {
    if (wanted === 'All') return true;
    const { source } = startingDraft(game, manualOf.get(game.id) ?? null);
    return wanted === 'Manual' ? source === 'manual' : source === 'none' && !isLocked(game, now);
  };
  const ordered = [...slateOrder(games)].sort((a, b) => Number(isLocked(a, now)) - Number(isLocked(b, now)));
  const shown = ordered.filter((game) => inFilter(game, filter) && isNamed(game, team));
  const listed = shown.slice(0, most);
  const places = listed.map((game) => `${game.id} ${isLocked(game, now)}`).join();
  const hasMoved = useHasMoved(places, `${filter} ${team} ${most}`);
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
        className="mt-1.5 mb-3 h-11 w-full rounded-[11px] border border-edge bg-surface px-3 text-base placeholder:text-faint focus-visible:border-gold sm:absolute sm:top-1 sm:right-0 sm:m-0 sm:w-[300px]"
      />
      {shown.length === 0 ? (
        <EmptyState title="No games match" text="All, without a name, shows every game of this league." />
      ) : (
        <div
          className={`${grid} sm:mt-3 ${hasMoved ? '[&_button]:pointer-events-none [&_button]:opacity-55' : ''}`}
          onClickCapture={hasMoved ? stopTap : undefined}
        >
          {listed.map((game) => (
            <OddsCard
              key={game.id}
              game={game}
              manual={manualOf.get(game.id) ?? null}
              isLocked={isLocked(game, now)}
              typed={drafts[game.id] ?? null}
              onDraft={onDraft}
              onSaved={onRefresh}
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

/** Chosen: how long a tap may still be meant for what stood there before the list moved. A reaction takes about half of it. */
const aimMs = 700;

/**
 * Whether the list has moved by itself a moment ago.
 *
 * places  The order of the list and what its cards' heights depend on.
 * view    What the admin chose to see. A list that changes with it did not move by itself.
 */
function useHasMoved(places: string, view: string): boolean {
  const [last, setLast] = useState({ places, view });
  /** The places after the last such move; null once they have stood for long enough. */
  const [moved, setMoved] = useState<string | null>(null);
  if (last.places !== places || last.view !== view) {
    setLast({ places, view });
    setMoved(last.view === view ? places : null);
  }
  useEffect(() => {
    if (moved === null) return;
    const timer = setTimeout(() => setMoved(null), aimMs);
    return () => clearTimeout(timer);
  }, [moved]);
  return moved !== null;
}

/** Stops a tap on a button. The keyboard still acts on the button that has the focus, wherever that moved. */
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
