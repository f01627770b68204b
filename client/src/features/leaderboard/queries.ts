import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/lib/call.ts';
import { leaderboard } from '#shared/api/groups.ts';

const refreshMs = 30_000; // spec §9

/** A league's standings, best first; read anew whenever they are opened, and every 30 s while they are open. */
export const leaderboardQuery = (leagueId: string) =>
  queryOptions({
    queryKey: ['/api/groups', leagueId, 'leaderboard'],
    queryFn: ({ signal }) => call(leaderboard, { params: { id: leagueId }, signal }),
    refetchOnMount: 'always',
    refetchInterval: refreshMs,
  });
