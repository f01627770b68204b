import pg from 'pg';
import { StartupError } from '../lib/startup-error.ts';
import { migrate } from './migrate.ts';

/** What leagues point at or are read with: every machine holds these whole. The rest stays on the coordinator. */
export const onEveryMachine = ['users', 'games', 'results', 'quotes', 'join_codes'];

/** What a league owns, spread by `league_id` and kept together: one league is one place. */
export const leagueOwned = [
  'members',
  'final_standings',
  'tickets',
  'ticket_refusals',
  'legs',
  'leg_grades',
  'ledger',
  'settlements',
];

type ForeignKey = { table: string; name: string; definition: string };

/**
 * Spreads the leagues of a migrated database over the machines of its Citus, in one transaction: all of it or nothing.
 * A database that is spread already stays as it is; returns whether anything was done.
 * Throws CannotStart when the database cannot be reached, has no Citus, or has machines that were not told of the first.
 * Source: design D22; hardening 5.
 */
export async function distribute(url: string): Promise<boolean> {
  await migrate(url);
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3_000, keepAlive: true });
  await client.connect();
  try {
    await client.query('create extension if not exists citus').catch((cause: Error) => {
      throw new StartupError(`This database has no Citus: ${cause.message}`, { cause });
    });
    await client.query('begin');
    if (await isDistributed(client)) return false;
    await client.query("set local citus.multi_shard_modify_mode to 'sequential'");
    await nameCoordinator(client);
    // Keys that exist already would refuse the very first table: they come back once all are in place.
    const keys = await foreignKeys(client);
    for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
    for (const table of onEveryMachine) await client.query('select create_reference_table($1)', [table]);
    await client.query("select create_distributed_table('leagues', 'id')");
    for (const table of leagueOwned) {
      await client.query("select create_distributed_table($1, 'league_id', colocate_with => 'leagues')", [table]);
    }
    for (const { table, name, definition } of keys) {
      await client.query(`alter table ${table} add constraint ${name} ${definition}`);
    }
    await client.query('alter role ching_app login'); // machines speak to each other in the role that asks
    await client.query('commit');
    return true;
  } finally {
    await client.end(); // an open transaction is undone with it
  }
}

/**
 * Keys between what the coordinator keeps and what all machines hold need its name, which only one that is alone can give
 * itself: to any other machine localhost is that machine. Alone, it holds the leagues too.
 */
async function nameCoordinator(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ isNamed: boolean; isAlone: boolean }>(`
    select coalesce(bool_or(groupid = 0), false) as "isNamed", coalesce(bool_and(groupid = 0), true) as "isAlone"
    from pg_dist_node where isactive`);
  const { isNamed = false, isAlone = true } = rows[0] ?? {};
  if (!isNamed && !isAlone) {
    throw new StartupError(
      "The other machines do not know this one: select citus_set_coordinator_host('the address they reach it at') first",
    );
  }
  if (!isNamed) await client.query("select citus_set_coordinator_host('localhost', current_setting('port')::int)");
  if (!isAlone) return;
  await client.query(
    "select citus_set_node_property(nodename, nodeport, 'shouldhaveshards', true) from pg_dist_node where groupid = 0",
  );
}

async function isDistributed(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query("select 1 from pg_dist_partition where logicalrelid = 'leagues'::regclass");
  return rows.length > 0;
}

async function foreignKeys(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(`
    select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by conrelid, conname`);
  return rows;
}
