import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { sqlState } from '../db/connection.ts';
import { isAlive } from '../db/data-location.ts';
import { distribute } from '../db/distribute.ts';
import { startEmbedded } from '../db/embedded.ts';
import { migrate } from '../db/migrate.ts';
import { discardData } from '../db/postgres-server.ts';
import { bundleServer } from './server-bundle.ts';

declare module 'vitest' {
  interface ProvidedContext {
    clusterUrl: string;
    /** The folder of the bundled server and commands. */
    serverBundle: string;
  }
}

export type Cluster = {
  /** The address of the server; `cloneTemplate` makes databases on it. */
  url: string;
  stop(): Promise<void>;
};

const prefix = 'ching-test-';
const template = 'ching_template';
/**
 * A Citus to test on: every test database is sharded by league, over the machines that the database at this address
 * knows (`citus_add_node`), or on one machine if it knows none.
 */
const citusUrl = process.env.CITUS_URL;

/** Vitest's global setup: starts one cluster for the run and bundles the server once; removes both at the end. */
export default async function setup(project: TestProject): Promise<() => Promise<unknown>> {
  const [cluster, server] = await Promise.all([startCluster(), bundleServer()]);
  project.provide('clusterUrl', cluster.url);
  project.provide('serverBundle', server.folder);
  return () => Promise.all([cluster.stop(), server.remove()]);
}

/** The Citus at CITUS_URL if that is set, else a throwaway Postgres. */
export async function startCluster(): Promise<Cluster> {
  return citusUrl ? { url: citusUrl, stop: async () => undefined } : startPostgres();
}

/**
 * Starts a throwaway Postgres with a migrated template database, after deleting what killed runs left behind.
 *
 * durable  commits are written to disk as in production, for measurements.
 */
export async function startPostgres({ durable = false } = {}): Promise<Cluster> {
  await sweep();
  const folder = join(tmpdir(), `${prefix}${process.pid}-${randomBytes(4).toString('hex')}`);
  await mkdir(folder);
  await chmod(folder, 0o755); // despite the umask: the database may run under another account
  const server = await startEmbedded(folder, { throwaway: true, durable });
  try {
    await withAdmin(server.url, (admin) => admin.query(`CREATE DATABASE ${template}`));
    await migrate(databaseUrl(server.url, template));
  } catch (error) {
    await server.stop();
    throw error;
  }
  return server;
}

/**
 * A new database with every migration applied, cloned from the cluster's template. On Citus, which has open connections
 * to the template, the database is migrated from nothing instead. `drop` terminates its connections.
 */
export async function cloneTemplate(clusterUrl: string): Promise<{ url: string; drop(): Promise<void> }> {
  const clone = await createDatabase(clusterUrl, clusterUrl === citusUrl ? null : template);
  // Migrates first. On Citus the migrations change roles, which all databases share; doing so at once fails.
  if (clusterUrl === citusUrl) await oneAtATime(clusterUrl, () => distribute(clone.url));
  return clone;
}

/** Creates a database, on Citus one on every machine, which know each other. Empty without a template. */
export async function createDatabase(
  clusterUrl: string,
  from: string | null = null,
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const url = databaseUrl(clusterUrl, name);
  const machines = clusterUrl === citusUrl ? await machinesOf(clusterUrl) : [];
  const others = machines.filter(({ isFirst }) => !isFirst).map((machine) => machineUrl(clusterUrl, machine));
  // Postgres copies a template for one session at a time.
  await oneAtATime(clusterUrl, async (admin) => {
    for (const other of others) await withAdmin(other, (there) => there.query(`CREATE DATABASE ${name}`));
    // Copying its files takes 31 ms of CPU; the default, which writes each page to the write-ahead log, takes 78 ms.
    await admin.query(`CREATE DATABASE ${name}${from ? ` TEMPLATE ${from} STRATEGY FILE_COPY` : ''}`);
    if (machines.length > 0) await connectMachines(machines, url);
  });
  return {
    url,
    drop: async () => {
      for (const address of [clusterUrl, ...others]) await withAdmin(address, (admin) => dropDatabase(admin, name));
    },
  };
}

/** The SQLSTATE of a database that still has connections. */
const objectInUse = '55006';
/** Chosen: a busy machine ends connections within seconds. */
const mostDrops = 5;

/** Ends the connections to a database and drops it: Postgres waits seconds for their end, and those of a Citus may come again. */
async function dropDatabase(admin: pg.Client, name: string): Promise<void> {
  for (let drops = 1; ; drops += 1) {
    try {
      await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      return;
    } catch (error) {
      if (sqlState(error) !== objectInUse || drops === mostDrops) throw error;
      await pause(1_000); // a prepared transaction is refused without a wait, until Citus has ended it
    }
  }
}

/** Runs `work` while no other process runs such work on the cluster. */
export async function oneAtATime<T>(clusterUrl: string, work: (admin: pg.Client) => Promise<T>): Promise<T> {
  return withAdmin(clusterUrl, async (admin) => {
    await admin.query('SELECT pg_advisory_lock(1)'); // the end of the session releases it
    return work(admin);
  });
}

/** A machine of a Citus by the address that the others use. Clients connect to the first, the coordinator. */
type Machine = { host: string; port: number; isFirst: boolean };

/** The machines that the database knows, the coordinator first; none without Citus. */
async function machinesOf(url: string): Promise<Machine[]> {
  return withAdmin(url, async (admin) => {
    const { rows } = await admin.query<{ isCitus: boolean }>(
      `SELECT to_regclass('pg_dist_node') IS NOT NULL AS "isCitus"`,
    );
    if (!rows[0]?.isCitus) return [];
    const machines = await admin.query<Machine>(
      'SELECT nodename AS host, nodeport AS port, groupid = 0 AS "isFirst" FROM pg_dist_node ORDER BY groupid',
    );
    return machines.rows;
  });
}

/** Adds the machines to a new database: Citus stores them per database, and needs a database of that name on each. */
async function connectMachines(machines: readonly Machine[], url: string): Promise<void> {
  for (const machine of machines) {
    const at = machine.isFirst ? url : machineUrl(url, machine);
    await withAdmin(at, (admin) => admin.query('CREATE EXTENSION citus'));
  }
  await withAdmin(url, async (admin) => {
    for (const { host, port, isFirst } of machines) {
      const addMachine = isFirst ? 'citus_set_coordinator_host' : 'citus_add_node';
      await admin.query(`SELECT ${addMachine}($1, $2)`, [host, port]);
    }
  });
}

async function withAdmin<T>(url: string, work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}

function databaseUrl(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

/** The address of the same database on another machine. */
function machineUrl(url: string, { host, port }: Machine): string {
  const address = new URL(url);
  address.host = `${host}:${port}`;
  return address.href;
}

async function sweep(): Promise<void> {
  for (const entry of await readdir(tmpdir())) {
    const pid = entry.startsWith(prefix) ? Number(entry.slice(prefix.length).split('-')[0]) : Number.NaN;
    if (Number.isNaN(pid) || isAlive(pid)) continue;
    await discardData(join(tmpdir(), entry, '.data')); // the data folder of a copied checkout
    await discardData(join(tmpdir(), entry));
  }
}
