import { freeText } from '#shared/api/values.ts';
import { showHours } from '#shared/domain/game-speed.ts';
import { correctionHours } from '#shared/domain/limits.ts';
import { sportRules } from '#shared/domain/sport.ts';
import { appendAuditLine } from '../audit/store.ts';
import { databaseNow } from '../db/clock.ts';
import type { Database, Db } from '../db/connection.ts';
import { reachableLeagues } from '../db/reach.ts';
import { recordSportChange } from '../events/store.ts';
import { findGames, type GameRow, lockGames } from '../games/store.ts';
import { findBareLeague, listFunds, lockLeague } from '../leagues/store.ts';
import { badInput, Refusal } from '../lib/refusal.ts';
import { isSameResult, withHomeTeam } from './by-team.ts';
import { isPastCorrection, startOf } from './confirm.ts';
import { deleteCorrections } from './corrections-store.ts';
import { decideOn } from './decide.ts';
import { digestOf, type Judged, type LeagueMove, leagueMove, type Moves } from './moves.ts';
import { appendResults, countLegsPastTime, listResults, markSettled, type ResultRow } from './results-store.ts';
import { type Change, gradeTickets, settleBatch } from './settle.ts';
import {
  type LeagueToGrade,
  type LockedLeg,
  type LockedTicket,
  listLeaguesToGrade,
  readTicketsToGrade,
} from './settle-store.ts';

/** A result that an admin or operator enters, in the scores that count for bets. */
export type ByHand = {
  gameId: string;
  outcome: { isVoid: true } | { isVoid: false; home: number; away: number; halfInnings: number | null };
  reason: string;
  /** The admin's user id; null for the operator's command line. */
  setById: string | null;
};

/** A wanted result, whose reason may still be missing. */
type Asked = Omit<ByHand, 'reason'> & { reason: string | null };

/** The most that a preview reads. A league that does not fit is left out whole: half of it would show wrong ranks. */
type Most = { leagues: number; rows: number };
const everything: Most = { leagues: Number.POSITIVE_INFINITY, rows: Number.POSITIVE_INFINITY };

/** Chosen: the most that a preview on a page reads, in about a second: legs and members of so many leagues. */
export const mostOnPage: Most = { leagues: 100, rows: 10_000 };

/**
 * Shows what a result set by hand would change, league by league. It only reads: it waits for no lock, and nobody waits
 * for it. It grades by the functions that settle, so it shows what they write unless the rows change meanwhile.
 *
 * most     how much is read.
 * Refuses  as `setResult`, except for a missing reason.
 */
export async function previewResult(database: Database, asked: Asked, most = everything): Promise<Moves> {
  const { db } = database;
  const reason = asked.reason === null ? null : readReason(asked.reason);
  const [game] = await findGames(db, [asked.gameId]);
  return movesOf(database, db, await judge(db, game, { ...asked, reason }), most);
}

/**
 * Writes a game's result with an audit line and settles it at once. The feed cannot change this result later.
 * If the process dies in between, the worker settles the rest. A result that is in force already is not written again.
 *
 * lastRev  the revision that the caller has seen, 0 for none.
 * seen     the digest of the preview that the caller has seen, read with `mostOnPage`. It is compared while the game is
 *          locked. Left out, nothing is compared.
 * refuses  an unknown game (404); no reason, impossible scores (400); a score before the start, another result since
 *          `lastRev`, other moves than `seen`, a first result older than 72 hours (409).
 *          Source: docs/house-rules.md#corrections.
 */
export async function setResult(database: Database, wanted: ByHand, lastRev: number, seen?: string): Promise<Moves> {
  const reason = readReason(wanted.reason);
  const { now, ...judged } = await database.withTx(async (tx) => {
    const [game] = await lockGames(tx, [wanted.gameId]);
    const next = await judge(tx, game, { ...wanted, reason });
    const { before, result, isNew } = next;
    if ((before?.rev ?? 0) !== lastRev) {
      throw new Refusal(409, 'result-changed', 'The game has got another result meanwhile. Please look again.');
    }
    if (seen !== undefined && digestOf(await movesOf(database, tx, next, mostOnPage), next.now) !== seen) {
      throw new Refusal(409, 'moves-changed', 'Bets or balances have changed meanwhile. Please look again.');
    }
    if (isNew) {
      const { rev, gameId, isVoid, home, away, halfInnings } = result;
      await appendResults(tx, [result]);
      await deleteCorrections(tx, [gameId]); // this result decides them
      await appendAuditLine(tx, {
        actorId: wanted.setById,
        action: isVoid ? 'game-voided' : 'result-set',
        leagueId: null,
        detail: { gameId, rev, home, away, halfInnings, reason },
      });
      await recordSportChange(tx, next.game.sport); // the game takes no more bets, so slates change even without bets
    }
    return next;
  });
  const moves = await settleLeagueByLeague(database, judged, now);
  if (moves.isWhole) await markSettled(database, judged.game.id, judged.result.rev);
  return moves;
}

function readReason(reason: string): string {
  const words = freeText(300).safeParse(reason);
  if (!words.success) throw badInput(`The reason ${words.error.issues[0]?.message ?? 'cannot be stored'}.`);
  if (words.data === '') throw badInput('A reason is needed: members read it on their bets.');
  return words.data;
}

