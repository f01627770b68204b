import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/lib/call.ts';
import { changesWith } from '#client/lib/live.ts';
import { refreshMs } from '#client/lib/query-client.ts';
import { serverNow } from '#client/lib/server-clock.ts';
import { leagueTopic, parseTopic } from '#shared/api/events.ts';
import { type Group, leagueTitle, listGroups, type Title } from '#shared/api/groups.ts';

/**
 * The viewer's claim to the title of a league; not asked for where the title needs nothing but the balance, nor
 * once the league has ended. Refetched on every mount, when the league changes, when the viewer bets, and at the end of
 * the week, from which no other event need follow.
 */
export const titleQuery = ({ id, state, fairPlay }: Pick<Group, 'id' | 'state' | 'fairPlay'>) =>
  queryOptions({
    queryKey: [listGroups.path, id, 'title'],
    queryFn: ({ signal }) => call(leagueTitle, { params: { id }, signal }),
    meta: changesWith((topic) => topic === leagueTopic(id) || parseTopic(topic).userId !== null),
    refetchOnMount: 'always',
    refetchInterval: untilNextWeek,
    enabled: state === 'open' && (fairPlay.activeWeeksPct !== null || fairPlay.rescue !== null),
  });

const longestTimerMs = 2 ** 31 - 1; // the longest delay of a browser's setInterval
/** Chosen: timers may fire a little early, and must not fetch again and again until the week has ended. */
const shortestMs = 1_000;

/** The time until the week has ended; every 30 s while the claim is still that of a past week. */
function untilNextWeek(query: { state: { data: Title | null | undefined } }): number | false {
  const week = query.state.data?.thisWeek;
  if (!week) return false;
  const leftMs = Date.parse(week.endsAt) - serverNow().getTime();
  return leftMs <= 0 ? refreshMs : Math.min(Math.max(leftMs, shortestMs), longestTimerMs);
}
