import type pg from 'pg';
import { StartupError } from '../lib/startup-error.ts';
import { isUnreachable, sqlState } from './connection.ts';
import { onEveryMachine } from './distribute.ts';
import { type Copy, listCopies, updateCopies } from './machine-copies.ts';
import { connectTo, findMachine, type Machine, onCoordinator } from './machines.ts';

const enablingLock = 7_246_002; // any number, the same in every process

/** Rows that were deleted or written on the machine; how long sign-ups and polls had to wait. */
export type Enabled = { preparedTransactions: number; rows: Map<string, number>; writersWaitedMs: number };

/**
 * Enables the machine at HOST:PORT after it was disabled. Resolves its prepared transactions, makes its copies of users,
 * games, results, quotes and join codes equal to the coordinator's, and sets it active while nobody writes these.
 * Returns null if the machine is active already. `citus_activate_node` is not used: it makes the copies anew, and
 * drops every foreign key of the machine's leagues to them.
 *
 * A failure leaves the machine disabled, unless the last commit succeeded without an answer; a repeat is safe. Throws
 * StartupError if the machine does not answer, lacks a shard or has other columns, and if another process enables one.
 */
export function enableMachine(url: string, address: string): Promise<Enabled | null> {
  return onCoordinator(url, async (coordinator) => {
    const { rows } = await coordinator.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
      enablingLock,
    ]);
    if (!rows[0]?.locked) throw new StartupError('Another process is enabling a machine.');
    const machine = await findMachine(coordinator, address);
    if (machine.isActive) return null;
    const there = await connectTo(url, machine).catch((cause: Error) => {
      throw new StartupError(`${address} does not answer: ${cause.message}`, { cause });
    });
    try {
      await requireShards(coordinator, there, machine);
      const copies = await listCopies(coordinator, there);
      const preparedTransactions = await resolvePrepared(coordinator, machine);
      return { preparedTransactions, ...(await catchUp(coordinator, there, machine, copies)) };
    } catch (cause) {
      if (!(cause instanceof Error) || (sqlState(cause) === null && !isUnreachable(cause))) throw cause;
      throw new StartupError(`${address} could not be enabled: ${cause.message}. Run this again.`, { cause });
    } finally {
      await there.end();
    }
  });
}

/** Throws StartupError if a shard is missing: the disk is new, or another machine has the address now. */
async function requireShards(coordinator: pg.Client, there: pg.Client, { group }: Machine): Promise<void> {
  const { rows: expected } = await coordinator.query<{ name: string }>(
    `select shard_name(logicalrelid, shardid) as name
     from pg_dist_shard join pg_dist_placement using (shardid) where groupid = $1 order by shardid`,
    [group],
  );
  const { rows: missing } = await there.query<{ name: string }>(
    'select name from unnest($1::text[]) as name where to_regclass(name) is null',
    [expected.map(({ name }) => name)],
  );
  if (missing.length === 0) return;
  throw new StartupError(
    `It lacks ${missing.length} of ${expected.length} shards, such as ${missing[0]?.name}: this is not the machine that was disabled.`,
  );
}

/**
 * Commits or rolls back the transactions that the outage left prepared on the machine, as the coordinator's own records
 * say. Must precede the copies: a prepared poll still locks rows there. Citus resolves those of active machines only,
 * so the machine is active inside this transaction, which no other session sees.
 */
async function resolvePrepared(coordinator: pg.Client, { group }: Machine): Promise<number> {
  const activate = 'update pg_dist_node set isactive = $2 where groupid = $1';
  await coordinator.query('begin');
  await coordinator.query(activate, [group, true]);
  const { rows } = await coordinator.query<{ count: number }>('select recover_prepared_transactions() as count');
  await coordinator.query(activate, [group, false]);
  await coordinator.query('commit');
  return rows[0]?.count ?? 0;
}

/**
 * Updates the copies twice: first while others write, then what changed meanwhile, while a lock makes writers wait. If
 * only the first of the last two commits succeeds, the machine is equal and disabled.
 */
async function catchUp(
  coordinator: pg.Client,
  there: pg.Client,
  { group }: Machine,
  copies: readonly Copy[],
): Promise<Omit<Enabled, 'preparedTransactions'>> {
  const begin = () => Promise.all([coordinator.query('begin'), there.query('begin')]);
  await begin();
  const rows = await updateCopies(coordinator, there, copies);
  await there.query('commit');
  await coordinator.query('commit');

  await begin();
  await coordinator.query(`lock table ${onEveryMachine.join(', ')} in share row exclusive mode`);
  const lockedAt = performance.now();
  for (const [table, count] of await updateCopies(coordinator, there, copies)) {
    rows.set(table, (rows.get(table) ?? 0) + count);
  }
  await there.query('commit');
  await coordinator.query('update pg_dist_node set isactive = true where groupid = $1', [group]);
  await coordinator.query('commit');
  return { rows, writersWaitedMs: Math.round(performance.now() - lockedAt) };
}
