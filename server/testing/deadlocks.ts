import type pg from 'pg';
import { sqlState } from '../db/connection.ts';
import { onEveryMachine } from '../db/distribute.ts';

/** Collects the statements that end in a deadlock on connections that the pool opens from now on, also retried ones. */
export function recordDeadlocks(pool: pg.Pool): string[] {
  const found: string[] = [];
  pool.on('connect', (client) => {
    const send = client.query.bind(client) as (...given: unknown[]) => unknown;
    const heard = (...given: unknown[]) => {
      const answer = send(...given);
      if (answer instanceof Promise) {
        answer.catch((error: unknown) => {
          if (sqlState(error) === '40P01') found.push(`${String(error)}: ${JSON.stringify(given[0]).slice(0, 200)}`);
        });
      }
      return answer;
    };
    Object.assign(client, { query: heard });
  });
  return found;
}

const counted = 'select deadlocks from pg_stat_database where datname = current_database()';

/** The deadlocks that the server of this database has counted and, on Citus, those of each machine. */
export async function countDeadlocks(owner: pg.Pool): Promise<number> {
  const { rows } = await owner.query<{ deadlocks: string }>(counted);
  const machines = (await isCitus(owner))
    ? await owner.query<{ deadlocks: string }>('select result as deadlocks from run_command_on_workers($1)', [counted])
    : { rows: [] };
  return [...rows, ...machines.rows].reduce((sum, { deadlocks }) => sum + Number(deadlocks), 0);
}

/** The copied tables of which the machines of a Citus have different copies; none on one Postgres. */
export async function differingCopies(owner: pg.Pool): Promise<string[]> {
  if (!(await isCitus(owner))) return [];
  const digest = `select md5(coalesce(string_agg(each::text, chr(10) order by each::text), '')) from %s as each`;
  const differing: string[] = [];
  for (const table of onEveryMachine) {
    const { rows } = await owner.query('select distinct result from run_command_on_placements($1, $2)', [
      table,
      digest,
    ]);
    if (rows.length !== 1) differing.push(table);
  }
  return differing;
}

async function isCitus(owner: pg.Pool): Promise<boolean> {
  const { rows } = await owner.query<{ isCitus: boolean }>(
    `select to_regproc('run_command_on_placements') is not null as "isCitus"`,
  );
  return rows[0]?.isCitus ?? false;
}
