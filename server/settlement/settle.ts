import type { Grade } from '#shared/domain/grade.ts';
import { limitsOf } from '#shared/domain/limits.ts';
import { cents } from '#shared/domain/money.ts';
import type { Price } from '#shared/domain/price.ts';
import { type Postings, postings, type Verdict, verdict } from '#shared/domain/settle.ts';
import { type Database, type Db, isUnreachable } from '../db/connection.ts';
import { createClaims, type Share } from '../db/machine-claims.ts';
import { type Reach, reachableLeagues } from '../db/reach.ts';
import { recordSettlementChanges } from '../events/store.ts';
import { listAbsences } from '../games/absence-store.ts';
import { lockGamesExclusive } from '../games/locks.ts';
import { findGame } from '../games/store.ts';
import { runGroupsIsolated } from '../lib/run-isolated.ts';
import { type Decision, decideOn, whyCalledOff } from './decide.ts';
import { groupByLegs } from './group-by-legs.ts';
import {
  countLegs,
  findResult,
  listGamesToSettle,
  listOpenPlacings,
  markSettled,
  markUnbetSettled,
  type OpenPlacing,
  type ResultRow,
} from './results-store.ts';
import {
  type GradedLeg,
  type LeagueToGrade,
  type LegsToGrade,
  type LockedLeg,
  type LockedTicket,
  listLeaguesToGrade,
  lockTicketsToGrade,
  type PlacedOn,
  readByLegs,
  writeSettlement,
} from './settle-store.ts';

/** Chosen: the most tickets that one transaction settles. More would lock the members of a big league for too long. */
const ticketsAtOnce = 1_000;

/**
 * Chosen: the most leagues that one transaction settles. Shared by so many, the fixed cost of a transaction is small.
 */
const leaguesAtOnce = 50;

/**
 * Chosen: how many transactions run at the same time, of one game or of several. Each waits for the database most of its
 * time, and takes a connection that requests may need.
 */
const transactionsAtOnce = 4;

/**
 * Chosen: on a Citus one statement reads the leagues of at most so many games, which have at most so many legs together.
 * It asks every shard; the limits keep its rows few. A game with more legs is read alone.
 */
const gamesReadAtOnce = 50;
const legsReadAtOnce = 50_000;

/** Chosen: a transaction costs as much as the work on so many legs. */
const fewLegs = 50;
export type Settled = { games: number; legs: number; tickets: number };

/**
 * One run of settling: the leagues that it can reach, its time, the transactions that one game has at the same time, and
 * what it has settled so far.
 */
type Run = {
  database: Database;
  reach: Reach;
  now: Date;
  concurrency: number;
  games: Set<string>;
  legs: number;
  tickets: number;
};

/** A ticket whose verdict changed, with the ledger entries that this causes; `after` is null if it is open again. */
export type Change = { ticket: LockedTicket; after: Verdict | null; moved: Postings };

type Decide = (leg: LockedLeg, ticket: LockedTicket) => Decision;
/** Legs of one game that are to be graded, and how each is graded. */
type Grading = { which: LegsToGrade; decide: Decide };
/** A game whose result of this revision is not settled, with the number of its legs, graded or not. */
type DueGame = { gameId: string; rev: number; legs: number };

/**
 * Settles every ticket whose game has a new result or a correction. Voids open legs whose game can no longer be played
 * in time, or whose match was replaced by another one.
 *
 * Any number of workers may run this at the same time, and each may be killed at any moment. The rows say what is still
 * to be settled, so nothing is paid twice and the next run does the rest. Source: docs/decisions/settling-by-rows.md.
 *
 * Small leagues share a transaction. If it fails, each league gets a transaction of its own; on Citus each always has
 * one. A big league takes several. Source: docs/decisions/small-leagues-share-a-transaction.md.
 *
 * On Citus a run claims one machine after another and settles its leagues, unless another worker has claimed it. Leagues
 * of a lost machine follow once it is back.
 *
 * earliestMs  a feed's result that comes sooner after the start than this, in the game's own time, is not settled yet:
 *             no game ends that fast. Source: docs/house-rules.md#results.
 * Throws      after all other games and leagues are settled, if one of them failed; the next run tries it again.
 */
