/** The errors that end a whole run instead of one item. */
type RunOptions = {
  /** Whether an error makes the remaining items pointless, such as a lost database. An abort always does. */
  isFatal(error: unknown): boolean;
};

/**
 * Runs `work` for each item, one after another. A failing item does not stop the others.
 *
 * name    what an item is called in the error.
 * Throws  a fatal error or an abort at once; otherwise, after all items, an AggregateError of the failures.
 */
export async function runIsolated<T>(
  items: readonly T[],
  name: (item: T) => string,
  work: (item: T) => Promise<void>,
  options: RunOptions,
): Promise<void> {
  await runGroupsIsolated(
    items.map((item) => [item]),
    name,
    ([item]) => work(item),
    { ...options, concurrency: 1 },
  );
}

type Group<T> = readonly [T, ...T[]];

/**
 * The same for items that are cheaper together. When a group fails, each of its items runs again in a group of its own,
 * so that only failing items fail. `work` must find what it has already done of a group.
 *
 * concurrency  how many groups run at the same time.
 */
export async function runGroupsIsolated<T>(
  groups: readonly Group<T>[],
  name: (item: T) => string,
  work: (group: Group<T>) => Promise<void>,
  { isFatal, concurrency }: RunOptions & { concurrency: number },
): Promise<void> {
  const failures: Error[] = [];
  const fatalErrors: unknown[] = [];
  const waiting = [...groups].reverse();
  const runNext = async () => {
    for (let group = waiting.pop(); group && fatalErrors.length === 0; group = waiting.pop()) {
      try {
        await work(group);
      } catch (cause) {
        if (isFatal(cause) || isAbort(cause)) fatalErrors.push(cause);
        else if (group.length > 1) waiting.push(...group.map((item): Group<T> => [item]).reverse());
        else failures.push(new Error(`${name(group[0])} failed`, { cause }));
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, groups.length) }, runNext));
  if (fatalErrors.length > 0) throw fatalErrors[0];
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${groups.flat().length} failed`);
}

/** Whether the error is the default reason of an aborted AbortSignal. */
function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
