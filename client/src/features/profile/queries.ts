import { queryOptions, useQuery } from '@tanstack/react-query';
import { callOverLeagues } from '#client/lib/call.ts';
import { changesWith } from '#client/lib/live.ts';
import { refreshWhileParted, replyOf, unreachableOf } from '#client/lib/over-leagues.ts';
import { parseTopic } from '#shared/api/events.ts';
import { ownRecord } from '#shared/api/record.ts';

/** The viewer's record; refetched on every mount, on change, and every 30 s while some leagues cannot be reached. */
export const recordQuery = queryOptions({
  queryKey: [ownRecord.path],
  queryFn: ({ signal }) => callOverLeagues(ownRecord, { signal }),
  select: replyOf,
  // A score changes no record: the settling is a change of the league.
  meta: changesWith((topic) => parseTopic(topic).sport === null),
  refetchOnMount: 'always',
  refetchInterval: refreshWhileParted,
});

/** The number of leagues that the last record left out; 0 without one. Fetches nothing. */
export function useLeaguesWithoutRecord(): number {
  return useQuery({ ...recordQuery, select: unreachableOf, enabled: false }).data ?? 0;
}
