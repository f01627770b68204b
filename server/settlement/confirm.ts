import { needsAdmin, type Outcome } from '#shared/domain/correction.ts';
import { isFromFuture } from '#shared/domain/from-future.ts';
import { correctionHours, limitsOf } from '#shared/domain/limits.ts';
import type { Db } from '../db/connection.ts';
import { recordLeagueChanges } from '../events/store.ts';
import type { FeedGame } from '../games/feed-answer.ts';
import { confirmingPolls } from '../games/next-state.ts';
import { isSameMatch } from '../games/same-match.ts';
import type { GameRow } from '../games/store.ts';
import { isSameResult, type TeamOutcome, turnedTo } from './by-team.ts';
import {
  type CorrectionRow,
  deleteCorrections,
  lapseCorrections,
  listCorrections,
  listLeaguesWaiting,
  upsertCorrections,
} from './corrections-store.ts';
import { appendResults, listResults, type NewResult, type ResultRow } from './results-store.ts';

/** Whether it is too late to correct a game that got its first result then. */
export function isPastCorrection(first: ResultRow, now: Date): boolean {
  return now > limitsOf(first.gameId).correctableUntil(first.at);
}

/**
 * Writes the first results that a poll has confirmed, for games whose rows the caller has locked: what bets are settled
 * on. Later ones are `weighCorrections`' to judge. Source: docs/house-rules.md#results.
 *
 * pullId  the pull that brought them; null where there is none.
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
  await appendResults(tx, first); // all at once: while games are held, no other poll of a spread database gets on
}

type Counted = Pick<FeedGame, 'status' | 'settleable' | 'countedHome' | 'countedAway' | 'halfInnings'>;
type Teams = Pick<ResultRow, 'homeTeamId' | 'awayTeamId'>;

/** What a game came to; null while that is not known. */
function outcomeOf(seen: Counted, teams: Teams): TeamOutcome | null {
  if (seen.status === 'canceled') return { ...teams, isVoid: true, home: null, away: null, halfInnings: null };
  const { settleable, countedHome: home, countedAway: away, halfInnings } = seen;
  return settleable && home !== null && away !== null ? { ...teams, isVoid: false, home, away, halfInnings } : null;
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

/** When the game began. A start that only holds its place does not say so; then it is when a poll first saw the game begun. */
export function startOf(game: GameRow): Date {
  return game.startKnown ? game.startsAt : (game.startedAt ?? game.startsAt);
}

/** What a poll says that a game with a result came to; null where it says nothing that could be relied on. */
export type HeardResult = { gameId: string; outcome: TeamOutcome | null };

export function heardResult(gameId: string, seen: FeedGame | null): HeardResult {
  return { gameId, outcome: seen && outcomeOf(seen, { homeTeamId: seen.home.id, awayTeamId: seen.away.id }) };
}

/** Those that do not simply repeat the result in force. Nothing is locked: `weighCorrections` looks again. */
export async function listDisputed(db: Db, heard: readonly HeardResult[]): Promise<HeardResult[]> {
  const ids = heard.map(({ gameId }) => gameId);
  const inForce = new Map((await listResults(db, ids)).map((result) => [result.gameId, result]));
  const known = new Set((await listCorrections(db, ids)).map(({ gameId }) => gameId));
  return heard.filter(({ gameId, outcome }) => {
    const result = inForce.get(gameId);
    return known.has(gameId) || (result && outcome && !isSameResult(result, outcome));
  });
}

/** A correction that is not taken, or not without an admin: for the log. */
export type CorrectionNews = { gameId: string; stands: Outcome; heard: Outcome; isIgnored: boolean; why: string };

type Poll = {
  /** When the poll began, and the database's clock now. */
  at: Date;
  now: Date;
  /** How far apart two polls must be to count as two. */
  apartMs: number;
  /** Over how many minutes of a real game polls must agree; the house rules' unless given. */
  minutes?: number | undefined;
  pullId: string | null;
};

/**
 * Weighs what one poll says against the results in force, for games whose rows the caller has locked: counts the polls
 * that agree, writes a correction as the next result once it is confirmed, and ignores one that comes too late or against
 * an admin's result. Returns what the log should say. Source: docs/house-rules.md#corrections.
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
  const gone = weighed.filter(({ before, after, isTaken }) => before && (!after || isTaken));
  await deleteCorrections(
    tx,
    gone.map(({ game }) => game.id),
  );
  await upsertCorrections(
    tx,
    weighed.flatMap(({ after, isTaken }) => (after && !isTaken ? [after] : [])),
  );
  // Whether a league waits is part of what its members see of it.
  const turned = weighed.filter(({ before, after }) => before?.state !== after?.state);
  await recordLeagueChanges(
    tx,
    await listLeaguesWaiting(
      tx,
      turned.map(({ game }) => game.id),
      poll.now,
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

/** The correction after one poll; null when there is none: the poll repeats the result, or breaks the row of equal polls. */
function weigh(
  before: CorrectionRow | null,
  outcome: TeamOutcome | null,
  revisions: Revisions,
  { at, now, apartMs }: Poll,
): CorrectionRow | null {
  const last = inForce(revisions);
  if (at <= last.at && !isFromFuture(last.at, now)) return before; // an answer from before the result
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
  const said = turnedTo(outcome, last.homeTeamId);
  const isRefused = last.source === 'admin' || now > until;
  const isDrastic = revisions.some((revision) => needsAdmin(turnedTo(revision, last.homeTeamId), said));
  const state = isRefused ? 'ignored' : isDrastic ? 'needs-admin' : 'counting';
  return { gameId, rev, ...said, polls: 1, since: at, at, until, state };
}

/** Whether a correction was counted, or lapsed, by a clock that was ahead and is right now: it is weighed again. */
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

/** Ignores from now on the corrections whose time is over, and returns what the log should say of them. */
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
