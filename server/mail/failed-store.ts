import { and, desc, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { MailFailure } from '#shared/domain/mail-failure.ts';
import type { Db } from '../db/connection.ts';
import { outbox } from '../db/tables/mail.ts';

/** The id after all others: pages go back from it, in the index. */
const afterAll = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** A letter whose last try failed, without its words and its link. */
export type FailedLetterRow = {
  id: string;
  recipient: string;
  subject: string;
  createdAt: Date;
  attempts: number;
  failure: MailFailure;
  failedAt: Date;
  /** Null once it is given up. */
  dueAt: Date | null;
  isReset: boolean;
};

/** Up to `most` letters whose last try failed, the newest first, after one of them; the first ones for null. */
export async function listFailedLetters(
  db: Db,
  { after, most }: { after: string | null; most: number },
): Promise<FailedLetterRow[]> {
  const { id, recipient, subject, createdAt, attempts, failure, failedAt, dueAt, resetUserId } = outbox;
  const rows = await db
    .select({ id, recipient, subject, createdAt, attempts, failure, failedAt, dueAt, resetUserId })
    .from(outbox)
    .where(and(isNotNull(failure), lt(id, after ?? afterAll)))
    .orderBy(desc(id)) // ids are made in the order of time
    .limit(most);
  return rows.flatMap(({ resetUserId, failure, failedAt, ...row }) =>
    failure && failedAt ? [{ ...row, failure, failedAt, isReset: resetUserId !== null }] : [],
  );
}

/** Counts the letters whose last try failed, the newest `most` of them. */
export async function countFailedLetters(db: Db, most: number): Promise<{ givenUp: number; waiting: number }> {
  const { rows } = await db.execute<{ givenUp: number; waiting: number }>(sql`
    select (count(*) filter (where due_at is null))::int as "givenUp",
      (count(*) filter (where due_at is not null))::int as waiting
    from (
      select due_at from ${outbox} where failure is not null and id < ${afterAll} order by id desc limit ${most}
    ) o`);
  return rows[0] ?? { givenUp: 0, waiting: 0 };
}

/**
 * Makes those of these letters due that were given up, with as many tries as a new letter has. Not those with a reset
 * link: whoever needs one asks for a new one. Returns their ids.
 */
export async function retryLetters(tx: Db, ids: readonly string[]): Promise<string[]> {
  const isGivenUp = and(isNotNull(outbox.failure), isNull(outbox.dueAt), isNull(outbox.resetUserId));
  const retried = await tx
    .update(outbox)
    .set({ dueAt: sql`now()`, attempts: 0 })
    .where(and(sql`${outbox.id} = any (${sql.param(ids)}::uuid[])`, isGivenUp))
    .returning({ id: outbox.id });
  return retried.map(({ id }) => id);
}
