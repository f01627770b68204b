import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/lib/call.ts';
import { leagueChat } from '#shared/api/chat.ts';

/** The group chat of a league, for its owner; refetched on every mount. */
export const chatQuery = (leagueId: string) =>
  queryOptions({
    queryKey: [leagueChat.path, leagueId],
    queryFn: ({ signal }) => call(leagueChat, { params: { id: leagueId }, signal }),
    refetchOnMount: 'always',
  });
