import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/lib/call.ts';
import { changesWith } from '#client/lib/live.ts';
import { refreshMs } from '#client/lib/query-client.ts';
import { leagueTopic } from '#shared/api/events.ts';
import { listGroups } from '#shared/api/groups.ts';
import { leagueHistory } from '#shared/api/race.ts';

/** The balances of a league over time; refetched on every mount, on change and every 30 s. */
export const raceQuery = (leagueId: string) =>
  queryOptions({
    queryKey: [listGroups.path, leagueId, 'history'],
    queryFn: ({ signal }) => call(leagueHistory, { params: { id: leagueId }, signal }),
    meta: changesWith((topic) => topic === leagueTopic(leagueId)),
    refetchOnMount: 'always',
    refetchInterval: refreshMs,
  });
