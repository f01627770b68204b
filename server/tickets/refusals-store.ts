import { and, eq, getTableColumns, gt, lte, sql } from 'drizzle-orm';
import type { RefusalBody } from '#shared/api/errors.ts';
import type { Database, Db } from '../db/connection.ts';
import { reachableLeagues } from '../db/reach.ts';
import { members } from '../db/tables/leagues.ts';
import { ticketRefusals } from '../db/tables/tickets.ts';
import { excluded } from '../db/upsert.ts';
import { Refusal } from '../lib/refusal.ts';
import type { NewTicket } from './placing-store.ts';

/** Chosen: far longer than any client retries a request, and than a request waits in a queue or for a lock. */
const retention = sql`interval '10 minutes'`;

/** An idempotency key with the hash of the slip sent under it. */
type Keyed = Pick<NewTicket, 'leagueId' | 'userId' | 'idempotencyKey' | 'requestHash'>;

/**
 * The refusal that was stored under the key within the last ten minutes; null without one. Refuses with 422 `key-refused`
 * if another slip was refused under the key: nothing was placed under it, unlike under the key of a ticket (422
 * `key-reused`).
 */
export async function findRefusal(tx: Db, asked: Keyed): Promise<Refusal | null> {
  const { leagueId, userId, idempotencyKey, requestHash } = asked;
  const isUnderKey = and(eq(ticketRefusals.userId, userId), eq(ticketRefusals.idempotencyKey, idempotencyKey));
  const [before] = await tx
    .select()
    .from(ticketRefusals)
    .where(and(eq(ticketRefusals.leagueId, leagueId), isUnderKey, gt(ticketRefusals.at, sql`now() - ${retention}`)));
  if (!before) return null;
  if (before.requestHash !== requestHash) throw keyRefused();
  const { message, code, current } = before.body as RefusalBody; // `insertRefusal` wrote it
  return new Refusal(before.status, code, message, { current });
}

/** Stores a refusal under the key, in place of an expired one. The caller's transaction must have locked the member's row. */
export async function insertRefusal(tx: Db, asked: Keyed, refusal: Refusal): Promise<void> {
  const { leagueId, userId, idempotencyKey, requestHash } = asked;
  const { status, message, code, current } = refusal;
  const body: RefusalBody = { message, code, ...(current && { current }) };
  const { leagueId: _league, userId: _user, idempotencyKey: _key, ...answer } = getTableColumns(ticketRefusals);
  await tx
    .insert(ticketRefusals)
    .values({ leagueId, userId, idempotencyKey, requestHash, status, body, at: sql`now()` })
    .onConflictDoUpdate({
      target: [ticketRefusals.leagueId, ticketRefusals.userId, ticketRefusals.idempotencyKey],
      set: excluded(answer),
    })
    .execute(); // starts the statement at once, unlike `await`
}

/** Lets bets of the member look for the refusal that the transaction stores. */
export async function announceRefusal(tx: Db, { leagueId, userId }: Keyed): Promise<void> {
  await tx
    .update(members)
    .set({ refusalsUntil: sql`greatest(${members.refusalsUntil}, now() + ${retention})` })
    .where(and(eq(members.leagueId, leagueId), eq(members.userId, userId)))
    .execute(); // starts the statement at once, unlike `await`
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
