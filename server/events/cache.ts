import { parseTopic, type Topic } from '#shared/api/events.ts';
import type { Changes } from './changes.ts';

type Entry<T> = {
  value: Promise<T>;
  /** Null while it is loaded. */
  loaded: T | null;
  /** The topic whose change drops the entry; null if any change of a sport or a league does. */
  topic: Topic | null;
  size: number;
};

export type Cache<T> = {
  /**
   * The value of a key; loads it unless it is cached and valid. Concurrent callers share one load, and its error.
   * Refresh `changes` before: the value is then no older than what that refresh has seen.
   *
   * topic    null if it is known only from the loaded value (`topicOf`): while it is loaded, any change of a sport or a
   *          league drops it
   * isValid  whether a cached value may still be returned, if time alone can make it wrong
   */
  read(key: string, topic: Topic | null, load: () => Promise<T>, isValid?: (value: T) => boolean): Promise<T>;
  /** Whether this value, which `read` returned, is still the cached one. */
  isCurrent(key: string, value: T): boolean;
};

/** Whether a topic names data that no cache has. */
function isNeverCached(topic: Topic): boolean {
  const { userId, ticket } = parseTopic(topic);
  return userId !== null || ticket !== null;
}

type Options<T> = {
  /** The largest sum of sizes. Past it the entries that were loaded longest ago are dropped. */
  most: number;
  /** Default: 1, which is also the size of a value that is being loaded. */
  sizeOf?(value: T): number;
  /** The topic of values that `read` got no topic for. */
  topicOf?(value: T): Topic | null;
};

/**
 * Caches values in this process until they change.
 *
 * A change by any process drops the entries of its topic, also those that are being loaded: callers that wait for such
 * a load get its value, later callers start another one. If changes were missed, every entry is dropped.
 * Source: docs/decisions/change-notifications.md.
 */
export function createCache<T extends object>(changes: Changes, options: Options<T>): Cache<T> {
  const entries = new Map<string, Entry<T>>();
  let total = 0;
  changes.onChange((topics) => {
    // Neither a user's own data nor remarks are cached. Without this, every bet would drop what is being loaded.
    if (topics !== null && [...topics].every(isNeverCached)) return;
    for (const [key, { topic }] of entries) if (topics === null || topic === null || topics.has(topic)) drop(key);
  });

  const read: Cache<T>['read'] = async (key, topic, load, isValid) => {
    const found = entries.get(key);
    if (!found) return start(key, topic, load);
    const value = await found.value;
    if (!isValid || isValid(value)) return value;
    // If the entry is another one by now, another caller has started the next load, or a change has dropped it.
    return entries.get(key) === found ? start(key, topic, load) : read(key, topic, load, isValid);
  };

  return { read, isCurrent: (key, value) => entries.get(key)?.loaded === value };

  function start(key: string, topic: Topic | null, load: () => Promise<T>): Promise<T> {
    drop(key);
    const entry: Entry<T> = { value: load(), loaded: null, topic, size: 0 };
    entries.set(key, entry);
    resize(entry, 1);
    entry.value.then(
      (value) => {
        entry.loaded = value;
        entry.topic ??= options.topicOf?.(value) ?? null;
        if (entries.get(key) === entry) resize(entry, options.sizeOf?.(value) ?? 1);
      },
      () => entries.get(key) === entry && drop(key),
    );
    return entry.value;
  }

  function resize(entry: Entry<T>, size: number): void {
    total += size - entry.size;
    entry.size = size;
    for (const oldest of entries.keys()) {
      if (total <= options.most) return;
      drop(oldest);
    }
  }

  function drop(key: string): void {
    total -= entries.get(key)?.size ?? 0;
    entries.delete(key);
  }
}
