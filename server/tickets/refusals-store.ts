import { and, eq, getTableColumns, gt, lte, type SQL, sql } from 'drizzle-orm';
import type { RefusalBody } from '#shared/api/errors.ts';
import type { Database, Db } from '../db/connection.ts';
import { reachableLeagues } from '../db/reach.ts';
import { ticketRefusals } from '../db/tables/tickets.ts';
import { excluded } from '../db/upsert.ts';
import { Refusal } from '../lib/refusal.ts';
import type { NewTicket } from './store.ts';

/** Chosen: far longer than any client retries a request, and than a request waits in a queue or for a lock. */
const retention = sql`interval '10 minutes'`;

/** An idempotency key with the hash of the slip sent under it. */
type Keyed = Pick<NewTicket, 'leagueId' | 'userId' | 'idempotencyKey' | 'requestHash'>;

const isUnder = ({ leagueId, userId, idempotencyKey }: Keyed) =>
  and(
    eq(ticketRefusals.leagueId, leagueId),
    eq(ticketRefusals.userId, userId),
    eq(ticketRefusals.idempotencyKey, idempotencyKey),
  );

/** An SQL condition: whether a bet under the key was refused within the last ten minutes. */
export function isRefusedUnder({ leagueId, userId, idempotencyKey }: Keyed): SQL {
  return sql`exists (
    select 1 from ${ticketRefusals} r
    where r.league_id = ${leagueId} and r.user_id = ${userId} and r.idempotency_key = ${idempotencyKey}
      and r.at > now() - ${retention}
  )`;
}

/**
 * Stores the refusal under the key and returns it, or returns the refusal that is already stored under it. The caller's
 * transaction must have locked the key. Refuses with 422 `key-refused` if another slip was refused under the key:
 * nothing was placed under it, unlike under the key of a ticket (422 `key-reused`).
 */
export async function rememberRefusal(tx: Db, asked: Keyed, refusal: Refusal): Promise<Refusal> {
  const [before] = await tx
    .select()
    .from(ticketRefusals)
    .where(and(isUnder(asked), gt(ticketRefusals.at, sql`now() - ${retention}`)));
  if (before) {
    if (before.requestHash !== asked.requestHash) throw keyRefused();
    const { message, code, current } = before.body as RefusalBody; // the insert below wrote it
    return new Refusal(before.status, code, message, { current });
  }
  const { leagueId, userId, idempotencyKey, requestHash } = asked;
  const { status, message, code, current } = refusal;
  const body: RefusalBody = { message, code, ...(current && { current }) };
  const { leagueId: _league, userId: _user, idempotencyKey: _key, ...answer } = getTableColumns(ticketRefusals);
  await tx
    .insert(ticketRefusals)
    .values({ leagueId, userId, idempotencyKey, requestHash, status, body, at: sql`now()` })
    .onConflictDoUpdate({
      target: [ticketRefusals.leagueId, ticketRefusals.userId, ticketRefusals.idempotencyKey],
      set: excluded(answer), // replaces an expired refusal
    });
  return refusal;
}

export function keyReused(): Refusal {
  return new Refusal(422, 'key-reused', 'This Idempotency-Key was used for another bet');
}

function keyRefused(): Refusal {
  return new Refusal(422, 'key-refused', 'Your earlier try was refused, nothing was placed. Please place it again.');
}

/** Deletes expired refusals, league by league: on Citus a delete must name its league. */
export async function deleteOldRefusals(database: Database): Promise<void> {
  const { db } = database;
  const { these } = await reachableLeagues(database);
  const isOld = lte(ticketRefusals.at, sql`now() - ${retention}`);
  const leagues = await db
    .selectDistinct({ id: ticketRefusals.leagueId })
    .from(ticketRefusals)
    .where(and(these(ticketRefusals.leagueId), isOld));
  for (const { id } of leagues) await db.delete(ticketRefusals).where(and(eq(ticketRefusals.leagueId, id), isOld));
}
