import { digestTime, nextDigestTime } from '#shared/domain/digest.ts';
import { isMailed, type MailKind, mailKinds } from '#shared/domain/notice-settings.ts';
import { databaseNow } from '../db/clock.ts';
import { type Database, type Db, isUnreachable } from '../db/connection.ts';
import { runIsolated } from '../lib/run-isolated.ts';
import { enqueue } from '../mail/store.ts';
import type { WrittenNotice } from '../notifications/store.ts';
import { lockAddress, setDigestAt } from '../preferences/addresses-store.ts';
import { findSettings } from '../preferences/store.ts';
import { findUser } from '../users/store.ts';
import { type DueMail, insertMails, listDueUsers, lockDueMails, setDue } from './queue-store.ts';

/** Chosen: so many letters are queued within a few seconds; the next run has the rest. */
const usersAtOnce = 1_000;
/** Chosen: a lost machine is checked for its return every few seconds. */
const unreachableDelayMs = 60_000;

const isMailKind = (kind: string): kind is MailKind => (mailKinds as readonly string[]).includes(kind);

/**
 * Queues those of these notices that come by mail, in the transaction that writes them: the end of a league at once, the
 * recap of a week for the digest.
 */
export async function queueMails(tx: Db, written: readonly WrittenNotice[]): Promise<void> {
  const ofMail = written.flatMap(({ id, userId, kind }) => (isMailKind(kind) ? [{ id, userId, kind }] : []));
  if (ofMail.length === 0) return;
  const now = await databaseNow(tx);
  await insertMails(
    tx,
    ofMail.map((notice) => ({ ...notice, dueAt: notice.kind === 'recap' ? digestTime(now) : now })),
  );
}

/**
 * Puts the notices that are due into letters: one for all recaps of a user, at most one such digest a week, and one for
 * each league that is final. Each user has a transaction, which takes the notices off the queue and queues the letter:
 * another worker waits, and finds nothing. Returns the number of letters.
 */
export async function queueLetters(database: Database, stop?: AbortSignal): Promise<number> {
  let letters = 0;
  await runIsolated(
    await listDueUsers(database.db, usersAtOnce),
    (userId) => `queueing letters to user ${userId}`,
    async (userId) => {
      stop?.throwIfAborted();
      letters += await database.withTx((tx) => queueLettersTo(tx, database, userId));
    },
    { isFatal: isUnreachable },
  );
  return letters;
}

async function queueLettersTo(tx: Db, { machines }: Pick<Database, 'machines'>, userId: string): Promise<number> {
  const address = await lockAddress(tx, userId);
  const due = await lockDueMails(tx, userId);
  const user = await findUser(tx, userId);
  const settings = await findSettings(tx, userId);
  const isConfirmed = user !== null && address?.emailNorm === user.emailNorm && address.confirmedAt !== null;
  if (!isConfirmed || !settings) {
    await setDue(tx, due, null);
    return 0;
  }
  const now = await databaseNow(tx);
  const wanted = due.filter(({ kind }) => isMailed(kind, settings.mail));
  await setDue(
    tx,
    due.filter((mail) => !wanted.includes(mail)),
    null,
  );
  const reachable = new Set(machines.reachable(wanted.map(({ leagueId }) => leagueId)));
  await setDue(
    tx,
    wanted.filter(({ leagueId }) => !reachable.has(leagueId)),
    new Date(now.getTime() + unreachableDelayMs),
  );
  const ready = wanted.filter(({ leagueId }) => reachable.has(leagueId));
  const recaps = ready.filter(({ kind }) => kind === 'recap');
  // A digest of the future was sent before somebody set the database's clock back.
  const nextDigest = address.digestAt && address.digestAt <= now ? nextDigestTime(address.digestAt) : null;
  const isEarly = nextDigest !== null && now < nextDigest;
  if (isEarly) await setDue(tx, recaps, nextDigest);
  const letters: { kind: MailKind; about: DueMail[] }[] = ready
    .filter(({ kind }) => kind === 'final')
    .map((mail) => ({ kind: 'final', about: [mail] }));
  if (recaps.length > 0 && !isEarly) {
    letters.push({ kind: 'recap', about: recaps });
    await setDigestAt(tx, userId, now);
  }
  for (const { kind, about } of letters) {
    await setDue(tx, about, null);
    const noticeIds = about.map(({ id }) => id);
    await enqueue(tx, { recipient: user.email, subject: subjects[kind], body: '', userId, kind, noticeIds });
  }
  return letters.length;
}

/** The subjects in the outbox; the real ones, with names, are written when a letter is sent. */
const subjects: Record<MailKind, string> = { recap: 'Your week', final: 'A league is final' };
