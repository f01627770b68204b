import { isFromFuture } from '#shared/domain/from-future.ts';
import { ownMarkets } from '#shared/domain/market.ts';
import type { Sport } from '#shared/domain/sport.ts';
import { databaseNow } from '../db/clock.ts';
import type { Database } from '../db/connection.ts';
import { reachableLeagues } from '../db/reach.ts';
import { recordSportChange } from '../events/store.ts';
import { deleteAbsences } from '../games/absence-store.ts';
import type { FeedAnswer, FeedGame, Quarantined } from '../games/feed-answer.ts';
import { confirmingPolls, contradicted, doubtAbout, nextState } from '../games/next-state.ts';
import { isSameMatch } from '../games/same-match.ts';
import { findGames, type GameRow, lockGames, recordPolled, upsertGames, upsertWeek } from '../games/store.ts';
import { batchesOf } from '../lib/batches.ts';
import { filterNewQuotes, replaceQuotes, swapQuoteSides, upsertFeedQuotes } from '../quotes/store.ts';
import {
  type CorrectionNews,
  confirmResults,
  filterDisputed,
  heardResult,
  weighCorrections,
} from '../settlement/confirm.ts';
import { distinct } from './distinct.ts';

/**
 * quarantined  games of the answer whose facts were not taken, with the reason.
 * corrections  corrections that were not taken.
 */
export type Ingested = { seen: number; changed: number; quarantined: Quarantined[]; corrections: CorrectionNews[] };

type IngestOptions = { pullId?: string | null; apartMs?: number; correctionMinutes?: number | undefined };

/** A game as the answer reports it; `game` is null where the answer contradicts itself about it. */
type ReportedGame = { id: string; game: FeedGame | null };

type Judged = {
  /** The next row of the game; null when the row stays as it is. */
  row: GameRow | null;
  /** Why the facts of the poll are not taken; null when they are. */
  reason: string | null;
  /** Whether the quote of the poll is about the match that the row stores, and that has not begun. */
  takesQuote: boolean;
};

/**
 * Writes one answer of a poll: games that changed, results that it confirms, and quotes of games that have not begun.
 *
 * A game or a quote that the answer lacks stays as it is. Answers of one poll never confirm each other.
 *
 * at       the time of the poll.
 * pullId   the pull that brought the answer; a result that the answer confirms names it. Null without a pull.
 * apartMs  how far apart two polls must be for one to confirm the other: two workers may poll in the same second.
 * correctionMinutes  over how many minutes of a real game polls must agree on a correction; left out, as in
 *          `docs/house-rules.md#corrections`.
 */
