import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { existingHome } from '../db/data-location.ts';
import { startEmbedded } from '../db/embedded.ts';
import { migrate } from '../db/migrate.ts';
import { discardData } from '../db/postgres-server.ts';

/** A machine of a Citus with some of the leagues. */
export type RoundMachine = {
  /** HOST:PORT, as `npm run db:node` takes it. */
  address: string;
  /** Ends the server as a power cut does, and returns once it has ended. */
  cut(): Promise<void>;
  start(): Promise<void>;
  freeze(): Promise<void>;
  thaw(): Promise<void>;
};

/** A Postgres for one round, as durable as in production: every commit must survive every fault. */
export type RoundDatabase = {
  url: string;
  folder: string;
  /** The machines with leagues besides the server at `url`, their coordinator; none on one Postgres. */
  machines: readonly RoundMachine[];
  /** Terminates all connections but the caller's; returns how many. */
  cutConnections(): Promise<number>;
  /** Stops the server, cleanly by `SIGINT` or not by `SIGKILL`, and returns once the restarted server answers. */
  restart(signal: 'SIGINT' | 'SIGKILL'): Promise<void>;
  discard(): Promise<void>;
};

const answersWithinMs = 30_000;

/** A folder for the data of a round. If this run is killed, the next test cluster deletes the folder. */
export async function makeRoundFolder(): Promise<string> {
  const folder = join(tmpdir(), `ching-test-${process.pid}-${randomBytes(4).toString('hex')}`);
  await mkdir(folder);
  await chmod(folder, 0o755); // despite the umask: the database may run under another account
  return folder;
}

export async function startDatabase(): Promise<RoundDatabase> {
  const folder = await makeRoundFolder();
  const server = await startEmbedded(folder);
  await migrate(server.url);

  return {
    url: server.url,
    folder,
    machines: [],
    cutConnections: () => cutConnections(server.url),
    restart: async (signal) => {
      const before = await postmasterOf(folder);
      process.kill(before, signal);
      const deadline = Date.now() + answersWithinMs;
      for (;;) {
        const isBack = await postmasterOf(folder)
          .then(async (pid) => pid !== before && (await queryOnce(server.url, 'select 1')).rowCount === 1)
          .catch(() => false);
        if (isBack) return;
        if (Date.now() > deadline) throw new Error('the database does not come back');
        await pause(20);
      }
    },
    discard: async () => {
      await server.stop();
      await discardData(folder);
    },
  };
}

export async function cutConnections(url: string): Promise<number> {
  const { rowCount } = await queryOnce(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  );
  return rowCount ?? 0;
}

async function postmasterOf(folder: string): Promise<number> {
  const [pid] = (await readFile(join(existingHome(folder) ?? '', 'cluster', 'postmaster.pid'), 'utf8')).split('\n');
  return Number(pid);
}

async function queryOnce(url: string, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: answersWithinMs });
  client.on('error', () => undefined); // the query fails with the same error
  try {
    await client.connect();
    return await client.query(text);
  } finally {
    await client.end().catch(() => undefined);
  }
}
