import { candidatesOf, factsOf, type WeekFacts } from '#shared/domain/recap.ts';
import { freezeAfterMs, type RunningWeek, runningWeek, weekOf } from '#shared/domain/week.ts';
import { databaseNow } from '../db/clock.ts';
import { type Database, type Db, isUnreachable } from '../db/connection.ts';
import { reachableLeagues } from '../db/reach.ts';
import { recordLeagueChanges } from '../events/store.ts';
import { runIsolated } from '../lib/run-isolated.ts';
import { lockLeague } from './store.ts';
import {
  countWeekRounds,
  findWeeksOfLeague,
  insertWeek,
  listLeaguesToFreeze,
  listRecapLegs,
  listWeekMembers,
  listWeekRounds,
  type Span,
  setAllFrozen,
  setFrozenUntil,
  spanOf,
} from './weeks-store.ts';

/**
 * Freezes every week of every league that has been over for an hour, and the last weeks of final leagues. Returns the
 * number of weeks. Leagues of lost machines follow once these are back.
 *
 * Each week has its own transaction, which locks the league and checks the week again under the lock: another worker
 * has frozen it, or waits. Throws after all leagues if one failed; the next run tries that league again.
 */
export async function freezeWeeks(database: Database): Promise<number> {
  const now = await databaseNow(database.db);
  const latest = new Date(now.getTime() - freezeAfterMs);
  let frozen = 0;
  await runIsolated(
    await listLeaguesToFreeze(database.db, weekOf(latest, latest).startsAt, (await reachableLeagues(database)).these),
    (leagueId) => `freezing weeks of league ${leagueId}`,
    async (leagueId) => {
      frozen += await freezeWeeksOf(database, leagueId, now);
    },
    { isFatal: isUnreachable },
  );
  return frozen;
}

/** Freezes the weeks of one league that have been over for an hour at `now`. Returns the number of weeks. */
export async function freezeWeeksOf(database: Database, leagueId: string, now: Date): Promise<number> {
  const latest = new Date(now.getTime() - freezeAfterMs);
  let frozen = 0;
  while (await freezeNext(database, leagueId, latest)) frozen += 1;
  return frozen;
}

/**
 * Freezes the running week of a league if it ended at `latest` or before; returns whether it did.
 *
 * The facts are read before the league is locked, so that bets wait for a count and an insert alone. Rounds are only
 * added: if none was added to the week meanwhile, the facts still hold. If one was, the next run reads them again.
 */
async function freezeNext({ db, withTx }: Database, leagueId: string, latest: Date): Promise<boolean> {
  const read = await findWeeksOfLeague(db, leagueId);
  const week = read && runningWeek(read);
  if (!week || !(week.isLast ? read.finalizedAt !== null : week.endsAt <= latest)) return false;
  const { rounds, facts } = await readWeek(db, leagueId, spanOf(week));
  return withTx(async (tx) => {
    const league = await lockLeague(tx, leagueId, 'update');
    const running = league && runningWeek(league);
    if (running?.number !== week.number || running.isLast !== week.isLast) return false;
    if ((await countWeekRounds(tx, leagueId, spanOf(week))) !== rounds) return false;
    await freeze(tx, leagueId, week, facts);
    await recordLeagueChanges(tx, [leagueId]);
    return true;
  });
}

/** Freezes all weeks of a league that becomes final in this transaction, which has locked it. */
export async function freezeLastWeeks(tx: Db, leagueId: string): Promise<void> {
  for (let week = await findRunning(tx, leagueId); week; week = await findRunning(tx, leagueId)) {
    await freeze(tx, leagueId, week, (await readWeek(tx, leagueId, spanOf(week))).facts);
  }
}

async function findRunning(tx: Db, leagueId: string): Promise<RunningWeek | null> {
  const league = await findWeeksOfLeague(tx, leagueId);
  return league && runningWeek(league);
}

/** The number of settlement rounds of a week, and its facts; null if there are none, so nothing to remember. */
async function readWeek(db: Db, leagueId: string, span: Span): Promise<{ rounds: number; facts: WeekFacts | null }> {
  const rounds = await listWeekRounds(db, leagueId, span);
  if (rounds.length === 0) return { rounds: 0, facts: null };
  const candidates = candidatesOf(rounds);
  const needed = [candidates.bestHit, candidates.biggestSingle, ...candidates.misses].flatMap(
    (ticket) => ticket?.ticketId ?? [],
  );
  const legsOf = await listRecapLegs(db, leagueId, span, [...new Set(needed)]);
  return {
    rounds: rounds.length,
    facts: factsOf(await listWeekMembers(db, leagueId, span), rounds, candidates, legsOf),
  };
}

async function freeze(tx: Db, leagueId: string, week: RunningWeek, facts: WeekFacts | null): Promise<void> {
  const { number, startsAt, endsAt, isLast } = week;
  if (facts) await insertWeek(tx, { leagueId, number, startsAt, endsAt, frozenAt: await databaseNow(tx), facts });
  if (isLast) await setAllFrozen(tx, leagueId);
  else await setFrozenUntil(tx, leagueId, endsAt);
}
