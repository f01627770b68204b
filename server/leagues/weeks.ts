import type { Award } from '#shared/domain/award.ts';
import { candidatesOf, factsOf, type WeekFacts } from '#shared/domain/recap.ts';
import { freezeAfterMs, type RunningWeek, runningWeek, weekOf } from '#shared/domain/week.ts';
import { databaseNow } from '../db/clock.ts';
import { type Database, type Db, isUnreachable } from '../db/connection.ts';
import { reachableLeagues } from '../db/reach.ts';
import { recordLeagueChanges } from '../events/store.ts';
import { runIsolated } from '../lib/run-isolated.ts';
import { awardNext, awardSeason, isAwarded, readWeekAwards } from './awards.ts';
import { insertAwards, listLeaguesToAward } from './awards-store.ts';
import { findBareLeague, lockLeague } from './store.ts';
import {
  countWeekRounds,
  findWeeksOfLeague,
  insertWeek,
  listLeaguesToFreeze,
  listRecapLegs,
  listWeekMembers,
  listWeekRounds,
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
  const { these } = await reachableLeagues(database);
  const toFreeze = await listLeaguesToFreeze(database.db, weekOf(latest, latest).startsAt, these);
  await runIsolated(
    [...new Set([...(await listLeaguesToAward(database.db, these)), ...toFreeze])],
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
  while (await awardOld(database, leagueId));
  while (await freezeNext(database, leagueId, latest)) frozen += 1;
  return frozen;
}

/** Writes awards of a week that was frozen before there were awards; false if there is none. */
async function awardOld({ db, withTx }: Database, leagueId: string): Promise<boolean> {
  const read = await findBareLeague(db, leagueId);
  if (!read || isAwarded(read)) return false;
  return withTx(async (tx) => {
    const league = await lockLeague(tx, leagueId, 'update');
    if (!league || isAwarded(league)) return false;
    await awardNext(tx, league);
    await recordLeagueChanges(tx, [leagueId]);
    return true;
  });
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
  const frozen = await readWeek(db, leagueId, week);
  return withTx(async (tx) => {
    const league = await lockLeague(tx, leagueId, 'update');
    const running = league && runningWeek(league);
    if (!league || running?.number !== week.number || running.isLast !== week.isLast) return false;
    if (!isAwarded(league)) return false; // an older version has frozen a week meanwhile
    if ((await countWeekRounds(tx, leagueId, spanOf(week))) !== frozen.rounds) return false;
    await freeze(tx, leagueId, week, frozen);
    await recordLeagueChanges(tx, [leagueId]);
    return true;
  });
}

/** Freezes all weeks of a league that becomes final in this transaction, which has locked it, and the awards. */
export async function freezeLastWeeks(tx: Db, leagueId: string): Promise<void> {
  for (let league = await findBareLeague(tx, leagueId); league; league = await findBareLeague(tx, leagueId)) {
    const week = isAwarded(league) ? runningWeek(league) : null;
    if (week) await freeze(tx, leagueId, week, await readWeek(tx, leagueId, week));
    else if (isAwarded(league)) return;
    else await awardNext(tx, league);
  }
}

/** The frozen facts of a week: `rounds` counts its settlement rounds. No facts without any, so nothing to remember. */
type Frozen = { rounds: number; facts: WeekFacts | null; awards: Award[] };

async function readWeek(db: Db, leagueId: string, week: RunningWeek): Promise<Frozen> {
  const span = spanOf(week);
  const rounds = await listWeekRounds(db, leagueId, span);
  if (rounds.length === 0) return { rounds: 0, facts: null, awards: [] };
  const candidates = candidatesOf(rounds);
  const needed = [candidates.bestHit, candidates.biggestSingle, ...candidates.misses].flatMap(
    (ticket) => ticket?.ticketId ?? [],
  );
  const legsOf = await listRecapLegs(db, leagueId, span, [...new Set(needed)]);
  const facts = factsOf(await listWeekMembers(db, leagueId, span), rounds, candidates, legsOf);
  const awards = await readWeekAwards(db, leagueId, { number: week.number, span }, facts, rounds);
  return { rounds: rounds.length, facts, awards };
}

async function freeze(tx: Db, leagueId: string, week: RunningWeek, { facts, awards }: Frozen): Promise<void> {
  const { number, startsAt, endsAt, isLast } = week;
  if (facts) await insertWeek(tx, { leagueId, number, startsAt, endsAt, frozenAt: await databaseNow(tx), facts });
  await insertAwards(tx, leagueId, awards);
  if (isLast) {
    await awardSeason(tx, leagueId, number);
    await setAllFrozen(tx, leagueId);
  } else await setFrozenUntil(tx, leagueId, endsAt);
}
