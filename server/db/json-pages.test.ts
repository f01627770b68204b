import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { readInPages } from './json-pages.ts';

type Row = { number: number; text: string | null; most: number };

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

function read(texts: readonly (string | null)[]): Promise<Row[]> {
  return readInPages<Row>(database.db, {
    fields: { number: sql`number`, text: sql`text`, most: sql`${Number.MAX_SAFE_INTEGER}::bigint` },
    from: sql`unnest(${sql.param(texts)}::text[]) with ordinality as t(text, number)`,
    order: sql`number desc`,
  });
}

test('pages have every row once, in the order of the list, whatever its text holds', async () => {
  const odd = [
    '\u2028\u2029',
    '\\ " \\u0000',
    '\u0001\n\t\u007f',
    '\ud83d\ude00',
    '\uffff\ufeff',
    '{"a":[1]}',
    '',
    null,
  ];
  const texts = Array.from({ length: 2_001 }, (_, at) => odd[at % odd.length] ?? null);
  const rows = texts.map((text, at) => ({ number: at + 1, text, most: Number.MAX_SAFE_INTEGER }));
  expect(await read(texts)).toEqual(rows.toReversed());
});

test('a list without rows is empty', async () => {
  expect(await read([])).toEqual([]);
});