export async function settleGames(database: Database, now: Date, earliestMs: number): Promise<Settled> {
  // Both see the machines of this moment: a run that knows of no lost machine goes through all of them.
  const claims = createClaims(database);
  const run = await beginRun(database, now);
  const due = await gamesToSettle(run);
  const calledOff = await placingsToVoid(run);
  const { isOnePostgres } = database.machines;
  const gamesTogether = groupByLegs(due, isOnePostgres ? 1 : gamesReadAtOnce, legsReadAtOnce);
  const listLeagues = leagueReader(run);
  const settle = async (share: Share, grading: Grading, together: readonly DueGame[]) => {
    const leagues = await listLeagues(share, grading.which, together);
    const ofShare = leagues.filter(({ leagueId }) => claims.isIn(share, leagueId));
    await settleLegs(run, grading, ofShare);
  };
  const settledIn = new Map<string, Set<Share>>();
  const settleDue = async (share: Share, { gameId }: DueGame, together: readonly DueGame[]) => {
    const grading = await gradingOnResult(run, gameId, earliestMs);
    if (!grading) return;
    await settle(share, grading, together);
    const key = `${gameId} ${grading.which.rev}`;
    const shares = (settledIn.get(key) ?? new Set()).add(share);
    settledIn.set(key, shares);
    if (shares.size === claims.shares.length) await markIfWhole(run, gameId, grading.which.rev);
  };
  const steps = claims.shares.flatMap((share) => [
    ...gamesTogether.flatMap((together) =>
      together.map((game) => ({
        share,
        name: `settling ${game.gameId}`,
        run: () => settleDue(share, game, together),
      })),
    ),
    ...calledOff.map((placing) => ({
      share,
      name: `calling off ${placing.game.id}`,
      run: async () => {
        const grading = await gradingWithoutResult(run, placing);
        if (grading) await settle(share, grading, []);
      },
    })),
  ]);
  // After an outage thousands of games wait, most of them with few bets. On a Citus one game follows another, as a run
  // claims one machine after another.
  const gamesAtOnce = isOnePostgres ? Math.min(transactionsAtOnce, Math.max(1, steps.length)) : 1;
  run.concurrency = Math.floor(transactionsAtOnce / gamesAtOnce);
  try {
    await runGroupsIsolated(
      steps.map((step) => [step]),
      (step) => step.name,
      async ([step]) => {
        if (await claims.take(step.share)) await step.run();
      },
      { isFatal: isUnreachable, concurrency: gamesAtOnce },
    );
  } finally {
    await claims.release();
  }
  return { games: run.games.size, legs: run.legs, tickets: run.tickets };
}

async function beginRun(database: Database, now: Date): Promise<Run> {
  const reach = await reachableLeagues(database);
  return { database, reach, now, concurrency: transactionsAtOnce, games: new Set(), legs: 0, tickets: 0 };
}

/** The games whose last result is not settled and that have bets. Most have none: those are marked as settled here. */
async function gamesToSettle({ database: { db, withTx }, reach }: Run): Promise<DueGame[]> {
  const waiting = await listGamesToSettle(db);
  const gameIds = waiting.map(({ gameId }) => gameId);
  const counts = await countLegs(db, gameIds, reach.these);
  const unbet = gameIds.filter((id) => !counts.has(id));
  if (unbet.length > 0 && reach.isWhole) {
    await withTx(async (tx) => {
      await lockGamesExclusive(tx, unbet);
      await markUnbetSettled(tx, unbet);
    });
  }
  return waiting.flatMap((game) => {
    const legs = counts.get(game.gameId);
    return legs === undefined ? [] : [{ ...game, legs }];
  });
}

/**
 * Lists the leagues of a game with legs to grade. The first game of `together` reads those of all of them, once for a
 * share: other workers may have settled leagues of the next share meanwhile. A game with a later result by now is read
 * alone, and so is each if the common read fails, as it does if it takes too long.
 *
 * together  the same array for all its games; one with a single game has nothing to share.
 */
function leagueReader({ database: { db }, reach: { these } }: Run) {
  let last: { share: Share; together: readonly DueGame[]; found: Promise<LeagueToGrade[] | null> } | null = null;
  return async (share: Share, which: LegsToGrade, together: readonly DueGame[]): Promise<LeagueToGrade[]> => {
    const alone = () => listLeaguesToGrade(db, [which], these);
    const isDue = together.some(({ gameId, rev }) => gameId === which.gameId && rev === which.rev);
    if (together.length < 2 || !isDue) return alone();
    if (last?.share !== share || last.together !== together) {
      const found = listLeaguesToGrade(db, together, these).catch((error: unknown) => {
        if (isUnreachable(error)) throw error;
        return null;
      });
      last = { share, together, found };
    }
    const found = await last.found;
    return found?.filter(({ gameId }) => gameId === which.gameId) ?? alone();
  };
}

