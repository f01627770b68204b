import { execFile } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { z } from 'zod';
import { freePort, isFree } from '../lib/free-port.ts';
import { StartupError } from '../lib/startup-error.ts';
import { findDataLocation, mayEnter } from './data-location.ts';
import { findCitus } from './installed-citus.ts';
import {
  durableSettings,
  findRunning,
  own,
  type PostgresServer,
  prepare,
  shutDown,
  signal,
  throwawaySettings,
  urlOf,
} from './postgres-server.ts';

const run = promisify(execFile);

/** One of the servers, which stands for a machine. */
export type CitusMachine = {
  name: string;
  /** The URL of the database `ching` on this server alone. */
  url: string;
  port: number;
  /** The process id of the server; null while it is stopped. */
  pid(): number | null;
  stop(): Promise<void>;
  /** Starts the server after `stop`, or after something else ended it. */
  start(): Promise<void>;
  /** Suspends all processes of the server: connections stay open and nothing answers. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
};

export type LocalCitus = {
  /** The URL of the database `ching` on the coordinator, with the role that owns everything in it. */
  url: string;
  /** The coordinator first, then the machines that get the leagues. */
  machines: CitusMachine[];
  /** Stops all servers and resolves when they have ended. Their data stay. */
  stop(): Promise<void>;
};

type CitusOptions = {
  /** Whether commits survive a power cut. Default: false, which suits tests. */
  durable?: boolean;
  /** The port of the coordinator; the other servers get the ports after it. Null for free ports at the first start. */
  firstPort?: number | null;
};

/** The names of the servers, and of the folders of their data. */
const names = ['coordinator', 'machine-1', 'machine-2'] as const;
type Name = (typeof names)[number];
type Ports = Record<Name, number>;
const portsFile = z.record(z.enum(names), z.int());

const citusSettings = {
  shared_preload_libraries: 'citus',
  wal_level: 'logical', // Citus moves shards by logical replication
  max_worker_processes: '16', // Chosen: Citus has a background worker for each database, and tests make many
  'citus.node_conninfo': 'sslmode=disable', // the default is TLS, for which these servers have no certificates
  'citus.local_hostname': '127.0.0.1',
};

/**
 * Starts a Citus of three servers on this machine, with their data in `folder`: a coordinator without leagues and two
 * machines for them. A further start on the same folder finds the data, at the same ports.
 *
 * One process at a time owns the servers. Servers of a killed process are taken over. The exit of this process stops
 * them at the latest. A server that ends is not restarted, so that tests can stop one. Throws StartupError if no Citus
 * is installed or a server does not start.
 */
export async function startCitus(folder: string, options: CitusOptions = {}): Promise<LocalCitus> {
  const { durable = false, firstPort = null } = options;
  const bin = await findCitus();
  if (bin === null) {
    throw new StartupError(
      'No installed Postgres has Citus. docs/scale.md#a-citus-on-one-machine names the packages; PG_CONFIG may name a pg_config.',
    );
  }
  await mkdir(resolve(folder), { recursive: true });
  const { base, home, account } = await findDataLocation(realpathSync(folder));
  if (account !== null && !mayEnter(join(bin, 'postgres'), account)) {
    throw new StartupError(`Postgres does not run as root, and the account ${account.uid} may not enter ${bin}.`);
  }
  if (!existsSync(home)) await prepare({ bin, home, account }, names, { synced: durable });
  const ports = await portsOf(home, firstPort);
  const password = await readFile(join(home, 'password'), 'utf8');

  const machine = (name: Name) => {
    const server: PostgresServer = {
      name: `The ${name} of Citus`,
      owner: 'Citus',
      bin,
      account,
      cluster: join(home, name),
      log: join(base, `${name}.log`),
      password,
      settings: { ...(durable ? durableSettings : throwawaySettings), ...citusSettings },
      environment: { PGPASSWORD: password }, // for connections to the other servers
      patienceMs: 1_500,
      pid: null,
    };
    return createMachine(name, server, ports);
  };
  const coordinator = machine('coordinator');
  const others = [machine('machine-1'), machine('machine-2')];
  const machines = [coordinator, ...others];

  const stopAtExit = () => {
    for (const pid of machines.map((each) => each.pid())) if (pid !== null) signal(pid, 'SIGINT');
  };
  process.once('exit', stopAtExit);
  const stop = async () => {
    await Promise.all(machines.map((each) => each.stop()));
    process.off('exit', stopAtExit);
  };
  try {
    await coordinator.start(); // before the others: its owner owns them all
    const starts = await Promise.allSettled(others.map((each) => each.start()));
    for (const each of starts) if (each.status === 'rejected') throw each.reason;
    await connectMachines(coordinator, others, password);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: coordinator.url, machines, stop };
}

