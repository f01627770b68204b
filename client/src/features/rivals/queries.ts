import { queryOptions, useQuery } from '@tanstack/react-query';
import { callOverLeagues } from '#client/lib/call.ts';
import { changesWith } from '#client/lib/live.ts';
import { refreshWhileParted, unreachableOf } from '#client/lib/over-leagues.ts';
import { parseTopic } from '#shared/api/events.ts';
import { memberRivalry } from '#shared/api/shelf.ts';

/**
 * The viewer against another member, in the series of a league, or in all leagues of both if `leagueId` is null; refetched
 * on every mount, when such a league changes, and every 30 s while some leagues cannot be reached.
 */
export const rivalryQuery = (userId: string, leagueId: string | null) =>
  queryOptions({
    queryKey: [memberRivalry.path, userId, leagueId],
    queryFn: ({ signal }) =>
      callOverLeagues(memberRivalry, { params: { userId, ...(leagueId && { groupId: leagueId }) }, signal }),
    meta: changesWith((topic) => {
      const changed = parseTopic(topic).leagueId;
      return changed !== null && (leagueId === null || changed === leagueId);
    }),
    refetchOnMount: 'always',
    refetchInterval: refreshWhileParted,
  });

/** The number of leagues that the last rivalry left out; 0 without one. Fetches nothing. */
export function useLeaguesWithoutRivalry(userId: string, leagueId: string | null): number {
  return useQuery({ ...rivalryQuery(userId, leagueId), select: unreachableOf, enabled: false }).data ?? 0;
}
