import { Router } from 'express';
import type { Logger } from 'pino';
import { currentUser, forgotPassword, login, logout, register, resetPassword } from '#shared/api/auth.ts';
import type { BodyOutput } from '#shared/api/endpoint.ts';
import { ownPath } from '#shared/api/own-path.ts';
import type { Database } from '../db/connection.ts';
import { addressKey } from '../http/address.ts';
import { countFailures, type FailureLimit, type Limits, type SlowingLimit } from '../http/limits.ts';
import { mount, mountWithSession } from '../http/mount.ts';
import type { Caller } from '../http/request-id.ts';
import type { Sessions } from '../http/session.ts';
import type { BackgroundWork } from '../lib/background-work.ts';
import { Refusal, unauthorized } from '../lib/refusal.ts';
import { endOnBrowser } from '../push/service.ts';
import { deleteDevicesOfOthersIn } from '../push/store.ts';
import { presentUser } from '../users/present.ts';
import { findUser, lockUser, normalEmail } from '../users/store.ts';
import { refuseCommonPassword } from './common-passwords.ts';
import { digest } from './digest.ts';
import type { Passwords } from './passwords.ts';
import { finishReset, registerUser, requestReset, verifyUser } from './service.ts';

export type AuthDeps = {
  database: Database;
  sessions: Sessions;
  passwords: Passwords;
  limits: Limits;
  /** The public URL of the app, for links in mail. */
  site: string;
  backgroundWork: BackgroundWork;
  log: Logger;
};

/**
 * Routes for sign-up, sign-in, sign-out, forgotten passwords and the current user. Limits are checked before any
 * hashing. Why: docs/security.md#passwords-and-sign-in.
 */
export function authRoutes({ database, sessions, passwords, limits, site, backgroundWork, log }: AuthDeps): Router {
  const router = Router();
  const { db } = database;

  mountWithSession(router, register, sessions, async ({ body, ip, session }) => {
    refuseCommonPassword(body.password);
    await limits.signUpsOfAddress.use(addressKey(ip));
    const user = await registerUser(database, passwords, body);
    await session.signIn(user);
    session.device.remember(accountOf(body.email));
    await deleteDevicesOfOthersIn(db, user.id, session.device.id);
    log.info({ userId: user.id }, 'signed up');
    return presentUser(user);
  });

  mountWithSession(router, login, sessions, async ({ body: { email, password }, ip, caller, session }) => {
    const account = accountOf(email);
    const device = session.device.idFor(account);
    // A browser that has signed in to the account before has its own counter, as strict as the account's. The counters
    // of the account and the address do not apply to it, so that strangers cannot delay the owner. An attacker gains no
    // tries: each new counter takes a sign-in with the right password.
    const tries: [SlowingLimit, string] = device
      ? [limits.signInsOfDevice, `${account}:${device}`]
      : [limits.signInsOfAccount, account];
    const address: [FailureLimit, string][] = device ? [] : [[limits.signInsOfAddress, addressKey(ip)]];
    // Tries that the account's limit refuses count against their address too, because they delay the account's owner.
    const user = await countFailures(['wrong-credentials', 'too-many'], [...address, tries], async () => {
      const verified = await session.verify((email, password) => verifyUser(database, passwords, email, password));
      if (!verified) throw wrongCredentials(caller());
      await session.signIn(verified, async () => {
        // A concurrent reset ends all sessions, but may have missed this new one. Check the password again after it.
        const now = await database.withTx((tx) => lockUser(tx, verified.id));
        const isSame = now?.passwordHash === verified.passwordHash;
        // Another sign-in may have replaced the hash of the same password meanwhile.
        const matches = isSame || (await passwords.matches(password, now?.passwordHash ?? null));
        if (!matches) throw wrongCredentials(caller());
      });
      return verified;
    });
    const [limit, key] = tries;
    await limit.forget(key);
    session.device.remember(account);
    await deleteDevicesOfOthersIn(db, user.id, session.device.id);
    log.info({ userId: user.id, ip }, 'signed in');
    return presentUser(user);
  });

  function wrongCredentials(caller: Caller): Refusal {
    log.info(caller, 'sign-in refused');
    return new Refusal(401, 'wrong-credentials', 'Invalid email or password');
  }

  mountWithSession(router, logout, sessions, async ({ user, session }) => {
    if (user) await endOnBrowser(database, user.id, { sessionId: session.id, id: session.device.id });
    await session.signOut();
    if (user) log.info({ userId: user.id }, 'signed out');
    return { message: 'Logged out' };
  });

  mount(router, forgotPassword, async ({ body, ip, caller }) => {
    await limits.resetMailsOfAddress.use(addressKey(ip));
    // The response is sent first, so that its time does not reveal whether the account exists.
    backgroundWork.start('mail reset', () => mailReset(body, caller()));
    return { message: 'If an account exists with that email, a password reset link has been sent.' };
  });

  /** Queues the mail. Past the limit of the account it only logs, and sends nothing. */
  async function mailReset(body: BodyOutput<typeof forgotPassword>, caller: Caller): Promise<void> {
    try {
      await limits.resetMailsOfAccount.use(accountOf(body.email));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return log.info({ ...caller, limit: error.limit }, 'limit reached');
    }
    await requestReset(db, body);
  }

  mountWithSession(router, resetPassword, sessions, async ({ user: signedIn, body, ip, session }) => {
    refuseCommonPassword(body.newPassword);
    await limits.resetsOfAddress.use(addressKey(ip));
    const user = await finishReset(database, passwords, site, body);
    const account = accountOf(user.email);
    // The owner of the mailbox can sign in at once, however many tries of strangers were counted.
    await limits.signInsOfAccount.forget(account);
    session.device.remember(account);
    log.info({ userId: user.id }, 'password reset');
    if (signedIn && signedIn.id !== user.id) {
      // The session belongs to another account, so the reset has not ended it. The page says that the person is signed
      // out: without this, they would go on in the other account.
      await endOnBrowser(database, signedIn.id, { sessionId: session.id, id: session.device.id });
      await session.signOut();
      log.info({ userId: signedIn.id }, 'signed out');
    }
    return { message: 'Password reset successful' };
  });

  // The client navigates here when a page needs a sign-in. `next` is the path of that page: docs/screens.md#getting-in.
  // Only a session whose user still exists is redirected to `next`: the page of a deleted account would redirect back to
  // /api/login for ever.
  router.get('/api/login', async (req, res) => {
    const next = ownPath(req.query.next) ?? '/';
    const isSignedIn = req.user && (await findUser(db, req.user.id)) !== null;
    res.redirect(302, isSignedIn || next === '/' ? next : `/?next=${encodeURIComponent(next)}`);
  });

  mountWithSession(router, currentUser, sessions, async ({ user: { id }, session }) => {
    const user = await findUser(db, id);
    if (!user) throw unauthorized();
    session.device.rememberSignedIn(accountOf(user.email));
    return presentUser(user);
  });

  return router;
}

/** The key of an account for limits and devices, the same for every spelling of its address. */
function accountOf(email: string): string {
  return digest(normalEmail(email));
}
