import { and, eq, gt, lte, type SQL, sql } from 'drizzle-orm';
import type { RefusalBody } from '#shared/api/errors.ts';
import type { Db } from '../db/connection.ts';
import { ticketRefusals } from '../db/tables.ts';
import { Refusal } from '../lib/refusal.ts';
import type { NewTicket } from './store.ts';

/** Chosen: far longer than any client retries a request, or a request waits for its turn. */
const keptFor = sql`interval '10 minutes'`;

/** An idempotency key with the digest of what was sent under it. */
type Keyed = Pick<NewTicket, 'leagueId' | 'userId' | 'idempotencyKey' | 'requestHash'>;

const isUnder = ({ leagueId, userId, idempotencyKey }: Keyed) =>
  and(
    eq(ticketRefusals.leagueId, leagueId),
    eq(ticketRefusals.userId, userId),
    eq(ticketRefusals.idempotencyKey, idempotencyKey),
  );

/** Whether placing under the key was refused within the last ten minutes, as a condition of another statement. */
export function isRefusedUnder({ leagueId, userId, idempotencyKey }: Keyed): SQL {
  return sql`exists (
    select 1 from ${ticketRefusals} r
    where r.league_id = ${leagueId} and r.user_id = ${userId} and r.idempotency_key = ${idempotencyKey}
      and r.at > now() - ${keptFor}
  )`;
}

/**
 * Stores the refusal under the key and returns it, or the refusal that the key has already, unchanged. The caller's
 * transaction must have the key to itself. Refuses a key under which another bet was refused (422 `key-refused`): nothing
 * was placed under it, unlike under a key with a ticket (422 `key-reused`).
 */
export async function rememberRefusal(tx: Db, asked: Keyed, refusal: Refusal): Promise<Refusal> {
  const [before] = await tx
    .select()
    .from(ticketRefusals)
    .where(and(isUnder(asked), gt(ticketRefusals.at, sql`now() - ${keptFor}`)));
  if (before) {
    if (before.requestHash !== asked.requestHash) throw keyRefused();
    const { message, code, current } = before.body as RefusalBody; // as it was stored below
    return new Refusal(before.status, code, message, { current });
  }
  const { leagueId, userId, idempotencyKey, requestHash } = asked;
  const { status, message, code, current } = refusal;
  const body: RefusalBody = { message, code, ...(current && { current }) };
  const answer = { requestHash, status, body, at: sql`now()` };
  await tx
    .insert(ticketRefusals)
    .values({ leagueId, userId, idempotencyKey, ...answer })
    .onConflictDoUpdate({
      target: [ticketRefusals.leagueId, ticketRefusals.userId, ticketRefusals.idempotencyKey],
      set: answer, // of one that has expired
    });
  return refusal;
}

export function keyReused(): Refusal {
  return new Refusal(422, 'key-reused', 'This Idempotency-Key was used for another bet');
}

function keyRefused(): Refusal {
  return new Refusal(422, 'key-refused', 'Your earlier try was refused, nothing was placed. Please place it again.');
}

/** Removes the refusals that no longer count. League by league: a sharded database deletes only within a named one. */
export async function deleteOldRefusals(db: Db): Promise<void> {
  const isOld = lte(ticketRefusals.at, sql`now() - ${keptFor}`);
  const leagues = await db.selectDistinct({ id: ticketRefusals.leagueId }).from(ticketRefusals).where(isOld);
  for (const { id } of leagues) await db.delete(ticketRefusals).where(and(eq(ticketRefusals.leagueId, id), isOld));
}
