import { sql } from 'drizzle-orm';
import type { Db } from '../db/connection.ts';

/** What is owed to an address, oldest first. */
export async function lettersTo(db: Db, email: string): Promise<{ subject: string; body: string }[]> {
  const { rows } = await db.execute<{ subject: string; body: string }>(sql`
    select subject, body from outbox where recipient = ${email} order by id`);
  return rows;
}

/** The tokens of all links to a new password that are owed to an address, oldest first. */
export async function resetTokensTo(db: Db, email: string): Promise<string[]> {
  const links = (await lettersTo(db, email)).flatMap(
    ({ body }) => body.match(/\/reset-password\?token=([\w-]+)/) ?? [],
  );
  return links.filter((_match, at) => at % 2 === 1);
}
