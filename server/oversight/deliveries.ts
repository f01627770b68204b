import type { ReplyInput } from '#shared/api/endpoint.ts';
import { type failedDeliveries, type failedMail, lettersPerPage, mostCounted } from '#shared/api/oversight.ts';
import { appendAuditLine } from '../audit/store.ts';
import { countFailingChats } from '../chat/store.ts';
import type { Database, Db } from '../db/connection.ts';
import { reachableLeagues } from '../db/reach.ts';
import { countFailedLetters, listFailedLetters, retryLetters } from '../mail/failed-store.ts';
import { countFailedPushes } from '../push/queue-store.ts';
import type { Admin } from '../users/access.ts';

/** A page of the letters whose last try failed, without their words. */
export async function readFailedMail(db: Db, after: string | null): Promise<ReplyInput<typeof failedMail>> {
  const found = await listFailedLetters(db, { after, most: lettersPerPage + 1 });
  const page = found.slice(0, lettersPerPage);
  return {
    letters: page.map(({ recipient, createdAt, attempts, failedAt, dueAt, isReset, ...letter }) => ({
      ...letter,
      to: maskedAddress(recipient),
      queuedAt: createdAt.toISOString(),
      tries: attempts,
      failedAt: failedAt.toISOString(),
      nextTryAt: dueAt?.toISOString() ?? null,
      mayTryAgain: dueAt === null && !isReset,
    })),
    next: found.length > page.length ? (page.at(-1)?.id ?? null) : null,
    ...(await countFailedLetters(db, mostCounted)),
  };
}

/** 'a…@example.com': the domain tells why a server refuses, and the rest is nobody's business. */
function maskedAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, Math.min(1, at))}…${address.slice(at)}`;
}

/** Sends those of these letters again that were given up, with an audit line, and returns how many they are. */
export async function retryMail({ withTx }: Database, admin: Admin, ids: readonly string[]): Promise<number> {
  return withTx(async (tx) => {
    const letterIds = await retryLetters(tx, ids);
    if (letterIds.length > 0) {
      const line = { actorId: admin.userId, action: 'mail-retried', leagueId: null } as const;
      await appendAuditLine(tx, { ...line, detail: { letterIds } });
    }
    return letterIds.length;
  });
}

/** How many pushes and group chats fail, by service and reason. */
export async function readFailedDeliveries(database: Database): Promise<ReplyInput<typeof failedDeliveries>> {
  const reach = await reachableLeagues(database);
  return {
    pushes: await countFailedPushes(database.db, mostCounted),
    chats: await countFailingChats(database.db, reach),
    isWhole: reach.isWhole,
  };
}
