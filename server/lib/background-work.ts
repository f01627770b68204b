import { setImmediate as nextMacrotask } from 'node:timers/promises';
import type { Logger } from 'pino';

/** Work that a request starts without waiting for its end. */
export type BackgroundWork = {
  /** Queues `work`. It starts after the response has been written, and runs alone. A failure is logged with `name`. */
  start(name: string, work: () => Promise<void>): void;
  /** Resolves when all started work has ended. The process waits for it before it closes the database. */
  done(): Promise<void>;
};

export function createBackgroundWork(log: Logger): BackgroundWork {
  let last = Promise.resolve();
  return {
    start: (name, work) => {
      last = last
        .then(() => nextMacrotask())
        .then(work)
        .catch((err: unknown) => log.error({ err, work: name }, 'late work failed'));
    },
    done: () => last,
  };
}
