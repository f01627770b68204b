import { queryOptions, useQuery } from '@tanstack/react-query';
import { callOverLeagues } from '#client/lib/call.ts';
import { changesWith } from '#client/lib/live.ts';
import { refreshWhileParted, unreachableOf } from '#client/lib/over-leagues.ts';
import { parseTopic } from '#shared/api/events.ts';
import { memberLuck } from '#shared/api/luck.ts';

/**
 * A user's settled bets beside the closing odds, in one league, or in all that the viewer may see if `leagueId` is null;
 * refetched on every mount, when such a league changes, and every 30 s while some leagues cannot be reached.
 */
export const luckQuery = (userId: string, leagueId: string | null) =>
  queryOptions({
    queryKey: [memberLuck.path, userId, leagueId],
    queryFn: ({ signal }) =>
      callOverLeagues(memberLuck, { params: { userId, ...(leagueId && { groupId: leagueId }) }, signal }),
    meta: changesWith((topic) => {
      const changed = parseTopic(topic).leagueId;
      return changed !== null && (leagueId === null || changed === leagueId);
    }),
    refetchOnMount: 'always',
    refetchInterval: refreshWhileParted,
  });

/** The number of leagues that the last luck left out; 0 without one. Fetches nothing. */
export function useLeaguesWithoutLuck(userId: string, leagueId: string | null): number {
  return useQuery({ ...luckQuery(userId, leagueId), select: unreachableOf, enabled: false }).data ?? 0;
}
