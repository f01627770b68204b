import { queryOptions, useQuery } from '@tanstack/react-query';
import { callOverLeagues } from '#client/lib/call.ts';
import { changesWith } from '#client/lib/live.ts';
import { refreshWhileParted, unreachableOf } from '#client/lib/over-leagues.ts';
import { parseTopic } from '#shared/api/events.ts';
import { memberForm } from '#shared/api/form.ts';

/**
 * How a user's settled bets went in one league, or in all that the viewer may see if `leagueId` is null; refetched on
 * every mount, when such a league changes, and every 30 s while some leagues cannot be reached.
 */
export const formQuery = (userId: string, leagueId: string | null) =>
  queryOptions({
    queryKey: [memberForm.path, userId, leagueId],
    queryFn: ({ signal }) =>
      callOverLeagues(memberForm, { params: { userId, ...(leagueId && { groupId: leagueId }) }, signal }),
    meta: changesWith((topic) => {
      const changed = parseTopic(topic).leagueId;
      return changed !== null && (leagueId === null || changed === leagueId);
    }),
    refetchOnMount: 'always',
    refetchInterval: refreshWhileParted,
  });

/** The number of leagues that the last form left out; 0 without one. Fetches nothing. */
export function useLeaguesWithoutForm(userId: string, leagueId: string | null): number {
  return useQuery({ ...formQuery(userId, leagueId), select: unreachableOf, enabled: false }).data ?? 0;
}