export async function ingest(
  database: Database,
  sport: Sport,
  answer: FeedAnswer,
  at: Date,
  { pullId = null, apartMs = 0, correctionMinutes }: IngestOptions = {},
): Promise<Ingested> {
  const seen = mergeRepeats(answer);
  const before = byId(await inParallel(seen, (batch) => findGames(database.db, idsOf(batch))));
  const judge = (stored: Map<string, GameRow>, reported: ReportedGame, now: Date) =>
    judgeGame(stored.get(reported.id) ?? null, reported, at, { apartMs, now });
  const judged = new Map(seen.map((reported) => [reported.id, judge(before, reported, at)]));
  const quoted = seen.flatMap(({ id, game }) => {
    const quote = game?.quote && ownMarkets(game.sport, game.quote);
    return quote ? [{ gameId: id, quote }] : [];
  });
  const takesQuote = ({ gameId }: { gameId: string }) => judged.get(gameId)?.takesQuote === true;
  const requoted = await inParallel(quoted.filter(takesQuote), (batch) => filterNewQuotes(database.db, batch));
  const settled = seen.filter(({ id }) => (before.get(id)?.resultRev ?? 0) > 0);
  const disputed = await filterDisputed(
    database.db,
    settled.map(({ id, game }) => heardResult(id, judged.get(id)?.reason === null ? game : null)),
  );
  const awaited = [...before.values()].filter((game) => game.startsAt <= at && game.resultRev === 0);

  // Every game that the transaction may write, its quotes included.
  const toLock = new Set([
    ...idsOf(seen.filter(({ id }) => judged.get(id)?.row)),
    ...[...requoted, ...disputed].map(({ gameId }) => gameId),
    ...idsOf(awaited),
  ]);
  const { these } = await reachableLeagues(database);
  let changed = 0;
  let corrections: CorrectionNews[] = [];
  if (toLock.size > 0) {
    await database.withTx(async (tx) => {
      const locked = byId(await lockGames(tx, [...toLock]));
      const now = new Date(Math.max(at.getTime(), (await databaseNow(tx)).getTime()));
      // Another poll may have written the games since they were read, so each is judged again.
      const again = seen.filter(({ id }) => toLock.has(id));
      for (const reported of again) judged.set(reported.id, judge(locked, reported, now));
      const rows = again.flatMap(({ id }) => judged.get(id)?.row ?? []);
      changed = rows.length;
      for (const batch of inBatches(rows)) {
        await upsertGames(tx, batch);
        await confirmResults(tx, batch, at, { pullId });
      }
      const underWay = awaited.filter(({ id }) => judged.get(id)?.reason === null);
      for (const batch of inBatches(underWay)) await recordPolled(tx, idsOf(batch), at);
      const poll = { at, now, apartMs, minutes: correctionMinutes, pullId, these };
      corrections = [];
      for (const batch of inBatches(disputed)) corrections.push(...(await weighCorrections(tx, batch, locked, poll)));
      await swapQuoteSides(tx, idsOf(rows.filter((row) => hasSwappedSides(locked.get(row.id), row))), at, now);
      const taken = quoted.filter(({ gameId }) => toLock.has(gameId)).filter(takesQuote);
      const replaced = idsOf(rows.filter((row) => isReplaced(locked.get(row.id), row)));
      await replaceQuotes(tx, replaced, new Map(taken.map(({ gameId, quote }) => [gameId, quote])), at, now);
      let written = rows.length;
      for (const batch of inBatches(taken)) written += await upsertFeedQuotes(tx, batch, at);
      if (written > 0) await recordSportChange(tx, sport);
    });
  }
  const quarantined = seen.flatMap(({ id }) => {
    const reason = judged.get(id)?.reason;
    return reason ? [{ eventId: eventIdOf(id), reason }] : [];
  });
  // A listed game is not absent, even if its facts are not taken.
  for (const batch of inBatches(awaited)) await deleteAbsences(database.db, idsOf(batch));
  const { currentWeek } = answer;
  if (currentWeek) {
    await database.withTx(async (tx) => {
      if (await upsertWeek(tx, { sport, ...currentWeek, seenAt: at })) await recordSportChange(tx, sport);
    });
  }
  return { seen: seen.length, changed, quarantined, corrections };
}

/**
 * The games of an answer, each once. A game that the answer lists with different facts, or once in a form that did not
 * parse, contradicts itself.
 */
function mergeRepeats({ games, quarantined }: FeedAnswer): ReportedGame[] {
  const unread = new Set(quarantined.map(({ eventId }) => eventId));
  const reported = new Map<string, ReportedGame>();
  for (const game of distinct(games)) {
    const isDoubtful = reported.has(game.id) || unread.has(eventIdOf(game.id));
    reported.set(game.id, { id: game.id, game: isDoubtful ? null : game });
  }
  return [...reported.values()];
}

/** The provider's own id of an event. */
function eventIdOf(gameId: string): string {
  return gameId.slice(gameId.indexOf(':') + 1);
}

function hasSwappedSides(before: GameRow | undefined, after: GameRow): boolean {
  return before !== undefined && isSameMatch(before, after) && before.homeTeamId !== after.homeTeamId;
}

function isReplaced(before: GameRow | undefined, after: GameRow): boolean {
  return before !== undefined && !isSameMatch(before, after);
}

/**
 * Rows that one statement writes at most. Postgres takes 65,535 parameters, and a game has about forty. Chosen: a sixth
 * of what would fit. A busy process needs seconds to build the longest statement, and the database ends a transaction
 * that is idle for so long.
 */
