import { isUnreachable } from './db/connection.ts';

/**
 * Runs `work` for each item in turn; one that fails does not keep the others from their turn.
 *
 * name    what an item is called in the log.
 * Throws  an AggregateError of what failed, once every item has had its turn; a lost database at once, since nothing
 *         that follows would go any better.
 */
export async function oneByOne<T>(
  items: readonly T[],
  name: (item: T) => string,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const failures: Error[] = [];
  for (const item of items) {
    try {
      await work(item);
    } catch (cause) {
      if (isUnreachable(cause)) throw cause;
      failures.push(new Error(`${name(item)} failed`, { cause }));
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${items.length} failed`);
}
