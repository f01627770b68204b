import { expect, test } from 'vitest';
import { leagueTopic, sportTopic, type Topic, userTopic } from '#shared/api/events.ts';
import { createCache } from './cache.ts';
import type { Changes } from './changes.ts';

type Value = { text: string; sport?: 'NFL' | 'MLB' };

/** A cache of at most 4 letters, and the loads that its callers have started. `notify` reports changes to it. */
function aCache() {
  let notify: Parameters<Changes['onChange']>[0] = () => undefined;
  const onChange: Changes['onChange'] = (listener) => {
    notify = listener;
  };
  const cache = createCache<Value>(
    { onChange, refresh: async () => undefined },
    { most: 4, sizeOf: ({ text }) => text.length, topicOf: ({ sport }) => (sport ? sportTopic(sport) : null) },
  );
  const loads: { key: string; resolve(value: Value): void; reject(error: Error): void }[] = [];
  const read = (key: string, isValid?: (value: Value) => boolean) =>
    cache.read(
      key,
      key === 'unknown' ? null : leagueTopic(key),
      () => new Promise<Value>((resolve, reject) => void loads.push({ key, resolve, reject })),
      isValid,
    );
  /** Loads a value into the cache. */
  const fill = async (key: string, value: Value) => {
    const reading = read(key);
    loads.at(-1)?.resolve(value);
    return reading;
  };
  return {
    cache,
    read,
    fill,
    loads,
    notify: (...topics: Topic[]) => notify(new Set(topics)),
    miss: () => notify(null),
  };
}

test('concurrent callers share one load, and its error, which is not cached', async () => {
  const { read, loads } = aCache();
  const failing = [read('a'), read('a')];
  expect(loads).toHaveLength(1);
  loads[0]?.reject(new Error('no database'));
  expect((await Promise.allSettled(failing)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const again = read('a');
  loads[1]?.resolve({ text: 'x' });
  expect(await again).toEqual({ text: 'x' });
  expect(await read('a')).toBe(await again);
  expect(loads).toHaveLength(2);
});

test('a change of its topic drops an entry, and no other', async () => {
  const { cache, read, fill, loads, notify } = aCache();
  const [a, b] = [await fill('a', { text: 'a' }), await fill('b', { text: 'b' })];
  notify(leagueTopic('a'), sportTopic('NFL'));
  expect([cache.isCurrent('a', a), cache.isCurrent('b', b)]).toEqual([false, true]);
  expect(await read('b')).toBe(b);
  void read('a');
  expect(loads.map(({ key }) => key)).toEqual(['a', 'b', 'a']);
});

test('a value that was being loaded when it changed goes to those who waited, and to nobody later', async () => {
  const { cache, read, loads, notify } = aCache();
  const before = read('a');
  notify(leagueTopic('a'));
  const after = read('a');
  loads[1]?.resolve({ text: 'new' });
  expect(await after).toEqual({ text: 'new' });
  loads[0]?.resolve({ text: 'old' });
  expect(await before).toEqual({ text: 'old' });
  expect(await read('a')).toBe(await after);
  expect([cache.isCurrent('a', await before), cache.isCurrent('a', await after)]).toEqual([false, true]);
});

test('a load that fails after its entry was dropped leaves the newer one cached', async () => {
  const { cache, read, fill, loads, notify } = aCache();
  const before = read('a');
  notify(leagueTopic('a'));
  const after = await fill('a', { text: 'new' });
  loads[0]?.reject(new Error('no database'));
  await expect(before).rejects.toThrow('no database');
  expect(cache.isCurrent('a', after)).toBe(true);
});

test('a value whose topic is known only from itself is dropped by any change of a sport or a league while it is loaded', async () => {
  const { cache, read, fill, loads, notify } = aCache();
  const before = read('unknown');
  notify(sportTopic('NBA'));
  loads[0]?.resolve({ text: 'old', sport: 'MLB' });
  expect(cache.isCurrent('unknown', await before)).toBe(false);
  const value = await fill('unknown', { text: 'new', sport: 'MLB' });
  notify(sportTopic('NBA'));
  expect(cache.isCurrent('unknown', value)).toBe(true);
  notify(sportTopic('MLB'));
  expect(cache.isCurrent('unknown', value)).toBe(false);
});

test('what is one user’s own drops nothing, not even a value that is being loaded', async () => {
  const { cache, read, loads, notify } = aCache();
  const reading = read('unknown');
  notify(userTopic('ann'));
  loads[0]?.resolve({ text: 'x', sport: 'MLB' });
  expect(cache.isCurrent('unknown', await reading)).toBe(true);
});

test('nothing is cached any more once changes were missed', async () => {
  const { cache, fill, miss } = aCache();
  const [a, b] = [await fill('a', { text: 'a' }), await fill('b', { text: 'b' })];
  miss();
  expect([cache.isCurrent('a', a), cache.isCurrent('b', b)]).toEqual([false, false]);
});

test('a value that time has made wrong is loaded again, once for all callers', async () => {
  const { read, fill, loads } = aCache();
  await fill('a', { text: 'old' });
  const isNew = ({ text }: Value) => text === 'new';
  const answers = [read('a', isNew), read('a', isNew)];
  await expect.poll(() => loads).toHaveLength(2);
  loads[1]?.resolve({ text: 'new' });
  expect(await Promise.all(answers)).toEqual([{ text: 'new' }, { text: 'new' }]);
  expect(loads).toHaveLength(2);
});

test('past its size the oldest entries go, and one that is too large alone is not cached', async () => {
  const { cache, fill } = aCache();
  const [a, b] = [await fill('a', { text: 'aa' }), await fill('b', { text: 'b' })];
  const c = await fill('c', { text: 'cc' });
  expect([cache.isCurrent('a', a), cache.isCurrent('b', b), cache.isCurrent('c', c)]).toEqual([false, true, true]);
  const d = await fill('d', { text: 'dddd' });
  expect([cache.isCurrent('c', c), cache.isCurrent('d', d)]).toEqual([false, true]);
  expect(cache.isCurrent('e', await fill('e', { text: 'eeeee' }))).toBe(false);
});

test('a value that is loaded again and again takes its size once', async () => {
  const { cache, read, fill, loads } = aCache();
  const b = await fill('b', { text: 'b' });
  for (let count = 1; count <= 9; count += 1) {
    const reading = read('a', () => false);
    await expect.poll(() => loads).toHaveLength(count + 1);
    loads.at(-1)?.resolve({ text: 'a' });
    await reading;
  }
  expect(cache.isCurrent('b', b)).toBe(true);
});
