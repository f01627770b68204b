import { and, asc, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Sport } from '#shared/domain/sport.ts';
import type { Db } from '../db/connection.ts';
import { quarantinedEvents } from '../db/tables/pulls.ts';
import { excluded } from '../db/upsert.ts';
import { newId } from '../lib/ids.ts';

/** An event as it is stored. */
export type StoredEvent = {
  eventId: string | null;
  key: string;
  reason: string;
  raw: string;
  rawBytes: number;
  digest: string;
};

/** Chosen: the largest recorded event has half of it. */
export const maxRawBytes = 64 * 1024;

type QuarantinedRow = typeof quarantinedEvents.$inferSelect;

/** The stored events of a feed's sport, without their texts: those of a broken answer may have megabytes. */
export async function listStoredEvents(db: Db, feed: string, sport: Sport) {
  const { id, key, what, reason, digest, lastSeenAt } = quarantinedEvents;
  return db
    .select({ id, key, what, reason, digest, lastSeenAt })
    .from(quarantinedEvents)
    .where(and(eq(quarantinedEvents.feed, feed), eq(quarantinedEvents.sport, sport)));
}

/** Stores events, or what changed about them. Rows are locked in the order of their keys: two workers may poll at once. */
export async function upsertStoredEvents(
  db: Db,
  pull: { feed: string; sport: Sport; what: string },
  events: readonly StoredEvent[],
  at: Date,
): Promise<void> {
  const { what, reason, raw, rawBytes, digest, lastSeenAt } = quarantinedEvents;
  await db
    .insert(quarantinedEvents)
    .values(
      events
        .toSorted((a, b) => (a.key < b.key ? -1 : 1))
        .map((event) => ({ id: newId(), ...pull, ...event, firstSeenAt: at, lastSeenAt: at })),
    )
    .onConflictDoUpdate({
      target: [quarantinedEvents.feed, quarantinedEvents.sport, quarantinedEvents.key],
      set: excluded({ what, reason, raw, rawBytes, digest, lastSeenAt }),
    });
}

/** Deletes these stored events; they are locked in the order of their keys, as by `upsertStoredEvents`. */
export async function deleteStoredEvents(db: Db, ids: readonly string[]): Promise<void> {
  const locked = db
    .select({ id: quarantinedEvents.id })
    .from(quarantinedEvents)
    .where(inArray(quarantinedEvents.id, [...ids]))
    .orderBy(asc(quarantinedEvents.key))
    .for('update');
  await db.delete(quarantinedEvents).where(inArray(quarantinedEvents.id, locked));
}

/** Deletes events that no answer has listed for 30 days, such as those of a day that is not pulled any more. */
export async function deleteOldStoredEvents(db: Db): Promise<void> {
  await db.delete(quarantinedEvents).where(lt(quarantinedEvents.lastSeenAt, sql`now() - interval '30 days'`));
}

/** The time at which each stored event was first seen, without its text. */
export async function listStoredTimes(db: Db) {
  const { id, feed, sport, eventId, reason, firstSeenAt } = quarantinedEvents;
  return db
    .select({ id, feed, sport, eventId, reason, firstSeenAt })
    .from(quarantinedEvents)
    .orderBy(asc(quarantinedEvents.key))
    .limit(mostListed);
}

/** Chosen: twice as many as `listQuarantined` returns, because a day that is not pulled any more may have left some. */
const mostListed = 1_000;

export async function findStoredEvent(db: Db, id: string): Promise<QuarantinedRow | null> {
  const [row] = await db.select().from(quarantinedEvents).where(eq(quarantinedEvents.id, id));
  return row ?? null;
}
