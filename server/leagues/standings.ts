import { setImmediate as nextMacrotask } from 'node:timers/promises';
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

/** A row of the standings. In frozen standings nothing is pending: all of `total` is available. */
export type Standing = Omit<FrozenRow, 'balance'> & { available: Cents; pending: Cents; total: Cents };

/**
 * The standings of a league by its settled tickets, best first: the frozen ones of a final league, else the current
 * ones.
 */
export async function readStandings(db: Db, leagueId: string): Promise<{ isFinal: boolean; rows: Standing[] }> {
  const frozen = await listFinalStandings(db, leagueId);
  if (frozen.length === 0) {
    const standings = await listStandings(db, leagueId);
    // Other requests are served here: 10,000 rows block the event loop for 40 ms to be parsed, and 15 ms to be ranked.
    await nextMacrotask();
    return { isFinal: false, rows: rankedRows(standings) };
  }
  const rows = frozen.map(({ balance: total, ...row }) => ({ ...row, ...balance(cents(total), cents(0)) }));
  return { isFinal: true, rows };
}

/**
 * Freezes the standings of every league that has ended and waits for no result. Returns the number of leagues.
 *
 * Each league has its own transaction, which locks the league exclusively and checks it again under the lock. A bet in
 * flight is then a ticket or refused, and another worker has frozen the standings or waits for the lock. Throws after
 * all leagues if one failed; the next run tries that league again. Source: docs/decisions/league-states.md.
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

/** Freezes a league in this transaction if that is possible; returns whether it did. */
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
