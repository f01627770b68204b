import { queryOptions, useQuery } from '@tanstack/react-query';
import { callOverLeagues } from '#client/lib/call.ts';
import { changesWith } from '#client/lib/live.ts';
import { refreshWhileParted, unreachableOf } from '#client/lib/over-leagues.ts';
import { parseTopic } from '#shared/api/events.ts';
import { memberShelf } from '#shared/api/shelf.ts';

/**
 * A user's awards and seasons, in the series of a league, or in all leagues of both if `leagueId` is null; refetched on
 * every mount, when a league changes, and every 30 s while some leagues cannot be reached.
 */
export const shelfQuery = (userId: string, leagueId: string | null) =>
  queryOptions({
    queryKey: [memberShelf.path, userId, leagueId],
    queryFn: ({ signal }) =>
      callOverLeagues(memberShelf, { params: { userId, ...(leagueId && { groupId: leagueId }) }, signal }),
    meta: changesWith((topic) => {
      const changed = parseTopic(topic).leagueId;
      return changed !== null && (leagueId === null || changed === leagueId);
    }),
    refetchOnMount: 'always',
    refetchInterval: refreshWhileParted,
  });

/** The number of leagues that the last shelf left out; 0 without one. Fetches nothing. */
export function useLeaguesWithoutShelf(userId: string, leagueId: string | null): number {
  return useQuery({ ...shelfQuery(userId, leagueId), select: unreachableOf, enabled: false }).data ?? 0;
}
