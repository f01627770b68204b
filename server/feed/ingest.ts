import { isFromFuture } from '#shared/domain/from-future.ts';
import { ownMarkets } from '#shared/domain/market.ts';
import type { Sport } from '#shared/domain/sport.ts';
import { databaseNow } from '../db/clock.ts';
import type { Database } from '../db/connection.ts';
import { recordSportChange } from '../events/store.ts';
import { deleteAbsences } from '../games/absence-store.ts';
import type { FeedAnswer, FeedGame, Quarantined } from '../games/feed-answer.ts';
import { confirmingPolls, contradicted, doubtAbout, nextState } from '../games/next-state.ts';
import { isSameMatch } from '../games/same-match.ts';
import { findGames, type GameRow, lockGameRows, recordPolled, upsertGames, upsertWeek } from '../games/store.ts';
import { replaceQuotes, turnQuotes, upsertFeedQuotes } from '../quotes/store.ts';
import {
  type CorrectionNews,
  confirmResults,
  heardResult,
  listDisputed,
  weighCorrections,
} from '../settlement/confirm.ts';
import { distinct } from './distinct.ts';

/** `quarantined`: games of the answer whose facts were not taken, with the reason; `corrections`: those that were not. */
export type Ingested = { seen: number; changed: number; quarantined: Quarantined[]; corrections: CorrectionNews[] };

type IngestOptions = { pullId?: string | null; apartMs?: number; correctionMinutes?: number | undefined };

/** A game as the answer has it; `game` is null where the answer contradicts itself about it. */
type Heard = { id: string; game: FeedGame | null };

type Judged = {
  /** The row that the game comes to; null when it stays as it is. */
  row: GameRow | null;
  /** Why the facts of the poll are not taken; null when they are. */
  reason: string | null;
  /** Whether the quote of the poll is one on the match that the row is. */
  takesQuote: boolean;
};

/**
 * Writes what one poll brought: games that changed, and the quotes of games that have not begun.
 *
 * A game that is missing from the answer stays as it is, and so does a quote that is missing. `at` is the poll's own time; answers of one poll never confirm each other.
 *
 * pullId   the pull that brought the answer, which a result it confirms will name; null where there is none.
 * apartMs  how far apart two polls must be for one to confirm the other: two workers may poll in the same second.
 * correctionMinutes  over how many minutes of a real game polls must agree on a correction; left out, the house rules'.
 */
export async function ingest(
  database: Database,
  sport: Sport,
  answer: FeedAnswer,
  at: Date,
  { pullId = null, apartMs = 0, correctionMinutes }: IngestOptions = {},
): Promise<Ingested> {
  const seen = compared(answer);
  seen.sort((a, b) => (a.id < b.id ? -1 : 1)); // two workers that take their rows in one order never block each other
  const parts = inParts(seen);
  const before = byId((await Promise.all(parts.map((part) => findGames(database.db, idsOf(part))))).flat());
  const judge = (stored: Map<string, GameRow>, heard: Heard, now: Date) =>
    judgeGame(stored.get(heard.id) ?? null, heard, at, { apartMs, now });
  const judged = new Map(seen.map((heard) => [heard.id, judge(before, heard, at)]));
  const changed = seen.filter(({ id }) => judged.get(id)?.row);
  const quoted = seen.flatMap(({ id, game }) => {
    const hasBegun = game?.status !== 'scheduled' || Boolean(before.get(id)?.startedAt);
    const quote = game?.quote && ownMarkets(game.sport, game.quote);
    return quote && !hasBegun ? [{ gameId: id, quote }] : [];
  });

  const settled = seen.filter(({ id }) => (before.get(id)?.resultRev ?? 0) > 0);
  const disputed = await listDisputed(
    database.db,
    settled.map(({ id, game }) => heardResult(id, judged.get(id)?.reason === null ? game : null)),
  );
  let corrections: CorrectionNews[] = [];
  if (changed.length > 0 || quoted.length > 0 || disputed.length > 0) {
    await database.withTx(async (tx) => {
      let written = 0;
      const toHold = [...new Set([...idsOf(changed), ...disputed.map(({ gameId }) => gameId)])];
      const held = byId(toHold.length > 0 ? await lockGameRows(tx, toHold) : []);
      const now = new Date(Math.max(at.getTime(), (await databaseNow(tx)).getTime()));
      for (const heard of changed) judged.set(heard.id, judge(held, heard, now));
      const rows = changed.flatMap(({ id }) => judged.get(id)?.row ?? []);
      const replaced = idsOf(rows.filter((row) => isReplaced(held.get(row.id), row)));
      for (const part of inParts(rows)) {
        await upsertGames(tx, part);
        await confirmResults(tx, part, at, { pullId });
        written += part.length;
      }
      const poll = { at, now, apartMs, minutes: correctionMinutes, pullId };
      corrections = [];
      for (const part of inParts(disputed)) corrections.push(...(await weighCorrections(tx, part, held, poll)));
      await turnQuotes(tx, idsOf(rows.filter((row) => isTurned(held.get(row.id), row))), at);
      const taken = quoted.filter(({ gameId }) => judged.get(gameId)?.takesQuote);
      await replaceQuotes(tx, replaced, new Map(taken.map(({ gameId, quote }) => [gameId, quote])), at);
      for (const part of inParts(taken)) written += await upsertFeedQuotes(tx, part, at);
      if (written > 0) await recordSportChange(tx, sport);
    });
  }
  const quarantined = seen.flatMap(({ id }) => {
    const reason = judged.get(id)?.reason;
    return reason ? [{ eventId: eventIdOf(id), reason }] : [];
  });
  const awaited = [...before.values()].filter((game) => game.startsAt <= at && game.resultRev === 0);
  for (const part of inParts(awaited)) await deleteAbsences(database.db, idsOf(part)); // listed, whatever is said of it
  const underWay = awaited.filter((game) => judged.get(game.id)?.reason === null);
  for (const part of inParts(underWay)) await recordPolled(database.db, idsOf(part), at);
  const { currentWeek } = answer;
  if (currentWeek) {
    await database.withTx(async (tx) => {
      if (await upsertWeek(tx, { sport, ...currentWeek, seenAt: at })) await recordSportChange(tx, sport);
    });
  }
  return { seen: seen.length, changed: changed.length, quarantined, corrections };
}

