import { isFromFuture } from '#shared/domain/from-future.ts';
import { type Grade, gradeLeg, type LegGrade } from '#shared/domain/grade.ts';
import type { GradableLeg, Score } from '#shared/domain/leg.ts';
import { limitsOf } from '#shared/domain/limits.ts';
import { cents } from '#shared/domain/money.ts';
import type { Price } from '#shared/domain/price.ts';
import { type Postings, postings, type Verdict, verdict } from '#shared/domain/settle.ts';
import { type Database, type Db, isUnreachable } from '../db/connection.ts';
import { createClaims, type Share } from '../db/machine-claims.ts';
import { type Reach, reachableLeagues } from '../db/reach.ts';
import { recordLeagueChanges } from '../events/store.ts';
import { lockGamesExclusive } from '../games/locks.ts';
import { isSameMatch } from '../games/same-match.ts';
import { findGame, type GameRow } from '../games/store.ts';
import { runGroupsIsolated } from '../lib/run-isolated.ts';
import { deadlineOf } from './deadline.ts';
import {
  filterWithLegs,
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

/** The grade of a leg, and the score and result that it rests on. */
type Decision = LegGrade & { score: Score | null; resultRev: number | null; pullId: string | null };
type Decide = (leg: LockedLeg, ticket: LockedTicket) => Decision;

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
  const gameIds = await gamesToSettle(run);
  const calledOff = (await listOpenPlacings(database.db, now, run.reach.these)).flatMap((placing) => {
    const decision = whyCalledOff(placing, now);
    return decision ? [{ which: { gameId: placing.game.id, rev: null, placedOn: placing.placedOn }, decision }] : [];
  });
  const timesSettled = new Map<string, number>();
  const settleIn = async (share: Share, gameId: string) => {
    const rev = await settleOnResult(run, gameId, earliestMs, (leagueId) => claims.isIn(share, leagueId));
    if (rev === null) return;
    const times = (timesSettled.get(`${gameId} ${rev}`) ?? 0) + 1;
    timesSettled.set(`${gameId} ${rev}`, times);
    if (times === claims.shares.length) await markIfWhole(run, gameId, rev);
  };
  const steps = claims.shares.flatMap((share) => [
    ...gameIds.map((gameId) => ({ share, name: `settling ${gameId}`, run: () => settleIn(share, gameId) })),
    ...calledOff.map(({ which, decision }) => ({
      share,
      name: `calling off ${which.gameId}`,
      run: () =>
        settleLegs(
          run,
          which,
          () => decision,
          (leagueId) => claims.isIn(share, leagueId),
        ),
    })),
  ]);
  // After an outage thousands of games wait, most of them with few bets. On a Citus one game follows another, as a run
  // claims one machine after another.
  const gamesAtOnce = database.machines.isOnePostgres ? Math.min(transactionsAtOnce, Math.max(1, steps.length)) : 1;
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
async function gamesToSettle({ database: { db, withTx }, reach }: Run): Promise<string[]> {
  const waiting = await listGamesToSettle(db);
  const betOn = new Set(await filterWithLegs(db, waiting, reach.these));
  const unbet = waiting.filter((id) => !betOn.has(id));
  if (unbet.length > 0 && reach.isWhole) {
    await withTx(async (tx) => {
      await lockGamesExclusive(tx, unbet);
      await markUnbetSettled(tx, unbet);
    });
  }
  return [...betOn];
}

/** A void without a result. No later result changes such a leg. */
const forGood = { grade: 'void', score: null, resultRev: null, pullId: null } as const;
const outOfTime: Decision = { ...forGood, rule: 'not-played-in-time' };
const differentMatch: Decision = { ...forGood, rule: 'different-match' };

/** Why open legs that were placed on this start and match are void without a result; null if they are not void. */
function whyCalledOff(placing: OpenPlacing, now: Date): Decision | null {
  if (!isSameMatch(placing.game, placing.placedOn)) return differentMatch;
  return isOutOfTime(placing, now) ? outOfTime : null;
}

/** Settles one game in all leagues. Does nothing if the result came too early. */
export async function settleGame(
  database: Database,
  gameId: string,
  { now, earliestMs }: { now: Date; earliestMs: number },
): Promise<void> {
  const run = await beginRun(database, now);
  const rev = await settleOnResult(run, gameId, earliestMs, () => true);
  if (rev !== null) await markIfWhole(run, gameId, rev);
}

/** Marks the result as settled, unless bets on it may lie on a lost machine. */
async function markIfWhole({ database, reach }: Run, gameId: string, rev: number): Promise<void> {
  if (reach.isWhole) await markSettled(database, gameId, rev);
}

/**
 * Grades every leg of these leagues on the game's last result. Returns its revision, or null if it came too early.
 */
async function settleOnResult(
  run: Run,
  gameId: string,
  earliestMs: number,
  isOfThese: (leagueId: string) => boolean,
): Promise<number | null> {
  const { db } = run.database;
  const [game, result] = [await findGame(db, gameId), await findResult(db, gameId)];
  if (!game || !result || isTooEarly(result, run.now, earliestMs)) return null;
  const which = { gameId, rev: result.rev, isFinal: game.status === 'final' };
  await settleLegs(run, which, (leg, ticket) => decideOn(leg, ticket, game, result), isOfThese);
  return result.rev;
}

async function settleLegs(run: Run, which: LegsToGrade, decide: Decide, isOfThese: (leagueId: string) => boolean) {
  const { database, reach, now } = run;
  const found = await listLeaguesToGrade(database.db, which, reach.these);
  const leagues = found.filter(({ leagueId }) => isOfThese(leagueId));
  if (leagues.length > 0) run.games.add(which.gameId);
  await runGroupsIsolated(
    groupLeagues(leagues, database.machines.isOnePostgres ? leaguesAtOnce : 1, run.concurrency),
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
    { isFatal: isUnreachable, concurrency: run.concurrency },
  );
}

/**
 * Groups the leagues that share a transaction. A group has at most `ticketsAtOnce` legs (a bigger league is alone), and
 * unless there are few legs it is small enough that each of `concurrency` transactions gets a group.
 */
function groupLeagues(
  leagues: readonly LeagueToGrade[],
  mostLeagues: number,
  concurrency: number,
): [LeagueToGrade, ...LeagueToGrade[]][] {
  const all = leagues.reduce((sum, league) => sum + league.legs, 0);
  const share = all <= fewLegs ? leagues.length : Math.ceil(leagues.length / concurrency);
  const most = Math.min(mostLeagues, share);
  const groups: [LeagueToGrade, ...LeagueToGrade[]][] = [];
  let room = 0;
  for (const league of leagues) {
    const last = groups.at(-1);
    if (last && last.length < most && league.legs <= room) {
      last.push(league);
      room -= league.legs;
    } else {
      groups.push([league]);
      room = ticketsAtOnce - league.legs;
    }
  }
  return groups;
}

function isTooEarly(result: ResultRow, now: Date, earliestMs: number): boolean {
  return (
    result.source === 'feed' &&
    !result.isVoid &&
    now.getTime() < result.startsAt.getTime() + limitsOf(result.gameId).scaled(earliestMs)
  );
}

/**
 * Whether the legs that were placed on this start are void because the game was not played in time.
 *
 * A poll after the limit must still have seen the game unfinished: a worker that slept past the limit has to poll
 * first, and a result that waits for its second poll counts. A game that was moved past the limit needs no such poll,
 * because none may come before its new start. A game that its feed no longer lists waits longer, and then a result that
 * waits for its second poll does not count. Source: docs/house-rules.md#postponed-and-not-played.
 */
function isOutOfTime({ game, placedOn, absence }: OpenPlacing, now: Date): boolean {
  const { limit, voidBy } = deadlineOf(game, placedOn.originalStart, absence);
  if (absence && !isFromFuture(absence.at, now) && absence.at >= voidBy && now >= voidBy) return true;
  const polledAt = game.polledAt && !isFromFuture(game.polledAt, now) ? game.polledAt : null;
  const isUnfinished = game.startsAt > limit || (polledAt !== null && polledAt > limit);
  const awaitsSecondPoll = game.equalPolls > 0 && (game.status === 'final' || game.status === 'canceled');
  return now > limit && isUnfinished && !awaitsSecondPoll;
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
  await recordLeagueChanges(tx, [...new Set(graded.map(({ leagueId }) => leagueId))]);
  return {
    locked: tickets.length,
    legs: graded.length,
    changes: changes.filter(({ ticket }) => written.has(ticket.id)),
    unchanged,
  };
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

/**
 * Grades one leg on the result: void if the house rules say so, else by the score. Source: docs/house-rules.md#bets.
 */
export function decideOn(
  leg: PlacedOn & GradableLeg,
  ticket: Pick<LockedTicket, 'placedAt'>,
  game: Pick<GameRow, 'id' | 'sport'>,
  result: Omit<ResultRow, 'gameId' | 'at' | 'setById' | 'reason'>,
): Decision {
  if (!isSameMatch(leg, result)) return differentMatch;
  const on = { score: null, resultRev: result.rev, pullId: result.pullId };
  if (result.isVoid) {
    return { ...on, grade: 'void', rule: result.source === 'admin' ? 'voided-by-admin' : 'canceled' };
  }
  if (result.homeTeamId !== leg.homeTeamId) return { ...on, grade: 'void', rule: 'home-and-away-swapped' };
  if (ticket.placedAt >= result.startsAt) return { ...on, grade: 'void', rule: 'started-before-placing' };
  // The game began after the limit. It is void even if this worker reads the result before it voids the leg.
  if (result.startsAt > limitsOf(game.id).finalBy(game.sport, leg.originalStart, false)) {
    return { ...on, grade: 'void', rule: 'not-played-in-time' };
  }
  if (result.home === null || result.away === null) throw new Error(`${game.id} has no score to grade on`);
  const score = { home: result.home, away: result.away };
  return { ...on, score, ...gradeLeg(leg, { sport: game.sport, score, halfInnings: result.halfInnings }) };
}
