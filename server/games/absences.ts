import { speedOf } from '#shared/domain/game-speed.ts';
import type { Sport } from '#shared/domain/sport.ts';
import { isFromFuture } from '../db/clock.ts';
import type { Db } from '../db/connection.ts';
import type { FeedAnswer } from '../feed/feed.ts';
import {
  type Absence,
  deleteAbsences,
  hasResults,
  listAbsences,
  listAwaited,
  upsertAbsences,
} from './absence-store.ts';

/**
 * Chosen: complete answers up to a day apart prove the absence between them; a longer gap proves nothing. So even a
 * worker that runs once a day sees a game disappear, and a worker that slept for a week does not.
 */
const longestGapMs = 24 * 3_600_000;

/**
 * Records which games with open bets a complete answer does not list although they should have started.
 *
 * An event that the answer puts aside is listed and ends an absence. An answer without any event about a time in which games
 * were played changes nothing: those cannot disappear, so the answer is a fault.
 * Source: docs/house-rules.md#postponed-and-not-played.
 *
 * feed  what the ids of the feed's games begin with.
 * at    when the poll began.
 */
export async function recordAbsences(db: Db, feed: string, sport: Sport, answer: FeedAnswer, at: Date): Promise<void> {
  const { games, quarantined, complete } = answer;
  const putAside = quarantined.flatMap(({ eventId }) => (eventId === null ? [] : [`${feed}:${eventId}`]));
  if (putAside.length > 0) await deleteAbsences(db, putAside);
  if (!complete || quarantined.some(({ eventId }) => eventId === null)) return;
  const span = { feed, sport, ...complete };
  if (games.length === 0 && quarantined.length === 0 && (await hasResults(db, span))) return;
  const listed = new Set([...games.map(({ id }) => id), ...putAside]);
  const missing = (await listAwaited(db, span, at)).filter((id) => !listed.has(id));
  const before = new Map((await listAbsences(db, missing)).map((absence) => [absence.gameId, absence]));
  await upsertAbsences(
    db,
    missing.map((gameId) => ({ gameId, since: sinceOf(before.get(gameId), gameId, at), at })),
  );
}

/** The start of the observed absence, moved on by the gap since the last complete answer if that proves nothing. */
function sinceOf(before: Absence | undefined, gameId: string, at: Date): Date {
  if (!before || isFromFuture(before.at, at)) return at;
  const gapMs = at.getTime() - before.at.getTime();
  return gapMs > longestGapMs / speedOf(gameId) ? new Date(before.since.getTime() + gapMs) : before.since;
}
