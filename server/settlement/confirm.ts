import { needsAdmin, type Outcome } from '#shared/domain/correction.ts';
import { isFromFuture } from '#shared/domain/from-future.ts';
import { correctionHours, limitsOf } from '#shared/domain/limits.ts';
import { type AuditLine, appendAuditLines } from '../audit/store.ts';
import type { Db } from '../db/connection.ts';
import type { OfLeagues } from '../db/of-leagues.ts';
import { recordLeagueChanges } from '../events/store.ts';
import type { FeedGame } from '../games/feed-answer.ts';
import { confirmingPolls } from '../games/next-state.ts';
import { isSameMatch, type TeamIds } from '../games/same-match.ts';
import type { GameRow } from '../games/store.ts';
import { isSameResult, type TeamOutcome, withHomeTeam } from './by-team.ts';
import {
  type CorrectionRow,
  deleteCorrections,
  lapseCorrections,
  listCorrections,
  listLeaguesWaiting,
  upsertCorrections,
} from './corrections-store.ts';
import { appendResults, listResults, type NewResult, type ResultRow } from './results-store.ts';

/** Whether the time in which a game's result may be corrected is over. It counts from `first`, its first result. */
export function isPastCorrection(first: ResultRow, now: Date): boolean {
  return now > limitsOf(first.gameId).correctableUntil(first.at);
}

/**
 * Writes the first result of each game that a poll has confirmed. The caller has locked the games. Settling
 * grades bets on this result; `weighCorrections` judges later ones. Source: docs/house-rules.md#results.
 *
 * pullId  the pull that brought the results; null without one.
 */
export async function confirmResults(
  tx: Db,
  rows: readonly GameRow[],
  at: Date,
  { pullId }: { pullId: string | null },
): Promise<void> {
  const first = rows.flatMap((game) => {
    if (game.resultRev > 0 || game.equalPolls < confirmingPolls) return [];
    const { homeTeamId, awayTeamId, countedHome, countedAway, halfInnings, status, settleable } = game;
    const teams = { homeTeamId, awayTeamId };
    const outcome = outcomeOf({ status, settleable, countedHome, countedAway, halfInnings }, teams);
    return outcome ? [{ ...resultOf(game, outcome, at, pullId), rev: 1 }] : [];
  });
  await appendResults(tx, first); // one statement for all: on Citus every other poll waits while games are locked
}

type Counted = Pick<FeedGame, 'status' | 'settleable' | 'countedHome' | 'countedAway' | 'halfInnings'>;

/** The outcome of a game as one poll saw it; null if the poll gives none that counts. */
function outcomeOf(seen: Counted, teams: TeamIds): TeamOutcome | null {
  if (seen.status === 'canceled') return { ...teams, isVoid: true, home: null, away: null, halfInnings: null };
  const { settleable, countedHome: home, countedAway: away, halfInnings } = seen;
  return settleable && home !== null && away !== null ? { ...teams, isVoid: false, home, away, halfInnings } : null;
}

/** The audit line of a result that a feed corrects. */
function correctionLine(gameId: string, revisions: readonly ResultRow[], after: Outcome): AuditLine {
  const said = ({ isVoid, home, away }: Outcome) => ({ isVoid, home, away });
  const before = revisions.at(-1);
  const detail = { gameId, rev: revisions.length + 1, before: before ? said(before) : null, after: said(after) };
  return { actorId: null, action: 'result-corrected', leagueId: null, detail };
}

function resultOf(game: GameRow, outcome: TeamOutcome, at: Date, pullId: string | null): NewResult {
  return {
    gameId: game.id,
    source: 'feed',
    ...outcome,
    startsAt: startOf(game),
    at,
    pullId,
    setById: null,
    reason: null,
  };
}

/** The start of the game. If that is only a placeholder, the time of the first poll that saw the game live. */
export function startOf(game: Pick<GameRow, 'startKnown' | 'startsAt' | 'startedAt'>): Date {
  return game.startKnown ? game.startsAt : (game.startedAt ?? game.startsAt);
}

/** The outcome that a poll gives for a game with a result; null if the answer about this game was not reliable. */
export type HeardResult = { gameId: string; outcome: TeamOutcome | null };

