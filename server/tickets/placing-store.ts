import { and, eq, sql } from 'drizzle-orm';
import type { Cents } from '#shared/domain/money.ts';
import type { Price } from '#shared/domain/price.ts';
import type { Market, Side } from '#shared/domain/side.ts';
import { presetNow } from '../db/clock.ts';
import type { Db } from '../db/connection.ts';
import { forEachCount, prepared, preparedSql } from '../db/prepared.ts';
import { legs, tickets } from '../db/tables/tickets.ts';

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
};

/**
 * Inserts a ticket and returns when it was placed; null if the member already has one under the key, also a concurrent
 * one.
 */
export async function insertTicket(tx: Db, ticket: NewTicket): Promise<Date | null> {
  const [inserted] = await newTicket(tx, { ...ticket, at: presetNow(tx) });
  return inserted?.placedAt ?? null;
}

const newTicket = prepared(
  ['leagueId', 'id', 'userId', 'stake', 'payout', 'idempotencyKey', 'requestHash', 'games', 'note', 'at'],
  (tx, { at, ...ticket }) =>
    tx
      .insert(tickets)
      .values({ ...ticket, placedAt: sql`coalesce(${at}::timestamptz, clock_timestamp())` })
      .onConflictDoNothing({ target: [tickets.leagueId, tickets.userId, tickets.idempotencyKey] })
      .returning({ placedAt: tickets.placedAt }),
);

export async function findByKey(db: Db, leagueId: string, userId: string, key: string): Promise<TicketRow | null> {
  const [row] = await db
    .select()
    .from(tickets)
    .where(and(eq(tickets.leagueId, leagueId), eq(tickets.userId, userId), eq(tickets.idempotencyKey, key)));
  return row ?? null;
}

/** Deletes a ticket that the same transaction inserted and that no other row refers to. */
export async function deleteTicket(tx: Db, leagueId: string, ticketId: string): Promise<void> {
  await tx
    .delete(tickets)
    .where(and(eq(tickets.leagueId, leagueId), eq(tickets.id, ticketId)))
    .execute(); // starts the statement at once, unlike `await`
}

export async function setPayout(tx: Db, leagueId: string, ticketId: string, payout: Cents): Promise<void> {
  await tx
    .update(tickets)
    .set({ payout })
    .where(and(eq(tickets.leagueId, leagueId), eq(tickets.id, ticketId)));
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
