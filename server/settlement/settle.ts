import { isFromFuture } from '#shared/domain/from-future.ts';
import { type Grade, gradeLeg, type LegGrade, type Score } from '#shared/domain/grade.ts';
import { limitsOf } from '#shared/domain/limits.ts';
import { cents } from '#shared/domain/money.ts';
import type { Price } from '#shared/domain/price.ts';
import { type Postings, postings, type Verdict, verdict } from '#shared/domain/settle.ts';
import { type Database, type Db, isUnreachable } from '../db/connection.ts';
import { recordLeagueChanges } from '../events/store.ts';
import { isSameMatch } from '../games/same-match.ts';
import { findGame, type GameRow } from '../games/store.ts';
import { runGroupsIsolated, runIsolated } from '../lib/run-isolated.ts';
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
  areLeaguesSharded,
  type GradedLeg,
  type LeagueToGrade,
  type LegsToGrade,
  type LockedLeg,
  type LockedTicket,
  listLeaguesToGrade,
  lockTicketsToGrade,
  type PlacedOn,
  writeSettlement,
} from './settle-store.ts';

/** Ours: how many tickets one transaction settles, so that a big league never holds its members for long. */
const ticketsAtOnce = 1_000;

/** Ours: how many leagues one transaction settles; what a transaction and its statements cost is small against so many. */
const leaguesAtOnce = 50;

/** Ours: transactions that run side by side, since one waits for the database most of its time. */
const transactionsAtOnce = 4;

export type Settled = { games: number; legs: number; tickets: number };

/** A ticket whose verdict changed, and what that moved. */
export type Change = { ticket: LockedTicket; after: Verdict | null; moved: Postings };

/** What a leg is graded, on which score of which result. */
type Decision = LegGrade & { score: Score | null; resultRev: number | null; pullId: string | null };
type Decide = (leg: LockedLeg, ticket: LockedTicket) => Decision;

/**
 * Settles every ticket that a result now allows or corrects, and voids what can no longer be played in time or was placed
 * on a match that another one has replaced.
 *
 * Any number of workers may run this at once, and any of them may die: the rows decide, so nothing is paid twice and
 * the next run finds what is left. Small leagues share a transaction, or have one each when that fails and where they are
 * spread over machines; a big one takes several. Source: hardening P-SETTLE.
 *
 * earliestMs  a feed's result sooner than this after the start, in the game's own time, is held back: no game ends that
 *             fast (house rules).
 * Throws      when a game or a league of it failed, once all others are settled; the next run tries that again.
 */
export async function settleGames(database: Database, now: Date, earliestMs: number): Promise<Settled> {
  const done: Settled = { games: 0, legs: 0, tickets: 0 };
  const steps = [
    ...(await gamesToSettle(database.db)).map((gameId) => ({
      name: `settling ${gameId}`,
      run: () => settleGame(database, gameId, { now, earliestMs }, done),
    })),
    ...(await listOpenPlacings(database.db, now)).flatMap((placing) => {
      const { game, placedOn } = placing;
      const decision = whyCalledOff(placing, now);
      const which = { gameId: game.id, rev: null, placedOn };
      const run = (decided: Decision) => settleEverywhere(database, which, () => decided, now, done);
      return decision ? [{ name: `calling off ${game.id}`, run: () => run(decision) }] : [];
    }),
  ];
  await runIsolated(
    steps,
    (step) => step.name,
    (step) => step.run(),
    { isFatal: isUnreachable },
  );
  return done;
}

/** The games whose last result waits for legs to be graded; those that nobody has a bet on, the most by far, are done with. */
async function gamesToSettle(db: Db): Promise<string[]> {
  const waiting = await listGamesToSettle(db);
  if (waiting.length === 0) return [];
  const betOn = new Set(await filterWithLegs(db, waiting));
  await markUnbetSettled(
    db,
    waiting.filter((id) => !betOn.has(id)),
  );
  return [...betOn];
}

/** A void that rests on no result, so that none ever changes it. */
const forGood = { grade: 'void', score: null, resultRev: null, pullId: null } as const;
const outOfTime: Decision = { ...forGood, rule: 'not-played-in-time' };
const differentMatch: Decision = { ...forGood, rule: 'different-match' };

/** Why open legs that were placed on this start and match are void without a result; null while they are not. */
function whyCalledOff(placing: OpenPlacing, now: Date): Decision | null {
  if (!isSameMatch(placing.game, placing.placedOn)) return differentMatch;
  return isOutOfTime(placing, now) ? outOfTime : null;
}

/** Carries a game's last result to every leg, unless it is too early for one, and adds to `done` what that settled. */
export async function settleGame(
  database: Database,
  gameId: string,
  { now, earliestMs }: { now: Date; earliestMs: number },
  done: Settled = { games: 0, legs: 0, tickets: 0 },
): Promise<void> {
  const [game, result] = [await findGame(database.db, gameId), await findResult(database.db, gameId)];
  if (!game || !result || isTooEarly(result, now, earliestMs)) return;
  const which = { gameId, rev: result.rev };
  await settleEverywhere(database, which, (leg, ticket) => decideOn(leg, ticket, game, result), now, done);
  await markSettled(database.db, gameId, result.rev);
}

