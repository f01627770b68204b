import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/lib/call.ts';
import { changesWith } from '#client/lib/live.ts';
import { leagueTopic, parseTopic } from '#shared/api/events.ts';
import { type Group, leagueTitle, listGroups } from '#shared/api/groups.ts';

/**
 * The viewer's claim to the title of a league; not asked for where the title needs nothing but the balance, nor
 * once the league has ended. Refetched on every mount, when the league changes, and when the viewer bets.
 */
export const titleQuery = ({ id, state, fairPlay }: Pick<Group, 'id' | 'state' | 'fairPlay'>) =>
  queryOptions({
    queryKey: [listGroups.path, id, 'title'],
    queryFn: ({ signal }) => call(leagueTitle, { params: { id }, signal }),
    meta: changesWith((topic) => topic === leagueTopic(id) || parseTopic(topic).userId !== null),
    refetchOnMount: 'always',
    enabled: state === 'open' && (fairPlay.activeWeeksPct !== null || fairPlay.rescue !== null),
  });