export function heardResult(gameId: string, seen: FeedGame | null): HeardResult {
  return { gameId, outcome: seen && outcomeOf(seen, { homeTeamId: seen.home.id, awayTeamId: seen.away.id }) };
}

/**
 * Filters out games without a correction whose poll repeats the result in force. Locks nothing: `weighCorrections`
 * checks again.
 */
export async function filterDisputed(db: Db, heard: readonly HeardResult[]): Promise<HeardResult[]> {
  const ids = heard.map(({ gameId }) => gameId);
  const inForce = new Map((await listResults(db, ids)).map((result) => [result.gameId, result]));
  const known = new Set((await listCorrections(db, ids)).map(({ gameId }) => gameId));
  return heard.filter(({ gameId, outcome }) => {
    const result = inForce.get(gameId);
    return known.has(gameId) || (result && outcome && !isSameResult(result, outcome));
  });
}

/** A correction that is ignored or needs an admin, as the log shows it. */
export type CorrectionNews = { gameId: string; stands: Outcome; heard: Outcome; isIgnored: boolean; why: string };

type Poll = {
  /** The beginning of the poll. */
  at: Date;
  /** The database's clock now. */
  now: Date;
  /** Milliseconds that must lie between two polls to count as two. */
  apartMs: number;
  /** Over how many minutes of a real game polls must agree; without it, the house rules' number. */
  minutes?: number | undefined;
  pullId: string | null;
  /** The leagues that can be read; the others get no word of the correction. */
  these: OfLeagues;
};

/**
 * Compares the outcomes of one poll with the results in force. The caller has locked the games. Counts the polls
 * that agree on a correction, and writes it as the next result once it is confirmed. Ignores a correction that comes
 * too late or contradicts an admin's result. Returns what the log should say. Source: docs/house-rules.md#corrections.
 */
export async function weighCorrections(
  tx: Db,
  heard: readonly HeardResult[],
  games: ReadonlyMap<string, GameRow>,
  poll: Poll,
): Promise<CorrectionNews[]> {
  if (heard.length === 0) return [];
  const ids = heard.map(({ gameId }) => gameId);
  const results = await listResults(tx, ids);
  const known = new Map((await listCorrections(tx, ids)).map((row) => [row.gameId, row]));
  const weighed = heard.flatMap(({ gameId, outcome }) => {
    const game = games.get(gameId);
    const revisions = results.filter((result) => result.gameId === gameId);
    const before = known.get(gameId) ?? null;
    if (!game || !isSome(revisions)) return [];
    const after = weigh(before, outcome, revisions, poll);
    const isTaken = after?.state === 'counting' && limitsOf(gameId).isConfirmed(after, poll.minutes);
    return [{ game, revisions, before, after, isTaken }];
  });

  await appendResults(
    tx,
    weighed.flatMap(({ game, revisions, after, isTaken }) => {
      if (!after || !isTaken) return [];
      const { isVoid, home, away, halfInnings, homeTeamId, awayTeamId } = after;
      const outcome = { isVoid, home, away, halfInnings, homeTeamId, awayTeamId };
      return [{ ...resultOf(game, outcome, poll.at, poll.pullId), rev: revisions.length + 1 }];
    }),
  );
  await appendAuditLines(
    tx,
    weighed.flatMap(({ game, revisions, after, isTaken }) =>
      after && isTaken ? [correctionLine(game.id, revisions, after)] : [],
    ),
  );
  const gone = weighed.filter(({ before, after, isTaken }) => before && (!after || isTaken));
  await deleteCorrections(
    tx,
    gone.map(({ game }) => game.id),
  );
  await upsertCorrections(
    tx,
    weighed.flatMap(({ after, isTaken }) => (after && !isTaken ? [after] : [])),
  );
  // Members see whether their league waits for a correction.
  const changed = weighed.filter(({ before, after }) => before?.state !== after?.state);
  await recordLeagueChanges(
    tx,
    await listLeaguesWaiting(
      tx,
      changed.map(({ game }) => game.id),
      poll.now,
      poll.these,
    ),
  );
  return weighed.flatMap(({ before, after, revisions }) => newsOf(before, after, revisions, poll));
}

type Revisions = readonly [ResultRow, ...ResultRow[]];

