import { createHash } from 'node:crypto';
import type { Sport } from '#shared/domain/sport.ts';
import type { Db } from '../db/connection.ts';
import type { Quarantined, RawEvents } from '../games/feed-answer.ts';
import {
  deleteStoredEvents,
  listStoredEvents,
  maxRawBytes,
  type StoredEvent,
  upsertStoredEvents,
} from './quarantine-store.ts';

/** Chosen: how exact `lastSeenAt` is while nothing changes, so that the same answer costs no write. */
const seenEveryMs = 3_600_000;

type Answered = {
  quarantined: readonly Quarantined[];
  rawEvents: RawEvents;
};

/**
 * Stores the quarantined events of one answer as they came, for admins. Deletes those that the answer takes, and those
 * that an earlier answer about the same slate or day had and this one has not.
 *
 * A poll that brings nothing new costs one statement, which reads the stored events without their texts.
 */
export async function storeQuarantined(
  db: Db,
  pull: { feed: string; sport: Sport; what: string },
  { quarantined, rawEvents }: Answered,
  at: Date,
): Promise<void> {
  const stored = new Map((await listStoredEvents(db, pull.feed, pull.sport)).map((row) => [row.key, row]));
  const events = storedEvents(quarantined, rawEvents);
  const isGone = ({ key, what }: { key: string; what: string }) =>
    !events.has(key) && (what === pull.what || rawEvents.has(key));
  const gone = [...stored.values()].filter(isGone).map(({ id }) => id);
  const changed = [...events.values()].filter(({ key, reason, digest }) => {
    const row = stored.get(key);
    return (
      row?.reason !== reason || row.digest !== digest || Math.abs(at.getTime() - row.lastSeenAt.getTime()) > seenEveryMs
    );
  });
  if (gone.length > 0) await deleteStoredEvents(db, gone);
  if (changed.length > 0) await upsertStoredEvents(db, pull, changed, at);
}

/** The events with a text by their keys; of several reasons for one event the first counts. */
function storedEvents(quarantined: readonly Quarantined[], rawEvents: RawEvents): Map<string, StoredEvent> {
  const events = new Map<string, StoredEvent>();
  for (const { eventId, reason, raw: unnamed } of quarantined) {
    const raws = eventId === null ? [unnamed] : (rawEvents.get(eventId) ?? []);
    const raw = raws.length === 1 ? raws[0] : raws;
    if (raw === undefined || raws.length === 0) continue; // a part of an answer that failed is no event
    if (eventId !== null && events.has(eventId)) continue;
    const text = jsonOf(raw);
    const digest = createHash('sha256').update(text).digest('hex');
    const key = eventId ?? digest;
    events.set(key, { eventId, key, reason, ...cut(text), digest });
  }
  return events;
}

/** The event as JSON. An event that is nested too deeply for that, thousands of levels, has a text that says so. */
function jsonOf(raw: unknown): string {
  try {
    return JSON.stringify(raw);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return JSON.stringify('The event is nested too deeply to be stored.');
  }
}

/** As much of the text as fits, without a broken last character. */
function cut(text: string): { raw: string; rawBytes: number } {
  const bytes = Buffer.from(text);
  if (bytes.length <= maxRawBytes) return { raw: text, rawBytes: bytes.length };
  let end = maxRawBytes;
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1; // a continuation byte of UTF-8
  return { raw: bytes.toString('utf8', 0, end), rawBytes: bytes.length };
}
