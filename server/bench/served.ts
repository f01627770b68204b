import { fork } from 'node:child_process';
import type { Recording } from '../testing/citus-lint.ts';

/** The bet whose statements were recorded: what differs in a replay is put in the place of these. */
type Recorded = { transactions: Recording; leagueId: string; userId: string; gameId: string; reply: unknown };

/** What a process of its own serves: the app, or a bare Express handler. */
export type Job =
  | { serves: 'app'; url: string }
  | { serves: 'statements'; url: string; recorded: Recorded }
  | { serves: 'bytes'; path: string; base64: string; tag: string };

/** `longestGap`: milliseconds for which the event loop was blocked at most since the last time this was asked. */
type Usage = { cpuMs: number; rssMb: number; longestGap: number };
type FromServer = { port: number } | Usage;

export type Served = {
  port: number;
  /** What the process has used since its start. */
  usage(): Promise<Usage>;
  stop(): Promise<void>;
};

/** Serves in a process of its own, as it would run, so that asking costs the server nothing. */
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