function isSome(revisions: readonly ResultRow[]): revisions is Revisions {
  return revisions.length > 0;
}

function inForce(revisions: Revisions): ResultRow {
  return revisions.at(-1) ?? revisions[0];
}

/**
 * The correction after one poll; null if the poll repeats the result, or interrupts the equal polls of a correction.
 */
function weigh(
  before: CorrectionRow | null,
  outcome: TeamOutcome | null,
  revisions: Revisions,
  { at, now, apartMs }: Poll,
): CorrectionRow | null {
  const last = inForce(revisions);
  if (at <= last.at && !isFromFuture(last.at, now)) return before; // the poll began before the result was written
  if (!outcome || !isSameMatch(last, outcome)) return before?.state === 'counting' ? null : before;
  if (isSameResult(last, outcome)) return null;
  if (before && isRepeated(before, last, outcome) && !isByWrongClock(before, last, now)) {
    if (before.state === 'ignored') return before;
    if (now > before.until) return { ...before, state: 'ignored' };
    const isNext = at > before.at && at.getTime() - before.at.getTime() >= apartMs;
    return isNext ? { ...before, polls: before.polls + 1, at } : before;
  }
  const { gameId, rev } = last;
  const firstAt = isFromFuture(revisions[0].at, now) ? now : revisions[0].at;
  const until = limitsOf(gameId).correctableUntil(firstAt);
  const said = withHomeTeam(outcome, last.homeTeamId);
  const isRefused = last.source === 'admin' || now > until;
  const isDrastic = revisions.some((revision) => needsAdmin(withHomeTeam(revision, last.homeTeamId), said));
  const state = isRefused ? 'ignored' : isDrastic ? 'needs-admin' : 'counting';
  return { gameId, rev, ...said, polls: 1, since: at, at, until, state };
}

/** Whether a correction was counted, or lapsed, while the database's clock was ahead. It is then judged anew. */
function isByWrongClock({ at, until, state }: CorrectionRow, last: ResultRow, now: Date): boolean {
  return isFromFuture(at, now) || (state === 'ignored' && last.source !== 'admin' && now <= until);
}

function isRepeated(before: CorrectionRow, last: ResultRow, outcome: TeamOutcome): boolean {
  return before.rev === last.rev && isSameResult(before, outcome);
}

function newsOf(
  before: CorrectionRow | null,
  after: CorrectionRow | null,
  revisions: Revisions,
  { now }: Poll,
): CorrectionNews[] {
  if (!after || after.state === 'counting') return [];
  const last = inForce(revisions);
  const isKnown = before !== null && isRepeated(before, last, after);
  if (isKnown && before.state === after.state) return [];
  const hasLapsed = isKnown && after.state === 'ignored';
  return [newsAbout(after, last, hasLapsed ? lapsed : whyNot(after, last, now))];
}

const lapsed = `it was neither confirmed nor accepted within ${correctionHours} hours`;

function whyNot(correction: CorrectionRow, last: ResultRow, now: Date): string {
  if (now > correction.until) return `it comes more than ${correctionHours} hours after the first result`;
  if (last.source === 'admin') return 'an admin has set the result';
  return whyAdmin(correction);
}

/** Why only an admin may accept the correction. */
export function whyAdmin({ isVoid }: Pick<CorrectionRow, 'isVoid'>): string {
  return isVoid ? 'it calls off a game that was played' : 'it takes points from both teams';
}

function newsAbout({ gameId, isVoid, home, away, state }: CorrectionRow, last: ResultRow, why: string): CorrectionNews {
  const stands = { isVoid: last.isVoid, home: last.home, away: last.away };
  return { gameId, stands, heard: { isVoid, home, away }, isIgnored: state === 'ignored', why };
}

/** Marks corrections whose time is over as ignored, and returns what the log should say about them. */
export async function endCorrections(db: Db, now: Date): Promise<CorrectionNews[]> {
  const ended = await lapseCorrections(db, now);
  const results = await listResults(
    db,
    ended.map(({ gameId }) => gameId),
  );
  return ended.flatMap((correction) => {
    const last = results.find(({ gameId, rev }) => gameId === correction.gameId && rev === correction.rev);
    return last ? [newsAbout(correction, last, lapsed)] : [];
  });
}
