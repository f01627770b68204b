import { type Request, Router } from 'express';
import type { Logger } from 'pino';
import { currentUser, forgotPassword, login, logout, register, resetPassword } from '#shared/api/auth.ts';
import type { BodyOutput } from '#shared/api/endpoint.ts';
import { ownPath } from '#shared/api/own-path.ts';
import type { Database } from '../db/connection.ts';
import { addressKey } from '../http/address.ts';
import type { Devices } from '../http/devices.ts';
import { countFailures, type FailureLimit, type Limits, type SlowingLimit } from '../http/limits.ts';
import { read } from '../http/mount.ts';
import { callerOf } from '../http/request-id.ts';
import type { Sessions } from '../http/session.ts';
import type { BackgroundWork } from '../lib/background-work.ts';
import { Refusal, unauthorized } from '../lib/refusal.ts';
import { presentUser } from '../users/present.ts';
import { findUser, findUserWithLock, normalEmail, type UserRow } from '../users/store.ts';
import { refuseCommonPassword } from './common-passwords.ts';
import { digest } from './digest.ts';
import type { Passwords } from './passwords.ts';
import { finishReset, registerUser, requestReset } from './service.ts';

export type AuthDeps = {
  database: Database;
  sessions: Sessions<UserRow>;
  devices: Devices;
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
export function authRoutes({
  database,
  sessions,
  devices,
  passwords,
  limits,
  site,
  backgroundWork,
  log,
}: AuthDeps): Router {
  const router = Router();
  const { db } = database;

  router.post(register.path, async (req, res) => {
    const wanted = read(register.body, req.body) as BodyOutput<typeof register>;
    refuseCommonPassword(wanted.password);
    await limits.signUpsOfAddress.use(addressKey(req.ip));
    const user = await registerUser(db, passwords, wanted);
    await sessions.signIn(req, user);
    devices.remember(req, res, accountOf(wanted.email));
    log.info({ userId: user.id }, 'signed up');
    res.status(register.status).json(presentUser(user));
  });

  router.post(login.path, async (req, res) => {
    // Validates that both fields are text. Else the passport strategy would read them from the query string.
    // Why: docs/security.md#passwords-and-sign-in.
    const { email, password } = read(login.body, req.body) as BodyOutput<typeof login>;
    const account = accountOf(email);
    const device = devices.known(req, account);
    // A browser that has signed in to the account before has its own counter, as strict as the account's. The counters
    // of the account and the address do not apply to it, so that strangers cannot delay the owner. An attacker gains no
    // tries: each new counter takes a sign-in with the right password.
    const tries: [SlowingLimit, string] = device
      ? [limits.signInsOfDevice, `${account}:${device}`]
      : [limits.signInsOfAccount, account];
    const address: [FailureLimit, string][] = device ? [] : [[limits.signInsOfAddress, addressKey(req.ip)]];
    // Tries that the account's limit refuses count against their address too, because they delay the account's owner.
    const user = await countFailures(['wrong-credentials', 'too-many'], [...address, tries], async () => {
      const verified = await sessions.verify(req);
      if (!verified) throw wrongCredentials(req);
      await sessions.signIn(req, verified, async () => {
        // A concurrent reset ends all sessions, but may have missed this new one. Check the password again after it.
        const now = await findUserWithLock(db, verified.id);
        const isSame = now?.passwordHash === verified.passwordHash;
        // Another sign-in may have replaced the hash of the same password meanwhile.
        const matches = isSame || (await passwords.matches(password, now?.passwordHash ?? null));
        if (!matches) throw wrongCredentials(req);
      });
      return verified;
    });
    const [limit, key] = tries;
    await limit.forget(key);
    devices.remember(req, res, account);
    log.info({ userId: user.id, ip: req.ip }, 'signed in');
    res.status(login.status).json(presentUser(user));
  });

  function wrongCredentials(req: Request): Refusal {
    log.info(callerOf(req), 'sign-in refused');
    return new Refusal(401, 'wrong-credentials', 'Invalid email or password');
  }

  router.post(logout.path, async (req, res) => {
    const userId = req.user?.id;
    await sessions.signOut(req);
    if (userId) log.info({ userId }, 'signed out');
    res.status(logout.status).json({ message: 'Logged out' });
  });

  router.post(forgotPassword.path, async (req, res) => {
    const { email } = read(forgotPassword.body, req.body) as BodyOutput<typeof forgotPassword>;
    await limits.resetMailsOfAddress.use(addressKey(req.ip));
    // The response is sent first, so that its time does not reveal whether the account exists.
    backgroundWork.start('mail reset', () => mailReset(email, callerOf(req)));
    const message = 'If an account exists with that email, a password reset link has been sent.';
    res.status(forgotPassword.status).json({ message });
  });

  /** Queues the mail. Past the limit of the account it only logs, and sends nothing. */
  async function mailReset(email: string, caller: ReturnType<typeof callerOf>): Promise<void> {
    try {
      await limits.resetMailsOfAccount.use(accountOf(email));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return log.info({ ...caller, limit: error.limit }, 'limit reached');
    }
    await requestReset(db, email);
  }

  router.post(resetPassword.path, async (req, res) => {
    const body = read(resetPassword.body, req.body) as BodyOutput<typeof resetPassword>;
    refuseCommonPassword(body.newPassword);
    await limits.resetsOfAddress.use(addressKey(req.ip));
    const user = await finishReset(database, passwords, site, body);
    const account = accountOf(user.email);
    // The owner of the mailbox can sign in at once, however many tries of strangers were counted.
    await limits.signInsOfAccount.forget(account);
    devices.remember(req, res, account);
    log.info({ userId: user.id }, 'password reset');
    res.status(resetPassword.status).json({ message: 'Password reset successful' });
  });

  // The client navigates here when a page needs a sign-in. `next` is the path of that page: docs/screens.md#getting-in.
  router.get('/api/login', (req, res) => {
    const next = ownPath(req.query.next);
    res.redirect(302, next ? `/?next=${encodeURIComponent(next)}` : '/');
  });

  router.get(currentUser.path, async (req, res) => {
    const user = req.user && (await findUser(db, req.user.id));
    if (!user) throw unauthorized();
    devices.rememberSignedIn(req, res, accountOf(user.email));
    res.status(currentUser.status).json(presentUser(user));
  });

  return router;
}

/** The key of an account for limits and devices, the same for every spelling of its address. */
function accountOf(email: string): string {
  return digest(normalEmail(email));
}
