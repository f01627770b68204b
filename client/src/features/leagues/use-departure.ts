import { useEffect, useState } from 'react';
import { onTopic } from '#client/lib/live.ts';
import { type Departure, parseTopic } from '#shared/api/events.ts';

/**
 * The way in which the viewer lost a league since the page was opened; null if they did not, or if the page was not
 * connected.
 */
export function useDeparture(leagueId: string): Departure | null {
  const [how, setHow] = useState<Departure | null>(null);
  useEffect(
    () =>
      onTopic((topic) => {
        const { departure } = parseTopic(topic);
        if (departure?.leagueId === leagueId) setHow(departure.how);
      }),
    [leagueId],
  );
  return how;
}
