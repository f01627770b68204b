import { freeText } from '#shared/api/values.ts';
import { showHours } from '#shared/domain/game-speed.ts';
import type { Grade } from '#shared/domain/grade.ts';
import { correctionHours } from '#shared/domain/limits.ts';
import { type Cents, cents } from '#shared/domain/money.ts';
import { rowName } from '#shared/domain/naming.ts';
import { sportRules } from '#shared/domain/sport.ts';
import { appendAuditLine } from '../audit/store.ts';
import { databaseNow } from '../db/clock.ts';
import type { Database, Db } from '../db/connection.ts';
import { reachableLeagues } from '../db/reach.ts';
import { recordSportChange } from '../events/store.ts';
import { type GameRow, lockGameRows } from '../games/store.ts';
import { listFunds, lockLeague } from '../leagues/store.ts';
import { badInput, Refusal } from '../lib/refusal.ts';
import { isSameResult, withHomeTeam } from './by-team.ts';
import { isPastCorrection, startOf } from './confirm.ts';
import { deleteCorrections } from './corrections-store.ts';
import { type MemberMove, memberMoves } from './member-moves.ts';
import { appendResults, countLegsPastTime, listResults, markSettled, type ResultRow } from './results-store.ts';
import { type Change, decideOn, settleBatch } from './settle.ts';
import { type LockedLeg, type LockedTicket, listLeaguesToGrade } from './settle-store.ts';

/** A result that an admin or operator enters, in the scores that count for bets. */
export type ByHand = {
  gameId: string;
  outcome: { isVoid: true } | { isVoid: false; home: number; away: number; halfInnings: number | null };
  reason: string;
  /** The admin's user id; null for the operator's command line. */
  setById: string | null;
};

/** A game, its result in force, and the wanted result; `isNew` is false if the wanted one is in force already. */
type Judged = { game: GameRow; before: ResultRow | null; result: ResultRow; isNew: boolean };

export type TicketMove = {
  id: string;
  userName: string;
  stake: Cents;
  /** Null while the ticket is open. */
  before: Grade | null;
  after: Grade | null;
  entries: Change['moved']['entries'];
};

/** The changes that a result makes in one league; no tickets and members once the league is final. */
export type LeagueMove = {
  name: string;
  finalizedAt: Date | null;
  /** Number of graded legs, including those whose ticket does not change. */
  legs: number;
  tickets: TicketMove[];
  members: MemberMove[];
};

/**
 * pastTime  legs that were voided because the game was not played in time. No result changes them.
 * isWhole   false if a machine is lost: the worker settles its leagues once it is back.
 */
export type Moves = Judged & { leagues: LeagueMove[]; pastTime: number; isWhole: boolean };

/**
 * Shows what a result set by hand would change, league by league, and writes nothing.
 *
 * Runs the settling itself in transactions that are rolled back. So the preview cannot differ from what is written
 * later.
 *
 * Refuses as `setResult`.
 */
export async function previewResult(database: Database, wanted: ByHand): Promise<Moves> {
  const { now, ...judged } = await runRolledBack(database, (tx) => judge(tx, wanted));
  return settleLeagueByLeague(database, judged, now, (work) => runRolledBack(database, work));
}

/**
 * Writes a game's result with an audit line and settles it at once. The feed cannot change this result later.
 * If the process dies in between, the worker settles the rest. A result that is in force already is not written again.
 *
 * lastRev  the revision that the caller has seen, 0 for none.
 * refuses  an unknown game (404); no reason, impossible scores (400); a score before the start, another result since
 *          `lastRev`, a first result older than 72 hours (409). Source: docs/house-rules.md#corrections.
 */
