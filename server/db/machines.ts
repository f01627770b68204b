import pg from 'pg';
import { StartupError } from '../lib/startup-error.ts';
import { withSettings } from './connection-settings.ts';

/**
 * A server that Citus may give leagues to. Citus sends no statement to a machine that is not active: its leagues cannot
 * be reached, and the tables that every machine has a copy of are written on the others.
 */
export type Machine = { host: string; port: number; group: number; isActive: boolean };

export type MachineStatus = Machine & {
  /** The number of shards of `leagues` that it has, and of all of them. */
  shards: number;
  allShards: number;
  /** The number of foreign keys that its shards must have. */
  foreignKeys: number;
  /** The machine's own answer; null if it does not answer. `prepared`: transactions older than a minute. */
  answer: { leagues: number; foreignKeys: number; prepared: number } | null;
};

const settings = {
  // The text of a row must be the same on every machine, which compares them.
  TimeZone: 'UTC',
  DateStyle: 'ISO',
  IntervalStyle: 'postgres',
  bytea_output: 'hex',
  extra_float_digits: '1',
  // Shards are written without Citus, which knows nothing of the copies of a disabled machine.
  'citus.enable_manual_changes_to_shards': 'on',
  'citus.node_connection_timeout': '2000',
  lock_timeout: '10000', // Chosen: longer than the transactions of the app, which Postgres ends after five seconds
  statement_timeout: '60000', // Chosen: ten million users are compared within it
};

/** HOST:PORT, as Citus stores them and as `npm run db:node` takes them. */
export function addressOf({ host, port }: Machine): string {
  return `${host}:${port}`;
}

/**
 * Connects to the coordinator as the user of `url`, and runs `work`. Throws StartupError if the coordinator does not
 * answer, has no Citus, or the user is no superuser: only a superuser may change the machines of Citus.
 */
export async function onCoordinator<T>(url: string, work: (coordinator: pg.Client) => Promise<T>): Promise<T> {
  const coordinator = await connectOnce(url).catch((cause: Error) => {
    throw new StartupError(`The database cannot be reached: ${cause.message}`, { cause });
  });
  try {
    if (!(await hasCitus(coordinator))) throw new StartupError('This database has no Citus, and so no machines.');
    const { rows } = await coordinator.query('select from pg_roles where rolname = current_user and rolsuper');
    if (rows.length === 0) throw new StartupError('The user of DATABASE_URL must be a superuser for this.');
    return await work(coordinator);
  } finally {
    await coordinator.end(); // also rolls back an open transaction, and releases locks
  }
}

/** Connects to the machine as the user of `url`, without Citus in between. Rejects if it does not answer. */
export function connectTo(url: string, { host, port }: Machine): Promise<pg.Client> {
  const address = new URL(url);
  address.hostname = host.includes(':') ? `[${host}]` : host;
  address.port = String(port);
  return connectOnce(address.href);
}

async function connectOnce(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: withSettings(url, settings),
    connectionTimeoutMillis: 2_000, // Chosen: a machine that answers later is as good as lost
    query_timeout: 65_000, // Chosen: longer than the statement timeout, for a machine that froze meanwhile
    keepAlive: true,
  });
  client.on('error', () => undefined); // the running query fails as well and reports the error
  await client.connect();
  return client;
}

/** All machines but the coordinator. */
export async function listMachines(coordinator: pg.Client | pg.Pool): Promise<Machine[]> {
  const { rows } = await coordinator.query<Machine>(`
    select nodename as host, nodeport as port, groupid as "group", isactive as "isActive"
    from pg_dist_node where groupid <> 0 and noderole = 'primary' order by groupid`);
  return rows;
}

/** The machine at HOST:PORT. Throws StartupError if Citus knows none there. */
export async function findMachine(coordinator: pg.Client, address: string): Promise<Machine> {
  const machines = await listMachines(coordinator);
  const found = machines.find((machine) => addressOf(machine) === address);
  if (found) return found;
  throw new StartupError(
    `${address} is no machine with leagues. These are: ${machines.map(addressOf).join(', ') || 'none'}`,
  );
}

/**
 * Throws StartupError while a machine is disabled. Citus would change copied tables on the other machines alone, and
 * a change of a sharded table would wait for ever. Does nothing on a Postgres without Citus.
 */
