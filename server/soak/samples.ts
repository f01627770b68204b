import { readFile } from 'node:fs/promises';
import type pg from 'pg';
import { forgotten } from './growth.ts';

/** A number for each name, at a time of the soak. The first word of a name is its kind: `units` of growth.ts. */
export type Sample = { atMs: number; values: ReadonlyMap<string, number> };

/** Rows that wait for a job of the worker. */
const queues = {
  letters: 'select count(*) from outbox where due_at <= now()',
  'results to settle': 'select count(*) from games where settled_rev < result_rev',
  'notices to mail': 'select count(*) from mails where due_at <= now()',
};

/** Reads everything once. `usageFiles` are those that each process writes, by the name of the process. */
export async function takeSample(
  pool: pg.Pool,
  usageFiles: ReadonlyMap<string, string>,
  atMs: number,
): Promise<Sample> {
  const values = new Map<string, number>();
  for (const [name, file] of usageFiles) {
    const usage: Record<string, number> = JSON.parse(await readFile(file, 'utf8'));
    for (const [what, used] of Object.entries(usage)) values.set(`${what} of ${name}`, used);
  }
  const read = async (text: string) => {
    const { rows } = await pool.query<{ name: string; value: string }>(text);
    for (const { name, value } of rows) values.set(name, Number(value));
  };
  await read(`select 'connections to the database' as name, count(*) as value
    from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`);
  await read(
    `select 'rows of ' || relname as name, n_live_tup as value from pg_stat_user_tables where schemaname = 'public'`,
  );
  await read(`select 'bytes of ' || relname as name, pg_table_size(relid) as value
    from pg_stat_user_tables where schemaname = 'public'`);
  await read(`select 'index of ' || relname || ' ' || indexrelname as name, pg_relation_size(indexrelid) as value
    from pg_stat_user_indexes where schemaname = 'public'`);
  for (const [name, text] of Object.entries(queues))
    await read(`select 'queue of ${name}' as name, (${text}) as value`);
  for (const [table, { oldest }] of Object.entries(forgotten)) {
    await read(`select 'age of ${table}' as name, coalesce(greatest(extract(epoch from (${oldest})), 0), 0) as value`);
  }
  return { atMs, values };
}
