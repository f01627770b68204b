import { isUnreachable } from './db/connection.ts';

/**
 * Runs `work` for each item in turn; one that fails does not keep the others from their turn.
 *
 * name    what an item is called in the log.
 * lanes   how many items have their turn at a time.
 * Throws  an AggregateError of what failed, once every item has had its turn; a lost database at once, since nothing
 *         that follows would go any better.
 */
export async function oneByOne<T>(
  items: readonly T[],
  name: (item: T) => string,
  work: (item: T) => Promise<void>,
  lanes = 1,
): Promise<void> {
  const failures: Error[] = [];
  const lost: unknown[] = [];
  const waiting = items.values();
  const lane = async () => {
    for (const item of waiting) {
      if (lost.length > 0) return;
      try {
        await work(item);
      } catch (cause) {
        if (isUnreachable(cause)) lost.push(cause);
        else failures.push(new Error(`${name(item)} failed`, { cause }));
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(lanes, items.length) }, lane));
  if (lost.length > 0) throw lost[0];
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${items.length} failed`);
}
