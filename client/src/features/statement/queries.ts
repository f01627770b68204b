import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/lib/call.ts';
import { changesWith } from '#client/lib/live.ts';
import { parseTopic } from '#shared/api/events.ts';
import { leagueStatement } from '#shared/api/statement.ts';

/** A sheet of the viewer's statement in a league; null asks for the last. Refetched on every mount and on change. */
export const statementQuery = (leagueId: string, sheet: number | null) =>
  queryOptions({
    queryKey: [leagueStatement.path, leagueId, sheet],
    queryFn: ({ signal }) =>
      call(leagueStatement, { params: { id: leagueId, ...(sheet !== null && { sheet: String(sheet) }) }, signal }),
    meta: changesWith((topic) => parseTopic(topic).leagueId === leagueId || parseTopic(topic).userId !== null),
    refetchOnMount: 'always',
  });
