import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { inject } from 'vitest';
import { testSessionSecret, type World } from './world.ts';

const root = join(import.meta.dirname, '..', '..');

export type Workers = {
  /** Starts a whole worker on the database of the test. Its feed cannot be reached. It prints a line once it runs. */
  start(): ChildProcess;
  /** Kills a worker and waits for its end; it may have ended already. */
  kill(worker: ChildProcess): Promise<void>;
  killAll(): Promise<void>;
};

/** The worker processes of a test, with further variables of their environment. */
export function createWorkers({ database }: Pick<World, 'database'>, settings: Record<string, string>): Workers {
  const running = new Set<ChildProcess>();
  const kill = async (worker: ChildProcess) => {
    running.delete(worker);
    if (worker.exitCode !== null || worker.signalCode !== null) return;
    const exit = new Promise((resolve) => worker.once('exit', resolve));
    worker.kill('SIGKILL');
    await exit;
  };
  return {
    start: () => {
      const worker = spawn(process.execPath, [join(inject('serverBundle'), 'server.js'), 'worker'], {
        cwd: root,
        stdio: ['ignore', 'pipe', 'inherit'],
        env: {
          PATH: process.env.PATH,
          DATABASE_URL: database.url,
          SESSION_SECRET: testSessionSecret,
          FEED: 'espn',
          FEED_POLL_SECONDS: '1',
          ESPN_BASE_URL: 'http://127.0.0.1:9',
          LOG_LEVEL: 'silent',
          ...settings,
        },
      });
      running.add(worker);
      return worker;
    },
    kill,
    killAll: async () => {
      for (const worker of running) await kill(worker);
    },
  };
}
