import { fork } from 'node:child_process';
import type { Recording } from '../testing/citus-lint.ts';

/**
 * A recorded bet: a replay substitutes its own ids for these. `lastSend`: the statements of its transaction are replayed
 * in two messages, of which the second has so many statements and the COMMIT; null replays each as a message of its own.
 */
export type Recorded = {
  transactions: Recording;
  lastSend: number | null;
  leagueId: string;
  userId: string;
  gameId: string;
  reply: unknown;
};

/** The job of a server process: the app, the worker's freezing of weeks or settling, or a bare Express handler. */
export type Job =
  | { serves: 'app'; url: string }
  | { serves: 'freezing'; url: string }
  | { serves: 'settling'; url: string }
  | { serves: 'statements'; url: string; recorded: Recorded }
  | { serves: 'one-statement'; url: string; reply: unknown }
  | { serves: 'bytes'; path: string; base64: string; tag: string };

/** `longestGap`: the longest block of the event loop since the last call, in milliseconds. */
type Usage = { cpuMs: number; rssMb: number; longestGap: number };
type FromServer = { port: number } | Usage;

export type Served = {
  port: number;
  /** CPU time and memory of the process since its start. */
  usage(): Promise<Usage>;
  stop(): Promise<void>;
};

/** Starts a server in a process of its own, so that the client's work costs the server no CPU. */
export async function serve(job: Job): Promise<Served> {
  const child = fork(new URL('./serve.ts', import.meta.url), {
    execArgv: ['--import', 'tsx'],
    env: { PATH: process.env.PATH, NODE_ENV: 'production' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const answer = <T extends FromServer>(message: unknown) =>
    new Promise<T>((resolve, reject) => {
      child.once('message', (reply) => resolve(reply as T));
      void ended.then(() => reject(new Error('the server ended')));
      child.send(message as object);
    });
  const { port } = await answer<{ port: number }>(job);
  return {
    port,
    usage: () => answer<Usage>('usage'),
    stop: async () => {
      child.disconnect();
      await ended;
    },
  };
}
