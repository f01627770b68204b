type QueueRules = {
  /** The number of callers that run at the same time. */
  slots: number;
  /** The number of callers that may wait for a slot, and the longest wait of each. */
  maxWaiting: number;
  waitMs: number;
};

type Waiting = { begin(): void; timeout: NodeJS.Timeout };

type BoundedQueue = {
  /**
   * Calls `begin` once a slot is free, or `refuse` after `waitMs` (at once, with 'full', if the queue is full). Both
   * may be called synchronously. Returns a function that cancels the wait; it does nothing once the wait is over.
   */
  join(begin: () => void, refuse: (reason: 'full' | 'late') => void): () => void;
  /** Frees a slot: the caller that has waited longest gets it. */
  release(): void;
};

/** A first-in, first-out queue with a fixed number of slots, a maximum length and a maximum wait. */
export function createBoundedQueue({ slots, maxWaiting, waitMs }: QueueRules): BoundedQueue {
  const queue = new Set<Waiting>();
  let running = 0;

  return {
    join: (begin, refuse) => {
      if (running < slots) {
        running += 1;
        begin();
        return () => undefined;
      }
      if (queue.size >= maxWaiting) {
        refuse('full');
        return () => undefined;
      }
      const cancel = () => {
        clearTimeout(timeout);
        queue.delete(waiting);
      };
      const timeout = setTimeout(() => {
        cancel();
        refuse('late');
      }, waitMs);
      const waiting = { begin, timeout };
      queue.add(waiting);
      return cancel;
    },
    release: () => {
      const [next] = queue;
      if (!next) {
        running -= 1;
        return;
      }
      clearTimeout(next.timeout);
      queue.delete(next);
      setImmediate(next.begin); // not synchronously: `begin` may end at once and free the slot again
    },
  };
}

/**
 * Runs each `work` once a slot is free and resolves or rejects as it does. Rejects with the error that `refusal` makes
 * when no slot is free in time.
 */
export function createConcurrencyLimit(
  rules: QueueRules,
  refusal: (reason: 'full' | 'late') => Error,
): <T>(work: () => Promise<T>) => Promise<T> {
  const queue = createBoundedQueue(rules);
  return async (work) => {
    await new Promise<void>((begin, refuse) => queue.join(begin, (reason) => refuse(refusal(reason))));
    try {
      return await work();
    } finally {
      queue.release();
    }
  };
}
