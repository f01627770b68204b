import bcrypt from 'bcrypt';
import { expect, test, vi } from 'vitest';
import { Refusal } from '../refusal.ts';
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

test('nobody has a password, not even the one that stands in for theirs', async () => {
  const passwords = createPasswords(4);
  expect(await passwords.matches('nobody signs in with this', null)).toBe(false);
});

test('an unknown user costs the comparison with a hash of the same cost', async () => {
  const passwords = createPasswords(6);
  const known = await passwords.hash('correct horse');
  const compare = vi.spyOn(bcrypt, 'compare'); // looks on, and lets the comparison happen
  await passwords.matches('wrong horse', known);
  await passwords.matches('wrong horse', null);
  const costs = compare.mock.calls.map(([, hash]) => bcrypt.getRounds(hash));
  compare.mockRestore();
  expect(costs).toEqual([6, 6]);
});

test('an unknown user waits in the same queue as a known one, and beyond 52 both are told to come back', async () => {
  const passwords = createPasswords(4, 60_000);
  const hash = await passwords.hash('correct horse');
  // What stands in for an unknown user's hash is ready before the rush.
  await passwords.matches('correct horse', null);
  for (const against of [hash, null]) {
    const rush = await Promise.allSettled(
      Array.from({ length: 60 }, () => passwords.matches('correct horse', against)),
    );
    const refused = rush.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refused).toHaveLength(8);
    for (const reason of refused) {
      expect(reason).toBeInstanceOf(Refusal);
      expect(reason).toMatchObject({ status: 503, code: 'busy', retryAfter: 5 });
    }
    expect(rush.filter((one) => one.status === 'fulfilled')).toHaveLength(52);
  }
  expect(await passwords.matches('correct horse', hash)).toBe(true);
});

test('who would wait too long for the hashes before theirs is told to come back, and the next rush finds room', async () => {
  const passwords = createPasswords(10, 1); // a hash takes many times as long
  for (const _rush of ['first', 'second']) {
    const rush = await Promise.allSettled(Array.from({ length: 5 }, () => passwords.hash('correct horse')));
    expect(rush.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected', 'rejected']);
    expect(rush.at(-1)).toMatchObject({ reason: { status: 503, code: 'busy', retryAfter: 5 } });
  }
});