const batchRows = 250;

const inBatches = <T>(rows: readonly T[]): T[][] => batchesOf(rows, batchRows);

/** Runs `read` on all batches at once and joins what it returns. */
async function inParallel<T, R>(rows: readonly T[], read: (batch: T[]) => Promise<R[]>): Promise<R[]> {
  return (await Promise.all(inBatches(rows).map(read))).flat();
}

function idsOf(games: readonly { id: string }[]): string[] {
  return games.map((game) => game.id);
}

function byId(rows: readonly GameRow[]): Map<string, GameRow> {
  return new Map(rows.map((row) => [row.id, row]));
}

function judgeGame(
  found: GameRow | null,
  { game }: ReportedGame,
  at: Date,
  { apartMs, now }: { apartMs: number; now: Date },
): Judged {
  const stored = found && withPastChange(found, now);
  // An older answer, or a second one of the same poll, adds nothing.
  const isOld = stored !== null && stored.changedAt >= at;
  const isOfThisPoll = stored?.changedAt.getTime() === at.getTime();
  if (stored && game && isOfThisPoll && !repeatsResult(stored, game, at, now)) {
    return { row: contradicted(stored, at), reason: contradiction, takesQuote: false };
  }
  if (!game) {
    return { row: stored && !isOld ? contradicted(stored, at) : null, reason: contradiction, takesQuote: false };
  }
  // A proposal by an earlier answer of this poll does not count as an earlier poll.
  const polls = (stored?.proposedPolls ?? 0) - (isOfThisPoll ? 1 : 0);
  const reason = (stored && doubtAbout({ ...stored, proposedPolls: Math.max(0, polls) }, game, now)?.reason) ?? null;
  const next = isOld ? null : nextState(stored, game, at, { now });
  const isTooSoon = stored !== null && at.getTime() - stored.changedAt.getTime() < apartMs;
  const row = isTooSoon && next && confirms(stored, next) ? null : next;
  const { homeTeamId, awayTeamId, proposedStart } = row ?? stored ?? {};
  const isAsStored = homeTeamId === game.home.id && awayTeamId === game.away.id;
  const isUpcoming = game.status === 'scheduled' && !stored?.startedAt;
  return { row, reason, takesQuote: isUpcoming && reason === null && proposedStart === null && isAsStored };
}

/**
 * The row, with a time of change before any poll if that time lies in the future. The database's clock was set back
 * since; polls would be ignored until it reaches that time again.
 */
function withPastChange(stored: GameRow, now: Date): GameRow {
  return isFromFuture(stored.changedAt, now) ? { ...stored, changedAt: new Date(0) } : stored;
}

const contradiction = 'it comes more than once, and not the same each time';

/**
 * Whether a second answer of one poll has the same result as the first. True as well where the first answer did not
 * start the count of a result.
 */
function repeatsResult(stored: GameRow, game: FeedGame, at: Date, now: Date): boolean {
  const isCounting = stored.equalPolls > 0 && stored.equalPolls < confirmingPolls;
  if (!isCounting || (stored.status !== 'final' && stored.status !== 'canceled')) return true;
  const next = nextState(stored, game, at, { now });
  return next !== null && next.equalPolls > stored.equalPolls;
}

/**
 * Whether the later row takes effect because two polls agree: on a result, on betting that opens again, on a final game
 * that is played on, on other teams or on another start.
 */
function confirms(row: GameRow, next: GameRow): boolean {
  const isConfirmed = next.equalPolls >= confirmingPolls && row.equalPolls < confirmingPolls;
  const isPlayedOn = row.status === 'final' && next.status !== 'final';
  const isAccepted =
    row.proposedStart !== null &&
    next.proposedStart === null &&
    (row.proposedStart.getTime() === next.startsAt.getTime() || !isSameMatch(row, next));
  return isConfirmed || isPlayedOn || isAccepted || (row.bettingLocked && !next.bettingLocked);
}