/** The placings whose open legs are void without a result. */
async function placingsToVoid({ database: { db }, reach, now }: Run): Promise<OpenPlacing[]> {
  return (await listOpenPlacings(db, now, reach.these)).filter((placing) => whyCalledOff(placing, now) !== null);
}

/**
 * Reads the game of such a placing again and returns the legs to void; null if the game has a result by now or the legs
 * are not void any more. No later result changes such a void, so a game that was read minutes ago must not decide it.
 */
async function gradingWithoutResult(
  { database: { db }, now }: Run,
  { game: { id: gameId }, placedOn }: OpenPlacing,
): Promise<Grading | null> {
  const game = await findGame(db, gameId);
  const [absence = null] = await listAbsences(db, [gameId]);
  const decision = game?.resultRev === 0 ? whyCalledOff({ game, placedOn, absence }, now) : null;
  return decision && { which: { gameId, rev: null, placedOn }, decide: () => decision };
}

/** Settles one game in all leagues. Does nothing if the result came too early. */
export async function settleGame(
  database: Database,
  gameId: string,
  { now, earliestMs }: { now: Date; earliestMs: number },
): Promise<void> {
  const run = await beginRun(database, now);
  const grading = await gradingOnResult(run, gameId, earliestMs);
  if (!grading) return;
  await settleLegs(run, grading, await listLeaguesToGrade(database.db, [grading.which], run.reach.these));
  await markIfWhole(run, gameId, grading.which.rev);
}

/** Marks the result as settled, unless bets on it may lie on a lost machine. */
async function markIfWhole({ database, reach }: Run, gameId: string, rev: number): Promise<void> {
  if (reach.isWhole) await markSettled(database, gameId, rev);
}

/** The legs to grade on the game's last result; null if it came too early. */
async function gradingOnResult(
  run: Run,
  gameId: string,
  earliestMs: number,
): Promise<(Grading & { which: { rev: number } }) | null> {
  const { db } = run.database;
  const [game, result] = [await findGame(db, gameId), await findResult(db, gameId)];
  if (!game || !result || isTooEarly(result, run.now, earliestMs)) return null;
  return {
    which: { gameId, rev: result.rev, isFinal: game.status === 'final' },
    decide: (leg, ticket) => decideOn(leg, ticket, game, result),
  };
}

/** Grades these legs in these leagues. */
async function settleLegs(run: Run, { which, decide }: Grading, leagues: readonly LeagueToGrade[]): Promise<void> {
  const { database, now, concurrency } = run;
  if (leagues.length > 0) run.games.add(which.gameId);
  const all = leagues.reduce((sum, league) => sum + league.legs, 0);
  // Unless there are few legs, each of the transactions that run at the same time gets a group.
  const perGroup = all <= fewLegs ? leagues.length : Math.ceil(leagues.length / concurrency);
  const most = Math.min(database.machines.isOnePostgres ? leaguesAtOnce : 1, perGroup);
  await runGroupsIsolated(
    groupByLegs(leagues, most, ticketsAtOnce),
    ({ leagueId }) => `league ${leagueId}`,
    async (group) => {
      const leagueIds = group.map(({ leagueId }) => leagueId);
      for (let locked = ticketsAtOnce; locked === ticketsAtOnce; ) {
        // Not durable: a crash may then lose the last batch, which the next run settles again.
        const batch = await database.withTx((tx) => settleBatch(tx, leagueIds, which, decide, now), { durable: false });
        locked = batch.locked;
        run.legs += batch.legs;
        run.tickets += batch.changes.length;
      }
    },
    { isFatal: isUnreachable, concurrency },
  );
}

function isTooEarly(result: ResultRow, now: Date, earliestMs: number): boolean {
  return (
    result.source === 'feed' &&
    !result.isVoid &&
    now.getTime() < result.startsAt.getTime() + limitsOf(result.gameId).scaled(earliestMs)
  );
}

/**
 * Locks up to `ticketsAtOnce` tickets of these leagues, grades the legs that `which` selects, and books each verdict
 * that changes. `locked` is the number of tickets; below `ticketsAtOnce` nothing is left to grade.
 */
