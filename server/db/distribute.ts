import pg from 'pg';
import { StartupError } from '../lib/startup-error.ts';
import { requireActiveMachines } from './machines.ts';
import { migrate } from './migrate.ts';

/**
 * Citus reference tables, copied to every machine: league tables reference them or are joined with them. All tables
 * that neither list names stay on the coordinator.
 */
export const onEveryMachine = ['users', 'games', 'results', 'quotes', 'join_codes'];

/** Tables that a league owns, sharded and colocated by `league_id`: one machine has all rows of a league. */
export const leagueOwned = [
  'members',
  'league_weeks',
  'league_chats',
  'league_log',
  'join_requests',
  'chat_posts',
  'final_standings',
  'tickets',
  'ticket_reactions',
  'ticket_refusals',
  'legs',
  'leg_grades',
  'ledger',
  'statement_entries',
  'settlements',
  'awards',
];

type ForeignKey = { table: string; name: string; definition: string };

/**
 * Shards the leagues of a database over the machines of its Citus, in one transaction. Migrates the database first.
 * Returns false, changing nothing, if the leagues are sharded already. Throws StartupError if the database cannot be
 * reached, has no Citus, has a disabled machine, or has workers that do not know the coordinator. Why:
 * docs/decisions/leagues-spread-by-id.md.
 */
export async function distribute(url: string): Promise<boolean> {
  await migrate(url);
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3_000, keepAlive: true });
  await client.connect();
  try {
    await client.query('create extension if not exists citus').catch((cause: Error) => {
      throw new StartupError(`This database has no Citus: ${cause.message}`, { cause });
    });
    await requireActiveMachines(client);
    await client.query('begin');
    if (await isDistributed(client)) return false;
    await nameCoordinator(client);
    await shard(client, { copied: onEveryMachine, owned: ['leagues', ...leagueOwned] });
    await client.query('alter role ching_app login'); // the machines connect to each other with the role of the client
    await client.query('commit');
    return true;
  } finally {
    await client.end(); // also rolls back an open transaction
  }
}

/** Copies tables to every machine and shards others by their league, `leagues` first, in the open transaction. */
export async function shard(
  client: pg.Client,
  { copied, owned }: Record<'copied' | 'owned', readonly string[]>,
): Promise<void> {
  await client.query("set local citus.multi_shard_modify_mode to 'sequential'");
  // Citus refuses to distribute a table that has foreign keys to local tables: drop all keys and add them again at
  // the end.
  const keys = await foreignKeys(client);
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const table of copied) await client.query('select create_reference_table($1)', [table]);
  for (const table of owned) {
    if (table === 'leagues') await client.query("select create_distributed_table('leagues', 'id')");
    else await client.query("select create_distributed_table($1, 'league_id', colocate_with => 'leagues')", [table]);
  }
  for (const { table, name, definition } of keys) {
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  }
}

/**
 * Registers the coordinator's host name, which Citus needs for foreign keys between local and reference tables. A
 * coordinator without workers can name itself localhost; for a worker, localhost would be the worker. A coordinator
 * without workers also gets the shards of the leagues.
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
