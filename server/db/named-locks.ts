import { sql } from 'drizzle-orm';
import type { Db } from './connection.ts';
import { preparedSql } from './prepared.ts';

/** The first keys of two-key advisory locks. Chosen: no other code uses them; games have 6 and 7, machines 8. */
const kinds = { user: 9, email: 10, joins: 11, 'extra quotes': 12, 'next season': 13, statement: 14, admins: 15 };

/**
 * Locks what has these names until the transaction ends: users, an address, the joins of leagues, their next
 * seasons, the second provider's quotes of games, the statements of members, or who is an admin. Takes the locks in
 * ascending order of their keys, so that two calls cannot deadlock. The order of kinds: docs/decisions/lock-order.md.
 */
export async function lockNamed(tx: Db, kind: keyof typeof kinds, names: readonly string[]): Promise<void> {
  await lock(tx, { kind: kinds[kind], names });
}

const lock = preparedSql<'kind' | 'names', never>(sql`
  select pg_advisory_xact_lock(${sql.placeholder('kind')}::int, key)
  from (select distinct hashtext(name) from unnest(${sql.placeholder('names')}::text[]) as name order by 1) as keys(key)`);
