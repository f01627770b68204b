import { queryOptions } from '@tanstack/react-query';
import { callOverLeagues } from '#client/lib/call.ts';
import { changesWith } from '#client/lib/live.ts';
import { parseTopic } from '#shared/api/events.ts';
import { memberLuck } from '#shared/api/luck.ts';

/**
 * A user's settled bets beside the closing odds, in one league, or in all that the viewer may see if `leagueId` is null;
 * refetched on every mount and when such a league changes.
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
  });