export async function setResult(database: Database, wanted: ByHand, lastRev: number): Promise<Moves> {
  const { now, ...judged } = await database.withTx(async (tx) => {
    const next = await judge(tx, wanted);
    const { before, result, isNew } = next;
    if ((before?.rev ?? 0) !== lastRev) {
      throw new Refusal(409, 'result-changed', 'The game has got another result meanwhile. Please look again.');
    }
    if (isNew) {
      const { rev, gameId, isVoid, home, away, halfInnings, reason } = result;
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
  const moves = await settleLeagueByLeague(database, judged, now, database.withTx);
  if (moves.isWhole) await markSettled(database, judged.game.id, judged.result.rev);
  return moves;
}

/** Locks the game's row and returns the revision that would follow, with the time (`now`) by which it was checked. */
async function judge(tx: Db, { gameId, outcome, reason, setById }: ByHand): Promise<Judged & { now: Date }> {
  const words = freeText(300).safeParse(reason);
  if (!words.success) throw badInput(`The reason ${words.error.issues[0]?.message ?? 'cannot be stored'}.`);
  if (words.data === '') throw badInput('A reason is needed: members read it on their bets.');
  const [game] = await lockGameRows(tx, [gameId]);
  if (!game) throw new Refusal(404, 'game-not-found', `There is no game ${gameId}.`);
  const now = await databaseNow(tx);
  if (!outcome.isVoid) refuseScore(game, outcome, now);

  const revisions = await listResults(tx, [gameId]);
  const [first, before] = [revisions[0], revisions.at(-1) ?? null];
  const said = outcome.isVoid ? { isVoid: true, home: null, away: null, halfInnings: null } : outcome;
  const { homeTeamId, awayTeamId } = game;
  const from = { gameId, source: 'admin', homeTeamId, awayTeamId, startsAt: startOf(game) } as const;
  const given = { ...from, ...said, rev: revisions.length + 1, at: now, pullId: null, setById, reason: words.data };
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

/**
 * Settles a result in every league with legs on the game, one after another, each in one transaction that `run` opens.
 *
 * Not `settleLegs` of settle.ts, which settles small leagues together and a big one in several transactions. A preview rolls
 * back what it settles, so a second transaction would settle the same tickets again. And what is shown of a league, its
 * members before and after, must come from the transaction that settles it.
 */
async function settleLeagueByLeague(
  database: Database,
  judged: Judged,
  now: Date,
  run: <T>(work: (tx: Db) => Promise<T>) => Promise<T>,
): Promise<Moves> {
  const { db } = database;
  const { game, result } = judged;
  const { isWhole, these } = await reachableLeagues(database);
  const leagues: LeagueMove[] = [];
  for (const { leagueId } of await listLeaguesToGrade(db, { gameId: game.id, rev: result.rev }, these)) {
    const league = await run((tx) => settleLeague(tx, leagueId, judged, now));
    if (league) leagues.push(league);
  }
  return { ...judged, leagues, pastTime: await countLegsPastTime(db, game.id, these), isWhole };
}

/** Settles a result in one league; null if the league has been deleted in the meantime. */
async function settleLeague(tx: Db, leagueId: string, { game, result }: Judged, now: Date): Promise<LeagueMove | null> {
  const league = await lockLeague(tx, leagueId);
  if (!league) return null;
  let legs = 0;
  const changes: Change[] = [];
  for (let locked = 1; locked > 0; ) {
    const which = { gameId: game.id, rev: result.rev, isFinal: game.status === 'final' };
    const decide = (leg: LockedLeg, ticket: LockedTicket) => decideOn(leg, ticket, game, result);
    const batch = await settleBatch(tx, [leagueId], which, decide, now);
    locked = batch.locked;
    legs += batch.legs;
    changes.push(...batch.changes);
  }
  const funds = await listFunds(tx, leagueId);
  const names = new Map(funds.map((member) => [member.userId, rowName(member)]));
  const tickets = changes.map(({ ticket, after, moved }) => ({
    id: ticket.id,
    userName: names.get(ticket.userId) ?? '',
    stake: cents(ticket.stake),
    before: ticket.grade,
    after: after?.grade ?? null,
    entries: moved.entries,
  }));
  return { name: league.name, finalizedAt: league.finalizedAt, legs, tickets, members: memberMoves(funds, changes) };
}

/** Runs `work` in a transaction, rolls it back and returns the result of `work`. */
async function runRolledBack<T>({ withTx }: Database, work: (tx: Db) => Promise<T>): Promise<T> {
  const rollback = new Error('a preview writes nothing');
  const seen: T[] = [];
  await withTx(async (tx) => {
    seen.splice(0, seen.length, await work(tx));
    throw rollback;
  }).catch((error: unknown) => {
    if (error !== rollback) throw error;
  });
  return seen[0] as T;
}