/**
 * The ports of the servers. Citus stores their addresses, so the first start chooses them and writes them beside the
 * data. Throws StartupError if that start chose others than `firstPort`.
 */
async function portsOf(home: string, firstPort: number | null): Promise<Ports> {
  const file = join(home, 'ports.json');
  if (!existsSync(file)) {
    const chosen = await Promise.all(names.map((_name, at) => (firstPort === null ? freePort() : firstPort + at)));
    await writeFile(file, JSON.stringify(Object.fromEntries(names.map((name, at) => [name, chosen[at]]))));
  }
  const ports = portsFile.parse(JSON.parse(await readFile(file, 'utf8')));
  if (firstPort !== null && firstPort !== ports.coordinator) {
    const stored = Object.values(ports).join(', ');
    throw new StartupError(`The data in ${home} belong to the ports ${stored}: name no other one, or start afresh.`);
  }
  return ports;
}

function createMachine(name: Name, server: PostgresServer, ports: Ports): CitusMachine {
  const port = ports[name];
  const thaw = async () => {
    const { pid } = server;
    if (pid !== null) for (const each of [...(await childrenOf(pid)), pid]) signal(each, 'SIGCONT');
  };
  return {
    name,
    url: urlOf(server.password, port),
    port,
    pid: () => server.pid,
    stop: async () => {
      if (server.pid === null) return;
      await thaw(); // a suspended process would not end
      await shutDown(server.cluster);
      server.pid = null;
    },
    start: async () => {
      // Another server at the port would answer instead, and refuse the password.
      if (!(await findRunning(server.cluster)) && !(await isFree(port))) {
        throw new StartupError(`Port ${port}, which belongs to ${name}, is taken by another program.`);
      }
      await own(server, port, `127.0.0.1:${ports.coordinator}`);
    },
    freeze: async () => {
      const { pid } = server;
      if (pid === null) return;
      signal(pid, 'SIGSTOP'); // before its children: from now on it makes no further ones
      for (const each of await childrenOf(pid)) signal(each, 'SIGSTOP');
    },
    thaw,
  };
}

async function childrenOf(pid: number): Promise<number[]> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=']);
  const pairs = stdout.split('\n').map((line) => line.trim().split(/ +/).map(Number));
  return pairs.flatMap(([child, parent]) => (child && parent === pid ? [child] : []));
}

/** Makes the database `ching` of each server a node of one Citus; changes nothing at a further start. */
async function connectMachines(
  coordinator: CitusMachine,
  others: readonly CitusMachine[],
  password: string,
): Promise<void> {
  for (const { url } of [coordinator, ...others]) {
    await asOwner(url, async (client) => {
      // The servers connect to each other with the role of the client: the app's role needs the password, too.
      const { rowCount } = await client.query("select 1 from pg_roles where rolname = 'ching_app'");
      if (rowCount === 0) await client.query(`create role ching_app login password ${pg.escapeLiteral(password)}`);
      await client.query('create extension if not exists citus');
    });
  }
  await asOwner(coordinator.url, async (client) => {
    await client.query("select citus_set_coordinator_host('127.0.0.1', $1)", [coordinator.port]);
    for (const { port } of others) await client.query("select citus_add_node('127.0.0.1', $1)", [port]);
  });
}

async function asOwner(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3_000 });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
