import { queryOptions } from '@tanstack/react-query';
import { callOverLeagues } from '#client/lib/call.ts';
import { changesWith } from '#client/lib/live.ts';
import { refreshWhileParted } from '#client/lib/over-leagues.ts';
import { leagueTopic } from '#shared/api/events.ts';
import { listGroups } from '#shared/api/groups.ts';
import { leagueSeries } from '#shared/api/seasons.ts';

/** The final seasons of a league's series; refetched on every mount, when the league changes, and while some are lost. */
export const seriesQuery = (leagueId: string) =>
  queryOptions({
    queryKey: [listGroups.path, leagueId, 'series'],
    queryFn: ({ signal }) => callOverLeagues(leagueSeries, { params: { id: leagueId }, signal }),
    meta: changesWith((topic) => topic === leagueTopic(leagueId)),
    refetchOnMount: 'always',
    refetchInterval: refreshWhileParted,
  });
