import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { distribute } from '../db/distribute.ts';
import { discardEmbedded, startEmbedded } from '../db/embedded.ts';
import { migrate } from '../db/migrate.ts';
import { isAlive } from '../db/place.ts';

declare module 'vitest' {
  interface ProvidedContext {
    clusterUrl: string;
  }
}

export type Cluster = {
  /** The address from which databases are cloned. */
  url: string;
  stop(): Promise<void>;
};

const prefix = 'ching-test-';
const template = 'ching_template';
/** A Citus to test on: every database of a test has its leagues spread by their ids. */
const citusUrl = process.env.CITUS_URL;

/** Vitest's global setup: one cluster for the run, removed at its end. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startCluster();
  project.provide('clusterUrl', cluster.url);
  return cluster.stop;
}

/**
 * A throwaway Postgres with a migrated template; what killed runs have left behind is swept first. With CITUS_URL set it
 * is the Citus there instead.
 *
 * durable  it writes as carefully as one in production, so that what it takes can be measured.
 */
export async function startCluster({ durable = false } = {}): Promise<Cluster> {
  if (citusUrl) return { url: citusUrl, stop: async () => undefined };
  await sweep();
  const folder = join(tmpdir(), `${prefix}${process.pid}-${randomBytes(4).toString('hex')}`);
  await mkdir(folder);
  await chmod(folder, 0o755); // whatever the umask: the database may run under another account
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
 * A new database with every migration applied, cloned from the cluster's template (which Citus keeps connections to, so
 * that there it is made from nothing); `drop` cuts its connections off.
 */
export async function cloneTemplate(clusterUrl: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await withAdmin(clusterUrl, async (admin) => {
    await admin.query('SELECT pg_advisory_lock(1)'); // a template is copied for one at a time
    await admin.query(`CREATE DATABASE ${name}${citusUrl ? '' : ` TEMPLATE ${template}`}`);
  });
  if (citusUrl) await distribute(databaseUrl(clusterUrl, name));
  return {
    url: databaseUrl(clusterUrl, name),
    drop: () => withAdmin(clusterUrl, (admin) => admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)),
  };
}

async function withAdmin(url: string, work: (admin: pg.Client) => Promise<unknown>): Promise<void> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
}

function databaseUrl(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

async function sweep(): Promise<void> {
  for (const entry of await readdir(tmpdir())) {
    const pid = entry.startsWith(prefix) ? Number(entry.slice(prefix.length).split('-')[0]) : Number.NaN;
    if (Number.isNaN(pid) || isAlive(pid)) continue;
    await discardEmbedded(join(tmpdir(), entry, '.data')); // of a whole checkout
    await discardEmbedded(join(tmpdir(), entry));
  }
}
