import { setImmediate as nextTurn } from 'node:timers/promises';
import { balance, ranked } from '#shared/domain/balance.ts';
import { type Cents, cents } from '#shared/domain/money.ts';
import { type Database, type Db, isUnreachable } from '../db/connection.ts';
import { recordLeagueChanges } from '../events/store.ts';
import { runIsolated } from '../lib/run-isolated.ts';
import {
  type FrozenRow,
  freezeStandings,
  listFinalStandings,
  listLeaguesToFinalize,
  listStandings,
  mayFinalize,
  type StandingRow,
} from './standings-store.ts';
import { lockLeague } from './store.ts';

/** One row of the standings. Once they are frozen nothing is pending, and all of `total` is available. */
export type Standing = Omit<FrozenRow, 'balance'> & { available: Cents; pending: Cents; total: Cents };

/** The standings of a league, best first, with settled tickets alone: the frozen ones once it is final, else as they are now. */
export async function readStandings(db: Db, leagueId: string): Promise<{ isFinal: boolean; rows: Standing[] }> {
  const frozen = await listFinalStandings(db, leagueId);
  if (frozen.length === 0) {
    const standings = await listStandings(db, leagueId);
    await nextTurn(); // other requests are served here: to parse 10,000 rows blocks the event loop for 40 ms, to rank them for 15
    return { isFinal: false, rows: rankedRows(standings) };
  }
  const rows = frozen.map(({ balance: total, ...row }) => ({ ...row, ...balance(cents(total), cents(0)) }));
  return { isFinal: true, rows };
}

/**
 * Freezes the standings of every league that has ended and waits for no result, and returns how many leagues that were.
 *
 * One transaction a league, which is held alone and looked at again once it is: a bet that was being placed is then a
 * ticket or refused, another worker has frozen the standings or not begun. Source: design D11.
 * Throws when a league failed, once all others are final; the next run tries that again.
 */
export async function finalizeLeagues({ db, withTx }: Database): Promise<number> {
  let frozen = 0;
  await runIsolated(
    await listLeaguesToFinalize(db),
    (leagueId) => `finalizing league ${leagueId}`,
    async (leagueId) => {
      if (await withTx((tx) => finalize(tx, leagueId))) frozen += 1;
    },
    { isFatal: isUnreachable },
  );
  return frozen;
}

/** Whether the standings were frozen here and now. */
async function finalize(tx: Db, leagueId: string): Promise<boolean> {
  const league = await lockLeague(tx, leagueId, 'update');
  if (!league || !(await mayFinalize(tx, leagueId))) return false;
  const standings = rankedRows(await listStandings(tx, leagueId));
  const frozen = standings.map(({ userId, rank, total, wins, losses, bets }) => {
    return { userId, rank, balance: total, wins, losses, bets };
  });
  await freezeStandings(tx, leagueId, frozen);
  await recordLeagueChanges(tx, [leagueId]);
  return true;
}

function rankedRows(rows: readonly StandingRow[]): Standing[] {
  return ranked(rows.map((row) => ({ ...row, ...balance(cents(row.available), cents(row.pending)) })));
}