async function settleEverywhere(database: Database, which: LegsToGrade, decide: Decide, now: Date, done: Settled) {
  const leagues = await listLeaguesToGrade(database.db, which);
  if (leagues.length > 0) done.games += 1;
  await runGroupsIsolated(
    together(leagues, (await areLeaguesSharded(database.db)) ? 1 : leaguesAtOnce),
    ({ leagueId }) => `league ${leagueId}`,
    async (group) => {
      const leagueIds = group.map(({ leagueId }) => leagueId);
      for (let held = ticketsAtOnce; held === ticketsAtOnce; ) {
        // Not durable: a crash may then lose the last batch, which the next run settles again.
        const batch = await database.withTx((tx) => settleBatch(tx, leagueIds, which, decide, now), { durable: false });
        held = batch.held;
        done.legs += batch.legs;
        done.tickets += batch.changes.length;
      }
    },
    { isFatal: isUnreachable, concurrency: transactionsAtOnce },
  );
}

/** The leagues that share a transaction: no more than one settles at once, and few enough that all lanes have some. */
function together(leagues: readonly LeagueToGrade[], mostLeagues: number): [LeagueToGrade, ...LeagueToGrade[]][] {
  const most = Math.min(mostLeagues, Math.ceil(leagues.length / transactionsAtOnce));
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
 * Whether the house rules call off what was placed on this start.
 *
 * Only after a poll past the limit still had the game unfinished: a worker that slept over the limit asks first, and a
 * result that is being confirmed counts. A game that was moved past the limit needs no such poll: none may come before
 * its new start. A game that disappeared from its feed waits longer, and then not even for a second equal poll.
 */
function isOutOfTime({ game, placedOn, absence }: OpenPlacing, now: Date): boolean {
  const { limit, voidBy } = deadlineOf(game, placedOn.originalStart, absence);
  if (absence && absence.at >= voidBy && now >= voidBy) return true;
  const polledAt = game.polledAt && !isFromFuture(game.polledAt, now) ? game.polledAt : null;
  const isUnfinished = game.startsAt > limit || (polledAt !== null && polledAt > limit);
  return now > limit && isUnfinished && game.equalPolls === 0;
}

/**
 * Grades the chosen legs of up to `ticketsAtOnce` tickets of these leagues, and books the verdicts that this changes.
 */
export async function settleBatch(tx: Db, leagueIds: readonly string[], which: LegsToGrade, decide: Decide, now: Date) {
  const held = await lockTicketsToGrade(tx, leagueIds, which, ticketsAtOnce);
  const graded: GradedLeg[] = [];
  const changes: Change[] = [];
  for (const ticket of held) {
    const grades = ticket.legs.map((leg): { grade: Grade | null; price: Price } => {
      const price = leg.price as Price;
      if (!isChosen(leg, ticket, which)) return { grade: leg.grade, price };
      const decision = decide(leg, ticket);
      graded.push({ leagueId: ticket.leagueId, ticketId: ticket.id, number: leg.number, ...decision });
      return { grade: decision.grade, price };
    });
    const stake = cents(ticket.stake);
    const before = ticket.grade === null ? null : { grade: ticket.grade, back: cents(ticket.back ?? 0) };
    const after = verdict(stake, grades);
    const difference = postings(stake, before, after);
    if (difference) changes.push({ ticket, after, moved: difference });
  }
  if (graded.length === 0) return { held: held.length, legs: 0, changes: [] };

  const verdicts = changes.map(({ ticket, after, moved: difference }) => ({
    leagueId: ticket.leagueId,
    id: ticket.id,
    userId: ticket.userId,
    round: ticket.round + 1,
    grade: after?.grade ?? null,
    back: after?.back ?? null,
    moved: difference,
  }));
  const written = await writeSettlement(tx, leagueIds, graded, verdicts, now);
  // A statement of its own: what changed is noted in one place, wherever a league lies.
  await recordLeagueChanges(tx, [...new Set(graded.map(({ leagueId }) => leagueId))]);
  return { held: held.length, legs: graded.length, changes: changes.filter(({ ticket }) => written.has(ticket.id)) };
}

/** The same choice as the store makes in SQL, for the legs of the tickets it held. */
function isChosen(leg: LockedLeg, ticket: LockedTicket, { gameId, rev, placedOn }: LegsToGrade): boolean {
  if (leg.gameId !== gameId) return false;
  if (placedOn && !isPlacedOn(leg, placedOn)) return false;
  if (leg.grade === null) return true;
  return !ticket.isLeagueFinal && rev !== null && leg.resultRev !== null && leg.resultRev < rev;
}

function isPlacedOn(leg: LockedLeg, { originalStart, homeTeamId, awayTeamId }: PlacedOn): boolean {
  const isSameStart = leg.originalStart.getTime() === originalStart.getTime();
  return isSameStart && leg.homeTeamId === homeTeamId && leg.awayTeamId === awayTeamId;
}

/** What the result means for one leg: called off for it, or graded on the score that counts. Source: house rules. */
export function decideOn(leg: LockedLeg, ticket: LockedTicket, game: GameRow, result: ResultRow): Decision {
  if (!isSameMatch(leg, result)) return differentMatch;
  const on = { score: null, resultRev: result.rev, pullId: result.pullId };
  if (result.isVoid) {
    return { ...on, grade: 'void', rule: result.source === 'admin' ? 'voided-by-admin' : 'canceled' };
  }
  if (result.homeTeamId !== leg.homeTeamId) return { ...on, grade: 'void', rule: 'home-and-away-swapped' };
  if (ticket.placedAt >= result.startsAt) return { ...on, grade: 'void', rule: 'started-before-placing' };
  // Begun after the limit, however late this worker hears of it.
  if (result.startsAt > limitsOf(game.id).finalBy(game.sport, leg.originalStart, false)) {
    return { ...on, grade: 'void', rule: 'not-played-in-time' };
  }
  if (result.home === null || result.away === null) throw new Error(`${game.id} has no score to grade on`);
  const score = { home: result.home, away: result.away };
  return { ...on, score, ...gradeLeg(leg, { sport: game.sport, score, halfInnings: result.halfInnings }) };
}
