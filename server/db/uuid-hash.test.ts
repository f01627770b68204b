import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { uuidHash } from './uuid-hash.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

test('the hash of a UUID is that of Postgres', async () => {
  const some = fc.array(fc.uuid(), { minLength: 1, maxLength: 500 });
  await fc.assert(
    fc.asyncProperty(some, async (ids) => {
      const { rows } = await database.pool.query<{ hash: number }>(
        'select uuid_hash(id) as hash from unnest($1::uuid[]) with ordinality as given (id, at) order by at',
        [ids],
      );
      expect(ids.map(uuidHash)).toEqual(rows.map(({ hash }) => hash));
    }),
    { numRuns: 20 },
  );
});

test.each(['', 'abc', '0190-', `${'0'.repeat(32)}`])('%j has no hash', (words) => {
  expect(uuidHash(words)).toBeNull();
});