/** Judges a wanted result: the revision that would follow, with the time (`now`) by which it was checked. */
async function judge(db: Db, game: GameRow | undefined, asked: Asked): Promise<Judged & { now: Date }> {
  const { gameId, outcome, reason, setById } = asked;
  if (!game) throw new Refusal(404, 'game-not-found', `There is no game ${gameId}.`);
  const now = await databaseNow(db);
  if (!outcome.isVoid) refuseScore(game, outcome, now);

  const revisions = await listResults(db, [gameId]);
  const [first, before] = [revisions[0], revisions.at(-1) ?? null];
  const said = outcome.isVoid ? { isVoid: true, home: null, away: null, halfInnings: null } : outcome;
  const { homeTeamId, awayTeamId } = game;
  const from = { gameId, source: 'admin', homeTeamId, awayTeamId, startsAt: startOf(game) } as const;
  const given = { ...from, ...said, rev: revisions.length + 1, at: now, pullId: null, setById, reason };
  if (before?.source === 'admin' && isSameResult(before, given))
    return { game, before, result: before, isNew: false, now };
  if (first && isPastCorrection(first, now)) {
    const limit = showHours(correctionHours, gameId);
    throw new Refusal(409, 'result-stands', `Its result has stood for more than ${limit}: nothing changes any more.`);
  }
  return { game, before, result: before ? withHomeTeam(given, before.homeTeamId) : given, isNew: true, now };
}

function refuseScore(
  game: GameRow,
  { home, away, halfInnings }: { home: number; away: number; halfInnings: number | null },
  now: Date,
): void {
  const isScore = (value: number) => Number.isInteger(value) && value >= 0 && value <= 300;
  if (!isScore(home) || !isScore(away)) throw badInput('Scores are whole numbers from 0 to 300.');
  if (halfInnings !== null) {
    if (sportRules[game.sport].finalNeeds !== 'half-innings') throw badInput('Half-innings are for baseball only.');
    if (!Number.isInteger(halfInnings) || halfInnings < 1 || halfInnings > 100) {
      throw badInput('Half-innings are a whole number from 1 to 100.');
    }
  }
  if (game.startedAt === null && game.startsAt > now) {
    throw new Refusal(409, 'not-started', 'The game has not started: it can be voided, but it has no score yet.');
  }
}

/** The moves of the judged result in every league. Reads by `db` alone: it may be a transaction with a locked game. */
async function movesOf(
  { machines }: Pick<Database, 'machines'>,
  db: Db,
  { now: _now, ...judged }: Judged & { now: Date },
  most: Most,
): Promise<Moves> {
  const { game, result } = judged;
  const { isWhole, these } = await reachableLeagues({ machines, db });
  const found = await listLeaguesToGrade(db, [{ gameId: game.id, rev: result.rev }], these);
  const leagues: LeagueMove[] = [];
  const more: LeagueToGrade[] = [];
  let { rows } = most;
  for (const each of found) {
    const fits = each.legs <= rows && leagues.length < most.leagues;
    const league = fits ? await readLeague(db, each.leagueId, judged) : null;
    rows -= league ? each.legs + league.rows : 0;
    if (league) leagues.push(league.move);
    else if (!fits) more.push(each);
  }
  return { ...judged, leagues, pastTime: await countLegsPastTime(db, game.id, these), isWhole, more };
}

/** The moves of a result in one league; null if the league has been deleted. `rows` counts the members that were read. */
async function readLeague(
  db: Db,
  leagueId: string,
  { game, result }: Judged,
): Promise<{ move: LeagueMove; rows: number } | null> {
  const league = await findBareLeague(db, leagueId);
  if (!league) return null;
  const which = whichOf(game, result);
  const tickets = await readTicketsToGrade(db, leagueId, which);
  const graded = gradeTickets(tickets, which, (leg, ticket) => decideOn(leg, ticket, game, result));
  const funds = await listFunds(db, leagueId);
  return {
    move: leagueMove(league, game.id, { ...graded, legs: graded.graded.length }, funds, 'before'),
    rows: funds.length,
  };
}

function whichOf(game: GameRow, result: ResultRow) {
  return { gameId: game.id, rev: result.rev, isFinal: game.status === 'final' };
}

/**
 * Settles a result in every league with legs on the game, one after another, each in one transaction. Not `settleLegs`
 * of settle.ts, which settles small leagues together and a big one in several transactions: what is shown of a league,
 * its members before and after, must come from the transaction that settles it.
 */
async function settleLeagueByLeague(database: Database, judged: Judged, now: Date): Promise<Moves> {
  const { db } = database;
  const { game, result } = judged;
  const { isWhole, these } = await reachableLeagues(database);
  const leagues: LeagueMove[] = [];
  for (const { leagueId } of await listLeaguesToGrade(db, [{ gameId: game.id, rev: result.rev }], these)) {
    const league = await database.withTx((tx) => settleLeague(tx, leagueId, judged, now));
    if (league) leagues.push(league);
  }
  return { ...judged, leagues, pastTime: await countLegsPastTime(db, game.id, these), isWhole, more: [] };
}

/** Settles a result in one league; null if the league has been deleted in the meantime. */
async function settleLeague(tx: Db, leagueId: string, { game, result }: Judged, now: Date): Promise<LeagueMove | null> {
  const league = await lockLeague(tx, leagueId);
  if (!league) return null;
  const all = { legs: 0, changes: [] as Change[], unchanged: [] as LockedTicket[] };
  for (let locked = 1; locked > 0; ) {
    const decide = (leg: LockedLeg, ticket: LockedTicket) => decideOn(leg, ticket, game, result);
    const batch = await settleBatch(tx, [leagueId], whichOf(game, result), decide, now);
    locked = batch.locked;
    all.legs += batch.legs;
    all.changes.push(...batch.changes);
    all.unchanged.push(...batch.unchanged);
  }
  return leagueMove(league, game.id, all, await listFunds(tx, leagueId), 'after');
}