export async function requireActiveMachines(client: pg.Client): Promise<void> {
  if (!(await hasCitus(client))) return;
  const disabled = (await listMachines(client)).filter(({ isActive }) => !isActive).map(addressOf);
  if (disabled.length === 0) return;
  const commands = disabled.map((address) => `npm run db:node -- enable ${address}`).join(', ');
  throw new StartupError(`The tables cannot be changed while a machine is disabled. First: ${commands}`);
}

export async function hasCitus(client: pg.Client | pg.Pool): Promise<boolean> {
  const { rows } = await client.query("select where to_regclass('pg_catalog.pg_dist_node') is not null");
  return rows.length > 0;
}

/**
 * Disables the machine at HOST:PORT. Returns false if it was disabled already. Throws StartupError if the machine still
 * answers, unless `isAgreed`.
 */
export function disableMachine(url: string, address: string, isAgreed: boolean): Promise<boolean> {
  return onCoordinator(url, async (coordinator) => {
    const machine = await findMachine(coordinator, address);
    if (machine.isActive && !isAgreed && (await doesAnswer(url, machine))) {
      throw new StartupError(`${address} answers. Add --yes to disable it all the same.`);
    }
    const { rowCount } = await coordinator.query(
      'update pg_dist_node set isactive = false where groupid = $1 and isactive',
      [machine.group],
    );
    return rowCount !== 0;
  });
}

async function doesAnswer(url: string, machine: Machine): Promise<boolean> {
  const client = await connectTo(url, machine).catch(() => null);
  await client?.end();
  return client !== null;
}

/** The status of the machine at HOST:PORT, or of every machine. */
export function machineStatus(url: string, address: string | null): Promise<MachineStatus[]> {
  return onCoordinator(url, async (coordinator) => {
    const machines = address === null ? await listMachines(coordinator) : [await findMachine(coordinator, address)];
    const found: MachineStatus[] = [];
    for (const machine of machines) found.push(await statusOf(url, coordinator, machine));
    return found;
  });
}

async function statusOf(url: string, coordinator: pg.Client, machine: Machine): Promise<MachineStatus> {
  const { rows: shards } = await coordinator.query<{ name: string; foreignKeys: number; ofLeagues: boolean }>(
    `select shard_name(logicalrelid, shardid) as name, logicalrelid = to_regclass('leagues') as "ofLeagues",
       (select count(*)::int from pg_constraint where conrelid = logicalrelid and contype = 'f') as "foreignKeys"
     from pg_dist_shard join pg_dist_placement using (shardid) where groupid = $1`,
    [machine.group],
  );
  const { rows: all } = await coordinator.query<{ count: number }>(
    "select count(*)::int from pg_dist_shard where logicalrelid = to_regclass('leagues')",
  );
  const ofLeagues = shards.filter((shard) => shard.ofLeagues).map(({ name }) => name);
  return {
    ...machine,
    shards: ofLeagues.length,
    allShards: all[0]?.count ?? 0,
    foreignKeys: shards.reduce((sum, shard) => sum + shard.foreignKeys, 0),
    answer: await askMachine(
      url,
      machine,
      ofLeagues,
      shards.map(({ name }) => name),
    ).catch(() => null),
  };
}

/** Counts what the machine itself has. Shards that it lacks count as empty. */
async function askMachine(
  url: string,
  machine: Machine,
  ofLeagues: readonly string[],
  shards: readonly string[],
): Promise<MachineStatus['answer']> {
  const there = await connectTo(url, machine);
  try {
    const present = await there.query<{ name: string }>(
      'select name from unnest($1::text[]) as name where to_regclass(name) is not null',
      [ofLeagues],
    );
    const counts = present.rows.map(({ name }) => `(select count(*) from ${name})`);
    const { rows } = await there.query<{ leagues: number; foreignKeys: number; prepared: number }>(
      `select (${['0', ...counts].join(' + ')})::int as leagues,
         (select count(*)::int from pg_constraint
          where contype = 'f' and conrelid in (select to_regclass(name) from unnest($1::text[]) as name)) as "foreignKeys",
         (select count(*)::int from pg_prepared_xacts
          where database = current_database() and prepared < now() - interval '1 minute') as prepared`,
      [shards],
    );
    return rows[0] ?? null;
  } finally {
    await there.end();
  }
}
