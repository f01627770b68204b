import bcrypt from 'bcrypt';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Refusal } from '../lib/refusal.ts';
import { createPasswords } from './passwords.ts';

test('hashes at the cost it was given', async () => {
  expect(bcrypt.getRounds(await createPasswords(5).hash('correct horse'))).toBe(5);
});

test('matches the password of a hash and no other', async () => {
  const passwords = createPasswords(4);
  const hash = await passwords.hash('correct horse');
  expect(await passwords.matches('correct horse', hash)).toBe(true);
  expect(await passwords.matches('Correct horse', hash)).toBe(false);
});

test('nobody has a password, and neither has who has no hash', async () => {
  const passwords = createPasswords(4);
  expect(await passwords.matches('correct horse', null)).toBe(false);
  expect(await passwords.matches('correct horse', 'no hash at all')).toBe(false);
});

test('a wrong password costs as much for an unknown user, a hash of today’s cost and one of a lower cost', async () => {
  const passwords = createPasswords(7);
  const current = await passwords.hash('correct horse');
  const older = await createPasswords(4).hash('correct horse');
  const compare = vi.spyOn(bcrypt, 'compare'); // records the calls of the real function
  const work = async (hash: string | null) => {
    compare.mockClear();
    await passwords.matches('wrong horse', hash);
    return compare.mock.calls.reduce((sum, [, against]) => sum + 2 ** bcrypt.getRounds(against), 0);
  };
  expect([await work(null), await work(current), await work(older), await work('no hash')]).toEqual([
    128, 128, 128, 128,
  ]);
  compare.mockRestore();
});

test('knows a hash of another cost', async () => {
  const hash = await createPasswords(5).hash('correct horse');
  expect([createPasswords(5).isCurrent(hash), createPasswords(6).isCurrent(hash)]).toEqual([true, false]);
});

describe('of many at once', () => {
  let finish: () => void;

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    vi.spyOn(bcrypt, 'compare').mockImplementation(async () => {
      await finished;
      return false;
    });
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  test.each([
    ['known', `$2b$04$${'.'.repeat(53)}`],
    ['unknown', null],
  ])('whoever is served within four seconds waits for it: %s users', async (_who, hash) => {
    const passwords = createPasswords(4);
    const rush = Array.from({ length: 300 }, () => passwords.matches('correct horse', hash));
    await vi.advanceTimersByTimeAsync(3_999);
    finish();
    expect(await Promise.all(rush)).toEqual(Array(300).fill(false));
  });

  test('whoever is not is told when to come back, and the next rush finds room', async () => {
    const passwords = createPasswords(4);
    const rush = Promise.allSettled(Array.from({ length: 300 }, () => passwords.matches('correct horse', null)));
    await vi.advanceTimersByTimeAsync(4_000);
    finish();
    const refused = (await rush).flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refused).toHaveLength(298);
    expect(refused[0]).toBeInstanceOf(Refusal);
    expect(refused[0]).toMatchObject({ status: 503, code: 'busy', retryAfter: 5 });
    expect(await passwords.matches('correct horse', null)).toBe(false);
  });
});
