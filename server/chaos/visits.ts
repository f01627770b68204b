export type Visits = {
  /** Starts no more visits; resolves once all have ended. */
  stop(): Promise<void>;
};

const tickMs = 10;
const atOnce = 100; // Chosen: more visits at once would only measure the machine

/**
 * Starts visits at a fixed rate, however slow the product is.
 *
 * rate   visits per second.
 * start  one visit. It must not reject.
 * skip   called in place of `start` while too many visits are under way.
 */
export function startVisits(visits: { rate(): number; start(): Promise<void>; skip(): void }): Visits {
  const underway = new Set<Promise<void>>();
  let [due, last] = [0, Date.now()];
  const timer = setInterval(() => {
    const now = Date.now();
    due += (visits.rate() * (now - last)) / 1_000;
    last = now;
    for (; due >= 1; due -= 1) {
      if (underway.size >= atOnce) {
        visits.skip();
        continue;
      }
      const visit = visits.start();
      underway.add(visit);
      void visit.then(() => underway.delete(visit));
    }
  }, tickMs);
  return {
    stop: async () => {
      clearInterval(timer);
      await Promise.all(underway);
    },
  };
}
