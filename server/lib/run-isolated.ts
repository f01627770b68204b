import { isUnreachable } from '../db/connection.ts';

/**
 * Runs `work` for each item in turn; one that fails does not keep the others from their turn.
 *
 * name    what an item is called in the log.
 * Throws  an AggregateError of what failed, once every item has had its turn; a lost database or an abort at once, since
 *         nothing that follows would go any better.
 */
export async function runIsolated<T>(
  items: readonly T[],
  name: (item: T) => string,
  work: (item: T) => Promise<void>,
): Promise<void> {
  await runGroupsIsolated(
    items.map((item) => [item]),
    name,
    ([item]) => work(item),
    1,
  );
}

type Group<T> = readonly [T, ...T[]];

/**
 * The same for items that are cheaper together: those of a group that fails have a turn each of their own, so that again
 * only what fails by itself does. Whatever `work` had done of the group by then, it must find done.
 *
 * lanes  how many groups have their turn at a time.
 */
export async function runGroupsIsolated<T>(
  groups: readonly Group<T>[],
  name: (item: T) => string,
  work: (group: Group<T>) => Promise<void>,
  lanes: number,
): Promise<void> {
  const failures: Error[] = [];
  const lost: unknown[] = [];
  const waiting = [...groups].reverse();
  const lane = async () => {
    for (let group = waiting.pop(); group && lost.length === 0; group = waiting.pop()) {
      try {
        await work(group);
      } catch (cause) {
        if (isUnreachable(cause) || isAbort(cause)) lost.push(cause);
        else if (group.length > 1) waiting.push(...group.map((item): Group<T> => [item]).reverse());
        else failures.push(new Error(`${name(group[0])} failed`, { cause }));
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(lanes, groups.length) }, lane));
  if (lost.length > 0) throw lost[0];
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${groups.flat().length} failed`);
}

/** The reason of an AbortSignal that was given none. */
function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
