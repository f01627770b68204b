import type { ReplyInput } from '#shared/api/endpoint.ts';
import type { memberLuck } from '#shared/api/luck.ts';
import { luckOf } from '#shared/domain/luck.ts';
import { toWire } from '#shared/domain/money.ts';
import type { Database } from '../db/connection.ts';
import { findClosings } from '../quotes/closing-store.ts';
import type { FormScope } from './form.ts';
import { listComparedTickets } from './luck-store.ts';

/** A user's settled bets beside the closing odds. Whoever may see the user's form may see it. */
export async function readLuck(
  database: Database,
  { userId, leagueIds }: FormScope,
): Promise<ReplyInput<typeof memberLuck>> {
  const tickets = await listComparedTickets(database, leagueIds, userId);
  const gameIds = new Set(tickets.flatMap(({ legs }) => legs.map(({ gameId }) => gameId)));
  const { outcome, ...luck } = luckOf(tickets, await findClosings(database.db, [...gameIds]));
  return {
    ...luck,
    leagues: leagueIds.length,
    outcome: outcome && {
      ...outcome,
      net: toWire(outcome.net),
      expected: toWire(outcome.expected),
      error: toWire(outcome.error),
    },
  };
}