/** The games of an answer, each once. One that comes several times must be the same each time, and have parsed each time. */
function compared({ games, quarantined }: FeedAnswer): Heard[] {
  const unread = new Set(quarantined.map(({ eventId }) => eventId));
  const heard = new Map<string, Heard>();
  for (const game of distinct(games)) {
    const isDoubtful = heard.has(game.id) || unread.has(eventIdOf(game.id));
    heard.set(game.id, { id: game.id, game: isDoubtful ? null : game });
  }
  return [...heard.values()];
}

/** The provider's own id of an event. */
function eventIdOf(gameId: string): string {
  return gameId.slice(gameId.indexOf(':') + 1);
}

function isTurned(before: GameRow | undefined, after: GameRow): boolean {
  return before !== undefined && isSameMatch(before, after) && before.homeTeamId !== after.homeTeamId;
}

function isReplaced(before: GameRow | undefined, after: GameRow): boolean {
  return before !== undefined && !isSameMatch(before, after);
}

/**
 * Rows that one statement writes at most. Postgres takes 65,535 parameters, and a game has some forty. Chosen: a sixth of
 * that, since a busy process takes seconds to write a statement of that length, and the database ends a transaction that is
 * silent for so long.
 */
const rowsAtOnce = 250;

function inParts<T>(rows: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(rows.length / rowsAtOnce) }, (_, part) =>
    rows.slice(part * rowsAtOnce, (part + 1) * rowsAtOnce),
  );
}

function idsOf(games: readonly { id: string }[]): string[] {
  return games.map((game) => game.id);
}

function byId(rows: readonly GameRow[]): Map<string, GameRow> {
  return new Map(rows.map((row) => [row.id, row]));
}

function judgeGame(
  found: GameRow | null,
  { game }: Heard,
  at: Date,
  { apartMs, now }: { apartMs: number; now: Date },
): Judged {
  const stored = found && aged(found, now);
  // An older answer, or another one of the same poll, has nothing to add.
  const isOld = stored !== null && stored.changedAt >= at;
  const isOfThisPoll = stored?.changedAt.getTime() === at.getTime();
  if (stored && game && isOfThisPoll && !agrees(stored, game, at, now)) {
    return { row: contradicted(stored, at), reason: contradiction, takesQuote: false };
  }
  if (!game) {
    return { row: stored && !isOld ? contradicted(stored, at) : null, reason: contradiction, takesQuote: false };
  }
  // What an earlier answer of this poll proposed is no poll before it.
  const polls = (stored?.proposedPolls ?? 0) - (isOfThisPoll ? 1 : 0);
  const reason = (stored && doubtAbout({ ...stored, proposedPolls: Math.max(0, polls) }, game, now)?.reason) ?? null;
  const next = isOld ? null : nextState(stored, game, at, { now });
  const isTooSoon = stored !== null && at.getTime() - stored.changedAt.getTime() < apartMs;
  const row = isTooSoon && next && confirms(stored, next) ? null : next;
  const { homeTeamId, awayTeamId, proposedStart } = row ?? stored ?? {};
  const isAsStored = homeTeamId === game.home.id && awayTeamId === game.away.id;
  return { row, reason, takesQuote: reason === null && proposedStart === null && isAsStored };
}

/** The row, older than any poll if it was written before the database's clock was set back: polls would be ignored until then. */
function aged(stored: GameRow, now: Date): GameRow {
  return isFromFuture(stored.changedAt, now) ? { ...stored, changedAt: new Date(0) } : stored;
}

const contradiction = 'it comes more than once, and not the same each time';

/** Whether another answer of the same poll brings the result that the first has made the row count, where that is one. */
function agrees(stored: GameRow, game: FeedGame, at: Date, now: Date): boolean {
  const isCounting = stored.equalPolls > 0 && stored.equalPolls < confirmingPolls;
  if (!isCounting || (stored.status !== 'final' && stored.status !== 'canceled')) return true;
  const next = nextState(stored, game, at, { now });
  return next !== null && next.equalPolls > stored.equalPolls;
}

/**
 * Whether the later row takes effect by being the second of two: a result, a game that opens again or is played on, or other
 * teams or another start.
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
