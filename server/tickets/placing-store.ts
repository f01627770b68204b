import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Cents } from '#shared/domain/money.ts';
import type { Price } from '#shared/domain/price.ts';
import type { Market, Side } from '#shared/domain/side.ts';
import type { Db } from '../db/connection.ts';
import { forEachCount, prepared, preparedSql } from '../db/prepared.ts';
import { leagues, members } from '../db/tables/leagues.ts';
import { legs, tickets } from '../db/tables/tickets.ts';
import { users } from '../db/tables/users.ts';
import { userOfBet } from '../leagues/store.ts';

export type TicketRow = typeof tickets.$inferSelect;

/** A leg to be inserted. */
export type NewLeg = {
  id: string;
  gameId: string;
  market: Market;
  side: Side;
  line: number | null;
  price: Price;
  originalStart: Date;
  homeTeamId: string;
  awayTeamId: string;
};

export type NewTicket = {
  leagueId: string;
  id: string;
  userId: string;
  stake: Cents;
  payout: Cents;
  idempotencyKey: string;
  requestHash: string;
  games: string;
  note: string | null;
  placedAt: Date;
};

/** The columns of a league by which a bet is judged and shown. */
export type BettingLeague = Pick<typeof leagues.$inferSelect, keyof typeof bettingFields>;

const bettingFields = {
  name: leagues.name,
  ownerId: leagues.ownerId,
  endDate: leagues.endDate,
  allowedSports: leagues.allowedSports,
  remarks: leagues.remarks,
  maxInPlayPct: leagues.maxInPlayPct,
  maxLegs: leagues.maxLegs,
};

/**
 * Locks the league for a bet, shared, until the transaction ends; null, locking nothing, unless the user is a present
 * member: others must not notice by a wait that there is such a league. The membership is as it was before a wait for the
 * lock. `memberName` is the name in the league, null for that of the account; `startedAt` is the database's time at the
 * start of the transaction. The join has no third table for the account (`findAccount`): a Citus plans it anew for each bet.
 */
export async function lockLeagueOfBet(tx: Db, leagueId: string, userId: string) {
  const [row] = await leagueOfBet(tx, { leagueId, userId });
  return row ?? null;
}

const leagueOfBet = prepared(['leagueId', 'userId'], (tx, { leagueId, userId }) =>
  tx
    .select({
      league: bettingFields,
      memberName: members.displayName,
      startedAt: sql`now()`.mapWith(leagues.createdAt),
    })
    .from(leagues)
    .innerJoin(members, and(eq(members.leagueId, leagueId), eq(members.userId, userId), isNull(members.removedAt)))
    .where(eq(leagues.id, leagueId))
    .for('share', { of: leagues }),
);

/** The fields of an account that the reply to a bet shows; null without such an account. */
export async function findAccount(tx: Db, userId: string) {
  const [row] = await account(tx, { userId });
  return row ?? null;
}

const account = prepared(['userId'], (tx, { userId }) => tx.select(userOfBet).from(users).where(eq(users.id, userId)));

/** Inserts a ticket. Fails with a unique violation if the member already has one under the key. */
export async function insertTicket(tx: Db, ticket: NewTicket): Promise<void> {
  await newTicket(tx, ticket);
}

const newTicket = prepared(
  ['leagueId', 'id', 'userId', 'stake', 'payout', 'idempotencyKey', 'requestHash', 'games', 'note', 'placedAt'],
  (tx, ticket) => tx.insert(tickets).values(ticket),
);

/** The ticket that was placed under the key; null without one. */
export async function findByKey(
  db: Db,
  { leagueId, userId, idempotencyKey }: Pick<NewTicket, 'leagueId' | 'userId' | 'idempotencyKey'>,
): Promise<TicketRow | null> {
  const isUnderKey = and(eq(tickets.userId, userId), eq(tickets.idempotencyKey, idempotencyKey));
  const [row] = await db
    .select()
    .from(tickets)
    .where(and(eq(tickets.leagueId, leagueId), isUnderKey));
  return row ?? null;
}

export async function insertLegs(tx: Db, leagueId: string, ticketId: string, taken: readonly NewLeg[]): Promise<void> {
  const fields = taken.flatMap((leg, at) =>
    legFields.map((field) => [`${field}${at}`, field === 'originalStart' ? leg[field].toISOString() : leg[field]]),
  );
  await newLegs(taken.length)(tx, { leagueId, ticketId, ...Object.fromEntries(fields) });
}

const legFields = [
  'id',
  'gameId',
  'market',
  'side',
  'line',
  'price',
  'originalStart',
  'homeTeamId',
  'awayTeamId',
] as const satisfies (keyof NewLeg)[];

const newLegs = forEachCount((count) => {
  const [league, ticket] = [sql.placeholder('leagueId'), sql.placeholder('ticketId')];
  const rows = Array.from({ length: count }, (_, at) => {
    const fields = legFields.map((field) => sql.placeholder(`${field}${at}`));
    return sql`(${league}, ${ticket}, ${at + 1}, ${sql.join(fields, sql`, `)})`;
  });
  return preparedSql<string, never>(sql`
    insert into ${legs} (league_id, ticket_id, number, id, game_id, market, side, line, price, original_start, home_team_id, away_team_id)
    values ${sql.join(rows, sql`, `)}`);
});
