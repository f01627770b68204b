import pg from 'pg';

/**
 * Connections as the owner of the tables, without time limits. `end` resolves while they are still closing, and a
 * database that is then dropped by force ends them with an error, which would end the process if nobody listened.
 */
export function ownerPool(url: string, max?: number): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max });
  pool.on('error', () => undefined);
  return pool;
}

/**
 * Collects the statistics by which Postgres plans, of all tables, as autovacuum does within minutes. The role of the app
 * may not: its `analyze` passes over every table with a warning.
 */
export async function collectStatistics({ url }: { url: string }): Promise<void> {
  const owner = ownerPool(url, 1);
  await owner.query('analyze');
  await owner.end();
}
