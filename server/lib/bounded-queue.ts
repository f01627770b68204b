type QueueRules = {
  /** How many have their turn at a time. */
  slots: number;
  /** How many may wait for theirs, and how long. */
  maxWaiting: number;
  waitMs: number;
};

type Waiting = { begin(): void; late: NodeJS.Timeout };

type BoundedQueue = {
  /**
   * Calls one of the two, once: `begin` when it is their turn, which may be at once, or `refuse` when it does not come soon
   * enough: at once where the line is full. Returns how to leave the line, which does nothing for who no longer waits.
   */
  join(begin: () => void, refuse: () => void): () => void;
  /** Gives a turn that is over to whoever has waited longest. */
  release(): void;
};

/** A few at a time, in the order in which they came, and an early no for whom it would take too long. */
export function createBoundedQueue({ slots, maxWaiting, waitMs }: QueueRules): BoundedQueue {
  const line = new Set<Waiting>();
  let underway = 0;

  return {
    join: (begin, refuse) => {
      if (underway < slots) {
        underway += 1;
        begin();
        return () => undefined;
      }
      if (line.size >= maxWaiting) {
        refuse();
        return () => undefined;
      }
      const leave = () => {
        clearTimeout(late);
        line.delete(waiting);
      };
      const late = setTimeout(() => {
        leave();
        refuse();
      }, waitMs);
      const waiting = { begin, late };
      line.add(waiting);
      return leave;
    },
    release: () => {
      const [next] = line;
      if (!next) {
        underway -= 1;
        return;
      }
      clearTimeout(next.late);
      line.delete(next);
      setImmediate(next.begin); // later, because it may be over at once, and pass the turn on again
    },
  };
}

/**
 * Does each `work` when it is its turn, and resolves as it does; refuses with what `refusal` makes when it does not come
 * soon enough.
 */
export function createConcurrencyLimit(
  rules: QueueRules,
  refusal: () => Error,
): <T>(work: () => Promise<T>) => Promise<T> {
  const line = createBoundedQueue(rules);
  return async (work) => {
    await new Promise<void>((begin, refuse) => line.join(begin, () => refuse(refusal())));
    try {
      return await work();
    } finally {
      line.release();
    }
  };
}
