import type pg from 'pg';

/**
 * Runs a statement as the owner on the server of the database and, on Citus, on each further machine: a table that
 * Citus does not know exists only where it was made. Not one transaction.
 */
export async function onEveryServer(owner: pg.Pool, statement: string): Promise<void> {
  await owner.query(statement);
  const { rows } = await owner.query<{ isCitus: boolean }>(
    `select to_regproc('run_command_on_workers') is not null as "isCitus"`,
  );
  if (!rows[0]?.isCitus) return;
  const { rows: failed } = await owner.query<{ result: string }>(
    'select result from run_command_on_workers($1) where not success',
    [statement],
  );
  if (failed[0]) throw new Error(`A machine refused a statement: ${failed[0].result}`);
}
