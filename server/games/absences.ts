import { isFromFuture } from '#shared/domain/from-future.ts';
import { limitsOf } from '#shared/domain/limits.ts';
import type { Sport } from '#shared/domain/sport.ts';
import type { Database, Db } from '../db/connection.ts';
import { reachableLeagues } from '../db/reach.ts';
import {
  type Absence,
  type AnswerSpan,
  deleteAbsences,
  hasListedGames,
  hasResults,
  listAbsences,
  listAwaited,
  upsertAbsences,
} from './absence-store.ts';
import type { FeedAnswer } from './feed-answer.ts';

/**
 * Chosen: complete answers up to a day apart prove the absence between them; a longer gap proves nothing. So even a
 * worker that runs once a day sees a game disappear, and a worker that slept for a week does not.
 */
const longestGapMs = 24 * 3_600_000;

/**
 * Records which games with open bets a complete answer does not list although they should have started.
 *
 * A quarantined event counts as listed and ends an absence. An answer without any event is ignored in two cases: a game
 * of its span has a result (a played game cannot disappear), or no answer about the sport has listed a game for a day
 * (a feed that answers only with empty lists is out of order).
 * Source: docs/house-rules.md#postponed-and-not-played.
 *
 * feed  the prefix of the feed's game ids.
 * at    when the poll began.
 */
export async function recordAbsences(
  database: Database,
  feed: string,
  sport: Sport,
  answer: FeedAnswer,
  at: Date,
): Promise<void> {
  const { db } = database;
  const { games, quarantined, complete, hasGame } = answer;
  const quarantinedIds = quarantined.flatMap(({ eventId }) => (eventId === null ? [] : [`${feed}:${eventId}`]));
  if (quarantinedIds.length > 0) await deleteAbsences(db, quarantinedIds);
  if (!complete || quarantined.some(({ eventId }) => eventId === null)) return;
  const span = { feed, sport, ...complete };
  const isEmpty = games.length === 0 && quarantined.length === 0;
  if (isEmpty && !hasGame && (await isOutOfOrder(db, span, at))) return;
  const listed = new Set([...games.map(({ id }) => id), ...quarantinedIds]);
  const { these } = await reachableLeagues(database);
  const unlisted = (await listAwaited(db, span, at, these)).filter((id) => !listed.has(id));
  const stillThere = unlisted.filter((id) => hasGame?.(id));
  if (stillThere.length > 0) await deleteAbsences(db, stillThere);
  const missing = unlisted.filter((id) => !stillThere.includes(id));
  const before = new Map((await listAbsences(db, missing)).map((absence) => [absence.gameId, absence]));
  await upsertAbsences(
    db,
    missing.map((gameId) => ({ gameId, since: sinceOf(before.get(gameId), gameId, at), at })),
  );
}

/** Whether an answer without any event about this span cannot be believed. */
async function isOutOfOrder(db: Db, span: AnswerSpan, at: Date): Promise<boolean> {
  if (await hasResults(db, span)) return true;
  return !(await hasListedGames(db, span.feed, span.sport, new Date(at.getTime() - longestGapMs), at));
}

/**
 * The start of the observed absence. A gap too long to prove an absence is added to it, so that the gap does not count.
 */
function sinceOf(before: Absence | undefined, gameId: string, at: Date): Date {
  if (!before || isFromFuture(before.at, at)) return at;
  const gapMs = at.getTime() - before.at.getTime();
  return gapMs > limitsOf(gameId).scaled(longestGapMs) ? new Date(before.since.getTime() + gapMs) : before.since;
}