export async function settleBatch(tx: Db, leagueIds: readonly string[], which: LegsToGrade, decide: Decide, now: Date) {
  const tickets = await lockTicketsToGrade(tx, leagueIds, which, ticketsAtOnce);
  const { graded, changes, unchanged } = gradeTickets(tickets, which, decide);
  if (graded.length === 0) return { locked: tickets.length, legs: 0, changes: [], unchanged: [] };

  const verdicts = changes.map(({ ticket, after, moved: difference }) => ({
    leagueId: ticket.leagueId,
    id: ticket.id,
    userId: ticket.userId,
    round: ticket.round + 1,
    grade: after?.grade ?? null,
    back: after?.back ?? null,
    moved: difference,
  }));
  // These legs are over before their game. A ticket of one leg is then settled: no list asks for its phase.
  const parlays = tickets.filter(({ legs }) => legs.length > 1);
  if (!which.isFinal) await readByLegs(tx, leagueIds, parlays);
  const written = await writeSettlement(tx, leagueIds, graded, verdicts, afterFrozenWeeks(tickets, now));
  // A statement of its own: on Citus the changes lie on the coordinator, and the leagues elsewhere.
  await recordSettlementChanges(tx, concerned(tickets, graded, changes));
  return {
    locked: tickets.length,
    legs: graded.length,
    changes: changes.filter(({ ticket }) => written.has(ticket.id)),
    unchanged,
  };
}

/**
 * Whom these grades concern: the leagues whose members see something of them, and in the other leagues the owners of the
 * tickets alone, which are parlays that stay open and hidden. Source: docs/decisions/change-notifications.md.
 */
function concerned(tickets: readonly LockedTicket[], graded: readonly GradedLeg[], changes: readonly Change[]) {
  const ids = new Set(graded.map(({ ticketId }) => ticketId));
  const changed = new Set(changes.map(({ ticket }) => ticket));
  const ofGraded = tickets.filter(({ id }) => ids.has(id));
  const seen = ofGraded.filter((ticket) => ticket.grade !== null || ticket.showsLegs || changed.has(ticket));
  const leagueIds = new Set(seen.map(({ leagueId }) => leagueId));
  const owners = ofGraded.filter(({ leagueId }) => !leagueIds.has(leagueId)).map(({ userId }) => userId);
  return { leagueIds: [...leagueIds], userIds: [...new Set(owners)] };
}

type Graded = {
  graded: GradedLeg[];
  changes: Change[];
  /** The tickets whose verdict stays: mostly parlays that wait for other legs. */
  unchanged: LockedTicket[];
};

/** Grades the legs of these tickets that `which` selects, and finds each ticket's verdict. */
export function gradeTickets(tickets: readonly LockedTicket[], which: LegsToGrade, decide: Decide): Graded {
  const graded: GradedLeg[] = [];
  const changes: Change[] = [];
  const unchanged: LockedTicket[] = [];
  for (const ticket of tickets) {
    const grades = ticket.legs.map((leg): { grade: Grade | null; price: Price } => {
      const price = leg.price as Price;
      if (!isToGrade(leg, ticket, which)) return { grade: leg.grade, price };
      const decision = decide(leg, ticket);
      graded.push({ leagueId: ticket.leagueId, ticketId: ticket.id, number: leg.number, ...decision });
      return { grade: decision.grade, price };
    });
    const stake = cents(ticket.stake);
    const before = ticket.grade === null ? null : { grade: ticket.grade, back: cents(ticket.back ?? 0) };
    const after = verdict(stake, grades);
    const difference = postings(stake, before, after);
    if (difference) changes.push({ ticket, after, moved: difference });
    else unchanged.push(ticket);
  }
  return { graded, changes, unchanged };
}

/**
 * The time of the settlement: `now`, which was read when the run began, but never within a frozen week. The leagues are
 * locked, so no week is frozen before this transaction ends.
 */
function afterFrozenWeeks(tickets: readonly LockedTicket[], now: Date): Date {
  return tickets.reduce((at, { frozenUntil }) => (frozenUntil && frozenUntil > at ? frozenUntil : at), now);
}

/** Whether `which` selects the leg: the same condition as in SQL, since a locked ticket comes with all its legs. */
function isToGrade(leg: LockedLeg, ticket: LockedTicket, { gameId, rev, placedOn }: LegsToGrade): boolean {
  if (leg.gameId !== gameId) return false;
  if (placedOn && !isPlacedOn(leg, placedOn)) return false;
  if (leg.grade === null) return true;
  return !ticket.isLeagueFinal && rev !== null && leg.resultRev !== null && leg.resultRev < rev;
}

function isPlacedOn(leg: LockedLeg, { originalStart, homeTeamId, awayTeamId }: PlacedOn): boolean {
  const isSameStart = leg.originalStart.getTime() === originalStart.getTime();
  return isSameStart && leg.homeTeamId === homeTeamId && leg.awayTeamId === awayTeamId;
}
