import { setImmediate as nextMacrotask } from 'node:timers/promises';
import { ranked } from '#shared/domain/balance.ts';
import { isEligible } from '#shared/domain/fair-play.ts';
import { databaseNow } from '../db/clock.ts';
import { type Database, type Db, isUnreachable } from '../db/connection.ts';
import { reachableLeagues } from '../db/reach.ts';
import { recordLeagueChanges } from '../events/store.ts';
import { runIsolated } from '../lib/run-isolated.ts';
import {
  freezeStandings,
  listFinalStandings,
  listLeaguesToFinalize,
  listStandings,
  mayFinalize,
  type Standing,
} from './standings-store.ts';
import { type BareLeague, lockLeague } from './store.ts';
import { type Claims, listClaims } from './title.ts';
import { freezeLastWeeks } from './weeks.ts';

/**
 * The standings of a league by its settled tickets, best first: the frozen ones of a final league, else the current
 * ones.
 */
export async function readStandings(db: Db, leagueId: string): Promise<{ isFinal: boolean; rows: Standing[] }> {
  const frozen = await listFinalStandings(db, leagueId);
  if (frozen.length > 0) return { isFinal: true, rows: frozen };
  const standings = await listStandings(db, leagueId);
  await nextMacrotask(); // other requests are served here: ranking 10,000 rows takes 15 ms
  return { isFinal: false, rows: ranked(standings) };
}

/**
 * Freezes the standings of every league that has ended and waits for no result. Returns the number of leagues.
 *
 * Each league has its own transaction, which locks the league exclusively and checks it again under the lock. A bet in
 * flight is then a ticket or refused, and another worker has frozen the standings or waits for the lock. Throws after
 * all leagues if one failed; the next run tries that league again. Source: docs/decisions/league-states.md.
 */
export async function finalizeLeagues(database: Database): Promise<number> {
  const { db } = database;
  let frozen = 0;
  await runIsolated(
    await listLeaguesToFinalize(db, await reachableLeagues(database)),
    (leagueId) => `finalizing league ${leagueId}`,
    async (leagueId) => {
      if (await finalizeLeague(database, leagueId)) frozen += 1;
    },
    { isFatal: isUnreachable },
  );
  return frozen;
}

/** Freezes one league if it has ended and waits for no result; returns whether it did. */
export async function finalizeLeague({ withTx }: Database, leagueId: string): Promise<boolean> {
  return withTx((tx) => finalize(tx, leagueId));
}

/** The claims of these members when the league has ended; null if it asks for no active weeks. */
async function claimsOf(tx: Db, league: BareLeague, userIds: readonly string[]): Promise<Claims | null> {
  return league.activeWeeksPct === null ? null : listClaims(tx, league, userIds, await databaseNow(tx));
}

/** Freezes a league in this transaction if that is possible; returns whether it did. */
async function finalize(tx: Db, leagueId: string): Promise<boolean> {
  const league = await lockLeague(tx, leagueId, 'update');
  if (!league || !(await mayFinalize(tx, leagueId))) return false;
  const standings = ranked(await listStandings(tx, leagueId));
  const claims = await claimsOf(
    tx,
    league,
    standings.map(({ userId }) => userId),
  );
  const frozen = standings.map(({ userId, rank, total, wins, losses, bets, isGuest, isRescued }) => {
    const claim = claims?.get(userId)?.claim ?? { activeWeeks: 0, countedWeeks: 0, isGuest, isRescued };
    const weeks = claims && { activeWeeks: claim.activeWeeks, countedWeeks: claim.countedWeeks };
    const verdict = { isEligible: isEligible(league.activeWeeksPct, claim), ...weeks };
    return { userId, rank, balance: total, wins, losses, bets, ...verdict };
  });
  await freezeStandings(tx, leagueId, frozen);
  await freezeLastWeeks(tx, leagueId);
  await recordLeagueChanges(tx, [leagueId]);
  return true;
}
