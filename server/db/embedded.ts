import { existsSync, realpathSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { existingHome, removeLocation } from './data-location.ts';
import { findLocation } from './embedded-location.ts';
import {
  durableSettings,
  findRunning,
  nameConnection,
  own,
  type PostgresServer,
  prepare,
  shutDown,
  signal,
  throwawaySettings,
  urlOf,
} from './postgres-server.ts';

export type Embedded = {
  /** The URL of the database `ching`, with the role that owns everything in it. It stays the same until `stop`. */
  url: string;
  /** Stores the app's address, so that a second start from the same folder can say where the app is. */
  announce(address: string): Promise<void>;
  /** Shuts the server down and resolves when it has ended. Removes the files of a throwaway server. */
  stop(): Promise<void>;
};

export type EmbeddedOptions = {
  /** For tests: `stop` removes the data. */
  throwaway?: boolean;
  /** Default: true, but false for a throwaway server. */
  durable?: boolean;
  patienceMs?: PostgresServer['patienceMs'];
  /** Called when the server has ended and could not be restarted. */
  onLost?: (error: unknown) => void;
};

/**
 * Starts a Postgres server on a free port of this machine, with its data in `dataDir` (for root: data-location.ts).
 *
 * One process at a time owns the server: a second start throws AlreadyRunning. The server of a killed process is taken
 * over, and unfinished data are made again. A server that ends unexpectedly is restarted on the same port. `stop` stops
 * the server, and the exit of this process does so at the latest.
 */
export async function startEmbedded(dataDir: string, options: EmbeddedOptions = {}): Promise<Embedded> {
  const { throwaway = false, durable = !throwaway, patienceMs = 1_500, onLost = () => undefined } = options;
  await mkdir(resolve(dataDir), { recursive: true });
  const realDataDir = realpathSync(dataDir);
  const location = await findLocation(realDataDir);
  if (!existsSync(location.home)) await prepare(location, ['cluster'], { synced: !throwaway });
  const server: PostgresServer = {
    name: 'The embedded database',
    owner: 'Ching',
    bin: location.bin,
    account: location.account,
    cluster: join(location.home, 'cluster'),
    log: join(location.base, 'postgres.log'),
    password: await readFile(join(location.home, 'password'), 'utf8'),
    settings: durable ? durableSettings : throwawaySettings,
    environment: {},
    patienceMs,
    pid: null,
  };

  const stopAtExit = () => server.pid !== null && signal(server.pid, 'SIGINT');
  process.once('exit', stopAtExit);

  let address = '';
  let stopping = false;
  let owned = await own(server, null, address);
  let owning = Promise.resolve(owned);
  const watch = () =>
    owned.client.once('end', () => {
      if (stopping) return;
      owning = own(server, owned.port, address);
      owning.then((next) => {
        owned = next;
        watch();
      }, onLost);
    });
  watch();

  return {
    url: urlOf(server.password, owned.port),
    announce: async (appAddress) => {
      address = appAddress;
      await nameConnection(owned.client, address);
    },
    stop: async () => {
      stopping = true;
      await owning.catch(() => undefined);
      if (server.pid !== null) await shutDown(server.cluster);
      process.off('exit', stopAtExit);
      if (throwaway) await removeLocation(realDataDir);
    },
  };
}

/** The URL of the server that runs on the data in `dataDir`, started by any process; null if none runs. */
export async function runningEmbedded(dataDir: string): Promise<string | null> {
  const home = existsSync(dataDir) ? existingHome(realpathSync(dataDir)) : null;
  const running = home && (await findRunning(join(home, 'cluster')));
  return running ? urlOf(await readFile(join(home, 'password'), 'utf8'), running.port) : null;
}
