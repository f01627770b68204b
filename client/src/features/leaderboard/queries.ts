import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/lib/call.ts';
import { changesWith } from '#client/lib/live.ts';
import { refreshMs } from '#client/lib/query-client.ts';
import { pagesQuery } from '#client/tickets/bet-pages.ts';
import { groupBetsLastSevenDaysPage, memberBetsPage } from '#shared/api/bet-pages.ts';
import { memberBets } from '#shared/api/bets.ts';
import { leagueTopic, parseTopic } from '#shared/api/events.ts';
import { leaderboard, listGroups } from '#shared/api/groups.ts';
import { leagueIfEnded } from '#shared/api/if-ended.ts';

/** A league's standings, best first; refetched on every mount and on change. */
export const leaderboardQuery = (leagueId: string) =>
  queryOptions({
    queryKey: [listGroups.path, leagueId, 'leaderboard'],
    queryFn: ({ signal }) => call(leaderboard, { params: { id: leagueId }, signal }),
    meta: changesWith((topic) => topic === leagueTopic(leagueId)),
    refetchOnMount: 'always',
  });

/**
 * The same query for a screen that shows the league in full: also refetched every 30 s, and when the viewer bets, which
 * the viewer's own row counts.
 */
export const watchedLeaderboardQuery = (leagueId: string) =>
  queryOptions({
    ...leaderboardQuery(leagueId),
    meta: changesWith((topic) => topic === leagueTopic(leagueId) || parseTopic(topic).userId !== null),
    refetchInterval: refreshMs,
  });

/**
 * A league's standings if it ended now: refetched on every mount, every 30 s, when the viewer bets, and when the league
 * or any game changes. Which sports matter is not known, because others' bets may show once their games have begun.
 */
export const ifEndedQuery = (leagueId: string) =>
  queryOptions({
    queryKey: [listGroups.path, leagueId, 'if-ended'],
    queryFn: ({ signal }) => call(leagueIfEnded, { params: { id: leagueId }, signal }),
    meta: changesWith((topic) => topic === leagueTopic(leagueId) || parseTopic(topic).leagueId === null),
    staleTime: 0, // so that switching it on again refetches it too
    refetchOnMount: 'always',
    refetchInterval: refreshMs,
  });

/**
 * The league's bets of the last seven days that the viewer may see, of one tab, by pages; refetched on mount, on change
 * and every 30 s.
 */
export const activityQuery = (leagueId: string) => (status: HistoryStatus) => ({
  ...pagesQuery([listGroups.path, leagueId, 'bets', status], leagueId, (span, signal) =>
    call(groupBetsLastSevenDaysPage, { params: { id: leagueId, ...span, status }, signal }),
  ),
  refetchInterval: refreshMs,
});

/** A member's bets in a league that the viewer may see, of one tab, by pages; refetched on every mount and on change. */
export const memberBetsQuery = (leagueId: string, userId: string) => (status: HistoryStatus) =>
  pagesQuery([memberBets.path, userId, leagueId, status], leagueId, (span, signal) =>
    call(memberBetsPage, { params: { userId, groupId: leagueId, ...span, status }, signal }),
  );

/** The statuses of the tabs of activity and histories. */
export type HistoryStatus = 'open' | 'won' | 'lost' | 'push';
