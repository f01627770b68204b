import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';

/** Work that a request starts and that its answer does not wait for. */
export type BackgroundWork = {
  /** Runs `work` after the answer was written, one after the other; a failure is logged under `name`. */
  start(name: string, work: () => Promise<void>): void;
  /** Resolves when all work that was started has ended. The process waits for it before it closes the database. */
  done(): Promise<void>;
};

export function createBackgroundWork(log: Logger): BackgroundWork {
  let last = Promise.resolve();
  return {
    start: (name, work) => {
      last = last
        .then(() => nextTurn())
        .then(work)
        .catch((err: unknown) => log.error({ err, work: name }, 'late work failed'));
    },
    done: () => last,
  };
}
