import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../testing/database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase({ max: 1 });
});
afterAll(() => database.drop());

async function preparedStatements(): Promise<string[]> {
  const { rows } = await database.pool.query<{ statement: string }>('select statement from pg_prepared_statements');
  return rows.map((row) => row.statement);
}

test('a statement with values is prepared once per connection, and answers for the values of each call', async () => {
  const doubled = async (number: number) => {
    const { rows } = await database.db.execute<{ twice: number }>(sql`select ${number}::int * 2 as twice`);
    return rows[0]?.twice;
  };
  expect([await doubled(1), await doubled(2), await doubled(3)]).toEqual([2, 4, 6]);
  expect((await preparedStatements()).filter((text) => text.includes('twice'))).toEqual([
    'select $1::int * 2 as twice',
  ]);
});

test('a statement that is longer than those of any request is not prepared', async () => {
  const long = `select $1::int as answer -- ${'rows '.repeat(2_000)}`;
  expect((await database.pool.query(long, [7])).rows).toEqual([{ answer: 7 }]);
  expect(await preparedStatements()).not.toContain(long);
});
