import { setImmediate as nextMacrotask } from 'node:timers/promises';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from './connection.ts';

/** Chosen: a page takes a few milliseconds to be parsed. */
const rowsOnPage = 1_000;

/**
 * Reads a long list by one statement, so from one snapshot, without blocking the event loop: Postgres makes JSON of
 * each page of rows, and other requests are served between two pages. The driver parses the fields of 10,000 plain rows
 * in one go, which takes 40 ms.
 *
 * fields  the columns of a row by name. JSON has no instants and no 64-bit integers above 2^53: none are allowed here.
 * from    what follows `from` in the statement, with its conditions.
 * order   the order of the rows; a total one, so that equal rows come in the same order each time.
 */
export async function readInPages<Row>(
  db: Db,
  { fields, from, order }: { fields: Record<keyof Row & string, SQLWrapper>; from: SQL; order: SQL },
): Promise<Row[]> {
  const pairs = Object.entries<SQLWrapper>(fields).map(([name, column]) => sql`${name}::text, ${column}`);
  const pages = await db.execute<{ rows: string }>(sql`
    select json_agg(fields order by number)::text as rows
    from (
      select json_build_object(${sql.join(pairs, sql`, `)}) as fields, row_number() over (order by ${order}) as number
      from ${from}
    ) listed
    group by (number - 1) / ${rowsOnPage} order by min(number)`);
  const rows: Row[] = [];
  for (const page of pages.rows) {
    await nextMacrotask();
    rows.push(...(JSON.parse(page.rows) as Row[]));
  }
  return rows;
}
