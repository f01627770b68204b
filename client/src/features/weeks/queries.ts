import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/lib/call.ts';
import { changesWith } from '#client/lib/live.ts';
import { refreshMs } from '#client/lib/query-client.ts';
import { leagueTopic } from '#shared/api/events.ts';
import { listGroups } from '#shared/api/groups.ts';
import { leagueWeek, leagueWeeks } from '#shared/api/weeks.ts';

/** A league's running week and its frozen ones; refetched on every mount, on change and every 30 s. */
export const weeksQuery = (leagueId: string) =>
  queryOptions({
    queryKey: [listGroups.path, leagueId, 'weeks'],
    queryFn: ({ signal }) => call(leagueWeeks, { params: { id: leagueId }, signal }),
    meta: changesWith((topic) => topic === leagueTopic(leagueId)),
    refetchOnMount: 'always',
    refetchInterval: refreshMs,
  });

/** The recap of a frozen week. A correction adds a footnote, and a member may get another name. */
export const recapQuery = (leagueId: string, number: number) =>
  queryOptions({
    queryKey: [listGroups.path, leagueId, 'weeks', number],
    queryFn: ({ signal }) => call(leagueWeek, { params: { id: leagueId, number: String(number) }, signal }),
    meta: changesWith((topic) => topic === leagueTopic(leagueId)),
    refetchOnMount: 'always',
  });
