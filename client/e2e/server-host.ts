import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { HostAnswer, HostOrder } from '#server/testing/server-host.ts';

/** A process that runs one server after another. */
export type ServerHost = {
  /** Starts a server with this environment and returns its address. Throws if it cannot start. */
  start(env: Record<string, string>): Promise<string>;
  /** Stops the server once it has answered what is under way. Throws if its process has ended by itself. */
  stop(): Promise<void>;
  end(): Promise<void>;
};

/**
 * Starts a host of servers, whose bundled code is in `file`. Its first server is as slow as one in a process of its own;
 * each later one takes a third of the CPU until it is ready, and answers its first requests by compiled code.
 */
export function startServerHost(file: string): ServerHost {
  const child = fork(file, { env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'test' } });
  const ended = once(child, 'exit');
  const follow = async (order: HostOrder): Promise<string | null> => {
    if (!child.connected) throw new Error('the process of the servers has ended');
    const answered = once(child, 'message') as Promise<[HostAnswer]>;
    child.send(order);
    const [answer] = await Promise.race([
      answered,
      ended.then((): never => {
        throw new Error('the process of the servers has ended');
      }),
    ]);
    if ('failed' in answer) throw new Error(answer.failed);
    return answer.address;
  };
  return {
    start: async (env) => {
      const address = await follow({ start: env });
      if (address === null) throw new Error('the server has no address');
      return address;
    },
    stop: async () => void (await follow('stop')),
    end: async () => {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}
