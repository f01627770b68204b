import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, sep } from 'node:path';
import { createServer } from 'vite';
import { startEmbedded } from '../db/embedded.ts';
import { readEnv } from '../env.ts';
import { freePort } from '../lib/free-port.ts';
import { exitWith } from '../lib/startup-error.ts';

const root = join(import.meta.dirname, '..', '..');
const sources = [join(root, 'server'), join(root, 'shared')];

/** The paths that the server answers itself; Vite serves all else. */
const ofServer = ['/api', '/calendar', '/healthz', '/readyz'];

/** Runs Vite with hot reload at the app's address, and behind it the server, which restarts when its sources change. */
async function main(): Promise<void> {
  const env = readEnv();
  const address = env.APP_URL ?? `http://localhost:${env.PORT}`;
  const embedded = env.DATABASE_URL ? null : await startEmbedded(env.DATA_DIR, { onLost: exitWith });
  const port = await freePort();
  const target = `http://127.0.0.1:${port}`;
  const vite = await createServer({
    root: join(root, 'client'),
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
    clearScreen: false,
    server: { port: env.PORT, strictPort: true, proxy: Object.fromEntries(ofServer.map((path) => [path, target])) },
  });

  // The role `api` is web and worker without the client, which Vite serves.
  const startServer = () =>
    spawn(process.execPath, ['--import', 'tsx', join(root, 'server', 'index.ts'), 'api'], {
      cwd: process.cwd(),
      env: { ...process.env, PORT: String(port), APP_URL: address, DATABASE_URL: embedded?.url ?? env.DATABASE_URL },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'], // the server stops itself when this channel closes
      detached: true, // only this process gets a Ctrl-C; it then stops the server
    });
  let server = startServer();
  let restart = Promise.resolve();
  let pending: NodeJS.Timeout | undefined;
  vite.watcher.add(sources).on('all', (_event, path) => {
    if (!sources.some((folder) => path.startsWith(folder + sep)) || /\.test\.ts$/.test(path)) return;
    clearTimeout(pending);
    pending = setTimeout(() => {
      restart = restart.then(async () => {
        await end(server);
        server = startServer();
      });
    }, 100);
  });

  const stop = async () => {
    clearTimeout(pending);
    await restart;
    await end(server);
    await vite.close();
    await embedded?.stop();
    process.exit(0);
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, stop);

  await embedded?.announce(address);
  await vite.listen();
  process.stdout.write(`Ching is at ${address}\n`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}

main().catch(exitWith);
