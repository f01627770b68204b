import { and, asc, between, desc, eq, sql } from 'drizzle-orm';
import { type Cents, cents } from '#shared/domain/money.ts';
import type { EntryKind } from '#shared/domain/statement.ts';
import type { Db } from '../db/connection.ts';
import { lockNamed } from '../db/named-locks.ts';
import { prepared } from '../db/prepared.ts';
import { games } from '../db/tables/games.ts';
import { members } from '../db/tables/leagues.ts';
import { ledger, statementEntries } from '../db/tables/ledger.ts';
import { legs } from '../db/tables/tickets.ts';

/** A member of a league, present or removed. */
export type Holder = { leagueId: string; userId: string };

/** A ledger entry, with its time to the millisecond. */
export type Entry = {
  id: string;
  at: Date;
  kind: EntryKind;
  ticketId: string | null;
  round: number;
  amount: Cents;
};

/** The place of an entry in a member's statements. */
export type Place = { number: number; balance: Cents; digest: string };

/** Lets one transaction at a time number a member's entries. Bets and settling take no such lock. */
export async function lockStatement(tx: Db, { leagueId, userId }: Holder): Promise<void> {
  await lockNamed(tx, 'statement', [`${leagueId} ${userId}`]);
}

/** The number of a member's ledger entries, and of those that have a number. */
export async function countEntries(db: Db, { leagueId, userId }: Holder): Promise<{ all: number; numbered: number }> {
  const { rows } = await db.execute<{ all: number; numbered: number }>(sql`
    select (select count(*)::int from ${ledger} l where l.league_id = ${leagueId} and l.user_id = ${userId}) as all,
      coalesce((
        select max(s.number) from ${statementEntries} s where s.league_id = ${leagueId} and s.user_id = ${userId}
      ), 0) as numbered`);
  return rows[0] ?? { all: 0, numbered: 0 };
}

/** Up to `most` entries without a number, the earliest first. */
export async function listUnnumbered(tx: Db, { leagueId, userId }: Holder, most: number): Promise<Entry[]> {
  const { rows } = await tx.execute<Omit<Entry, 'at' | 'amount'> & { at: string; amount: number }>(sql`
    select l.id, l.at, l.kind, l.ticket_id as "ticketId", l.round, l.amount_cents::float8 as amount
    from ${ledger} l
    where l.league_id = ${leagueId} and l.user_id = ${userId} and not exists (
      select from ${statementEntries} s where s.league_id = ${leagueId} and s.entry_id = l.id
    )
    order by l.at, l.id limit ${most}`);
  return rows.map(({ at, amount, ...entry }) => ({ ...entry, at: new Date(at), amount: cents(amount) }));
}

/** Numbers entries. They are of one member, whose row gives the league to a sharded database. */
export async function insertPlaces(
  tx: Db,
  { leagueId, userId }: Holder,
  places: readonly (Place & { entryId: string })[],
): Promise<void> {
  const rows = places.map(({ number, entryId, balance, digest }) => ({ number, entry_id: entryId, balance, digest }));
  await tx.execute(sql`
    insert into ${statementEntries} (league_id, user_id, number, entry_id, balance_cents, digest)
    select m.league_id, m.user_id, p.number, p.entry_id, p.balance, p.digest
    from ${members} m, json_to_recordset(${JSON.stringify(rows)}::json) as p(
      number int, entry_id uuid, balance bigint, digest text
    )
    where m.league_id = ${leagueId} and m.user_id = ${userId}`);
}

/** The place of the last numbered entry; null before the first. */
export async function findLastPlace(db: Db, holder: Holder): Promise<Place | null> {
  const [row] = await lastPlace(db, holder);
  return row ? { ...row, balance: cents(row.balance) } : null;
}

const place = {
  number: statementEntries.number,
  balance: statementEntries.balance,
  digest: statementEntries.digest,
};

const lastPlace = prepared(['leagueId', 'userId'], (db, { leagueId, userId }) =>
  db
    .select(place)
    .from(statementEntries)
    .where(and(eq(statementEntries.leagueId, leagueId), eq(statementEntries.userId, userId)))
    .orderBy(desc(statementEntries.number))
    .limit(1),
);

/** The numbered entries from one number to another, in order. */
export async function listNumbered(
  db: Db,
  holder: Holder,
  span: { from: number; to: number },
): Promise<(Entry & Place)[]> {
  const rows = await numbered(db, { ...holder, ...span });
  return rows.map(({ amount, balance, ...row }) => ({ ...row, amount: cents(amount), balance: cents(balance) }));
}

const numbered = prepared(['leagueId', 'userId', 'from', 'to'], (db, { leagueId, userId, from, to }) =>
  db
    .select({
      ...place,
      id: ledger.id,
      at: ledger.at,
      kind: ledger.kind,
      ticketId: ledger.ticketId,
      round: ledger.round,
      amount: ledger.amount,
    })
    .from(statementEntries)
    .innerJoin(ledger, and(eq(ledger.leagueId, leagueId), eq(ledger.id, statementEntries.entryId)))
    .where(
      and(
        eq(statementEntries.leagueId, leagueId),
        eq(statementEntries.userId, userId),
        between(statementEntries.number, from, to),
      ),
    )
    .orderBy(asc(statementEntries.number)),
);

/** A leg of a ticket with the names of its teams now. */
export type NamedLeg = Awaited<ReturnType<typeof listLegs>>[number];

/** The legs of these tickets of one league, in the order of their numbers. */
export async function listLegs(db: Db, leagueId: string, ticketIds: readonly string[]) {
  return ticketIds.length === 0 ? [] : legsOf(db, { leagueId, ticketIds });
}

const legsOf = prepared(['leagueId', 'ticketIds'], (db, { leagueId, ticketIds }) =>
  db
    .select({
      ticketId: legs.ticketId,
      gameId: legs.gameId,
      market: legs.market,
      side: legs.side,
      line: legs.line,
      price: legs.price,
      sport: games.sport,
      isSwapped: sql<boolean>`${legs.homeTeamId} = ${games.awayTeamId}`,
      homeTeamName: games.homeName,
      homeTeamCity: games.homeCity,
      awayTeamName: games.awayName,
      awayTeamCity: games.awayCity,
    })
    .from(legs)
    .innerJoin(games, eq(games.id, legs.gameId))
    .where(and(eq(legs.leagueId, leagueId), sql`${legs.ticketId} = any (${ticketIds}::uuid[])`))
    .orderBy(asc(legs.ticketId), asc(legs.number)),
);
