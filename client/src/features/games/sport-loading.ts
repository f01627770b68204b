import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { loadOrder, type Sport } from '#shared/domain/sport.ts';
import { slateQuery } from './queries.ts';

/**
 * The sports whose turn to load has come, counted from the first sight of the slate.
 *
 * Each one is fetched at its turn, on screen or not; a sport whose tab is open is fetched at once by whoever shows it.
 * Source: spec §4, "Sport loading".
 */
export function useSportTurns(): ReadonlySet<Sport> {
  const client = useQueryClient();
  const [turns, setTurns] = useState<ReadonlySet<Sport>>(new Set());
  useEffect(() => {
    const timers = loadOrder.map(({ sport, afterMs }) =>
      setTimeout(() => {
        setTurns((had) => new Set([...had, sport]));
        client.prefetchQuery(slateQuery(sport));
      }, afterMs),
    );
    return () => timers.forEach(clearTimeout);
  }, [client]);
  return turns;
}
