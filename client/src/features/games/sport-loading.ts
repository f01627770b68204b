import { useQueries } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { loadOrder, type Sport, sportRules, sports } from '#shared/domain/sport.ts';
import { slateQuery } from './queries.ts';

/** The loading state of a sport's games. Source: `docs/screens.md#slate`. */
export type SportLoading = 'pending' | 'loading' | 'loaded' | 'error';

type SlateLoading = {
  of: Readonly<Record<Sport, SportLoading>>;
  isNflReady: boolean;
  /** Whether the games of every sport are loaded. */
  areAllReady: boolean;
};

/**
 * Loads every sport after its delay from the mount of the slate, whichever tab is open.
 *
 * A sport that is cached from an earlier visit counts as loaded at once. A failed load stays an error until its games
 * are loaded. Source: `docs/screens.md#slate`.
 */
export function useSportLoading(): SlateLoading {
  const due = useDueSports();
  const slates = useQueries({
    // These queries load each sport once. SportSlate refreshes the sport of the open tab.
    queries: loadOrder.map((sport) => ({
      ...slateQuery(sport),
      refetchInterval: false,
      enabled: ({ state }: { state: { data?: unknown } }) => due.has(sport) && state.data === undefined,
    })),
    combine: (results) =>
      results.map(({ data, errorUpdateCount }) => (data ? 'loaded' : errorUpdateCount > 0 ? 'error' : 'waiting')),
  });
  const stateOf = (sport: Sport): SportLoading => {
    const state = slates[loadOrder.indexOf(sport)];
    if (state === 'loaded' || state === 'error') return state;
    return due.has(sport) ? 'loading' : 'pending';
  };
  const of = Object.fromEntries(sports.map((sport) => [sport, stateOf(sport)])) as Record<Sport, SportLoading>;
  return { of, isNflReady: of.NFL === 'loaded', areAllReady: sports.every((sport) => of[sport] === 'loaded') };
}

/** The sports whose delay has passed. */
function useDueSports(): ReadonlySet<Sport> {
  const [due, setDue] = useState<ReadonlySet<Sport>>(new Set());
  useEffect(() => {
    const timers = loadOrder.map((sport) =>
      setTimeout(() => setDue((before) => new Set([...before, sport])), sportRules[sport].loadAfterMs),
    );
    return () => timers.forEach(clearTimeout);
  }, []);
  return due;
}
