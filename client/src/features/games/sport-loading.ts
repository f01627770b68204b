import { useQueries } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { loadOrder, type Sport, sportRules, sports } from '#shared/domain/sport.ts';
import { slateQuery } from './queries.ts';

/** How far a sport's games have come. Source: spec §3, "Sport loading state". */
export type SportLoading = 'pending' | 'loading' | 'loaded' | 'error';

type Loading = {
  of: Readonly<Record<Sport, SportLoading>>;
  isNflReady: boolean;
  /** Whether the games of every sport are there. */
  areAllReady: boolean;
};

/**
 * Loads every sport at its turn, counted from the first sight of the slate, whichever tab is open.
 *
 * What has come before, on an earlier visit to the slate, is loaded at once. A load that failed stays an error until
 * games come. Source: spec §4, "Sport loading".
 */
export function useSportLoading(): Loading {
  const turns = useTurns();
  const slates = useQueries({
    // Once it is there, only the open tab is refreshed, by whoever shows it.
    queries: loadOrder.map((sport) => ({
      ...slateQuery(sport),
      refetchInterval: false,
      enabled: ({ state }: { state: { data?: unknown } }) => turns.has(sport) && state.data === undefined,
    })),
    combine: (results) =>
      results.map(({ data, errorUpdateCount }) => (data ? 'loaded' : errorUpdateCount > 0 ? 'error' : 'waiting')),
  });
  const stateOf = (sport: Sport): SportLoading => {
    const state = slates[loadOrder.indexOf(sport)];
    if (state === 'loaded' || state === 'error') return state;
    return turns.has(sport) ? 'loading' : 'pending';
  };
  const of = Object.fromEntries(sports.map((sport) => [sport, stateOf(sport)])) as Record<Sport, SportLoading>;
  return { of, isNflReady: of.NFL === 'loaded', areAllReady: sports.every((sport) => of[sport] === 'loaded') };
}

/** The sports whose turn has come. */
function useTurns(): ReadonlySet<Sport> {
  const [turns, setTurns] = useState<ReadonlySet<Sport>>(new Set());
  useEffect(() => {
    const timers = loadOrder.map((sport) =>
      setTimeout(() => setTurns((had) => new Set([...had, sport])), sportRules[sport].loadAfterMs),
    );
    return () => timers.forEach(clearTimeout);
  }, []);
  return turns;
}
