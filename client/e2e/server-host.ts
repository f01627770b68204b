import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { HostAnswer, HostOrder } from '#server/testing/server-host.ts';

/** A process that runs one server after another. */
export type ServerHost = {
  /** Starts a server with this environment and returns its address. Throws if it cannot start. */
  start(env: Record<string, string>): Promise<string>;
  /** Stops the running server as a SIGTERM stops `npm start`. Throws if the host has ended. */
  stop(): Promise<void>;
  /** Ends the host, without stopping a server first. Throws if the host has ended by itself. */
  end(): Promise<void>;
};

const endWithinMs = 10_000; // Chosen: a host that only has to exit needs a part of a second, on a busy machine too

/**
 * Starts a host of servers, whose bundled code is in `file`. Its first server costs as much CPU as one in a process of its
 * own, each later one about half.
 */
export function startServerHost(file: string): ServerHost {
  const child = fork(file, { env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'test' } });
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(`the host of the servers has ended: ${signal ?? `status ${code}`}`));
    child.once('error', (error) => resolve(`the host of the servers has failed: ${error.message}`));
  });
  let last: Promise<unknown> = Promise.resolve();

  /** Gives an order after the last one was answered: an answer does not say to which order it belongs. */
  function give(order: HostOrder): Promise<string | null> {
    const given = last.then(async () => {
      if (!child.connected) throw new Error(await ended);
      const answered = once(child, 'message') as Promise<[HostAnswer]>;
      child.send(order);
      const answer = await Promise.race([answered.then(([only]) => only), ended]);
      if (typeof answer === 'string') throw new Error(answer);
      if ('failed' in answer) throw new Error(answer.failed);
      return answer.address;
    });
    last = given.catch(() => undefined);
    return given;
  }

  return {
    start: async (env) => {
      const address = await give({ start: env });
      if (address === null) throw new Error('the server has no address');
      return address;
    },
    stop: async () => void (await give('stop')),
    end: async () => {
      if (!child.connected) throw new Error(await ended);
      child.disconnect();
      const late = setTimeout(() => child.kill('SIGKILL'), endWithinMs);
      await ended;
      clearTimeout(late);
    },
  };
}
