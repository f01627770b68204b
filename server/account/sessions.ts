import type { ReplyInput } from '#shared/api/endpoint.ts';
import type { listSessions } from '#shared/api/own-account.ts';
import { appendAuditLine } from '../audit/store.ts';
import { digest } from '../auth/digest.ts';
import type { Database, Db } from '../db/connection.ts';
import { deleteOtherSessions, deleteSession, lockSession, type UserSession } from '../http/session-store.ts';
import { Refusal, unauthorized } from '../lib/refusal.ts';
import { deleteDeviceIn, deleteDevicesElsewhere } from '../push/store.ts';
import { lockUsers } from '../users/store.ts';

export type Seen = Omit<UserSession, 'expire'> & { seenAt: Date };

/** The session of a call, and the id of its browser. */
export type Here = { sessionId: string; browser: string };

/** Chosen: more browsers than a person uses. All the others end together. */
const mostListed = 50;

/** The id under which a session is shown. The session's own id is a secret: whoever has it, and the key, is signed in. */
const publicId = ({ sid }: Pick<Seen, 'sid'>) => digest(`session ${sid}`);

/** A user's sessions as the wire has them. This one was last seen now. */
export function presentSessions(
  found: readonly Seen[],
  { sessionId }: Here,
  now: Date,
): ReplyInput<typeof listSessions> {
  const isThis = ({ sid }: Seen) => sid === sessionId;
  const ordered = [...found.filter(isThis), ...found.filter((session) => !isThis(session))];
  return {
    sessions: ordered.slice(0, mostListed).map((session) => ({
      id: publicId(session),
      label: session.label ?? 'A browser',
      signedInAt: session.createdAt.toISOString(),
      lastSeenAt: (isThis(session) ? now : session.seenAt).toISOString(),
      isThis: isThis(session),
    })),
    more: Math.max(0, ordered.length - mostListed),
  };
}

/**
 * Ends one of these sessions of a user, and removes its browser from the user's devices, both or neither. Refuses an id
 * of none of them (404), the session of the call (409), and a call whose own session was ended meanwhile (401).
 */
export async function endSessionOf(
  { withTx }: Database,
  userId: string,
  found: readonly Seen[],
  id: string,
  here: Here,
): Promise<void> {
  const ended = found.find((session) => publicId(session) === id);
  if (!ended) throw sessionNotFound();
  if (ended.sid === here.sessionId)
    throw new Refusal(409, 'this-session', 'Log out to end the session of this browser');
  const { browser } = ended;
  await withTx(async (tx) => {
    await lockHere(tx, userId, here);
    if (!(await deleteSession(tx, ended.sid))) throw sessionNotFound();
    if (browser !== null && browser !== here.browser) await deleteDeviceIn(tx, userId, browser);
    await appendAuditLine(tx, { actorId: userId, action: 'session-ended', leagueId: null, detail: {} });
  });
}

/** Ends all sessions of a user but this one, and removes all browsers but this one from the user's devices. */
export async function endOthers({ withTx }: Database, userId: string, here: Here): Promise<void> {
  const { sessionId, browser } = here;
  await withTx(async (tx) => {
    await lockHere(tx, userId, here);
    await deleteOtherSessions(tx, userId, sessionId);
    await deleteDevicesElsewhere(tx, userId, browser);
    await appendAuditLine(tx, { actorId: userId, action: 'other-sessions-ended', leagueId: null, detail: {} });
  });
}

/**
 * Locks the user and the session of the call. Refuses (401) one that another browser has ended meanwhile. The user's lock
 * comes first, as where a new password ends sessions: two browsers that end each other's sessions would deadlock.
 */
async function lockHere(tx: Db, userId: string, { sessionId }: Here): Promise<void> {
  await lockUsers(tx, [userId]);
  if (!(await lockSession(tx, sessionId))) throw unauthorized();
}

function sessionNotFound(): Refusal {
  return new Refusal(404, 'session-not-found', 'This browser is signed out already');
}
