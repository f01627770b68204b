import { Router } from 'express';
import type { Logger } from 'pino';
import { currentUser, forgotPassword, login, logout, register, resetPassword } from '#shared/api/auth.ts';
import type { BodyOutput } from '#shared/api/endpoint.ts';
import { ownPath } from '#shared/api/own-path.ts';
import type { Database } from '../db/connection.ts';
import { addressKey } from '../http/address.ts';
import { countFailures, type Limits } from '../http/limits.ts';
import { mount, read } from '../http/mount.ts';
import type { Sessions } from '../http/session.ts';
import type { LateWork } from '../late-work.ts';
import { Refusal, unauthorized } from '../refusal.ts';
import { presentUser } from '../users/present.ts';
import { findSettledUser, findUser, normalEmail, type UserRow } from '../users/store.ts';
import { refuseCommonPassword } from './common-passwords.ts';
import { digest } from './digest.ts';
import type { Passwords } from './passwords.ts';
import { finishReset, registerUser, requestReset } from './service.ts';

export type AuthDeps = {
  database: Database;
  sessions: Sessions<UserRow>;
  passwords: Passwords;
  limits: Limits;
  /** Where the app is reached, for links in mail. */
  site: string;
  lateWork: LateWork;
  log: Logger;
};

/** Sign-up, sign-in, sign-out, forgotten passwords and who is signed in. Limits come before any hashing (hardening A3). */
export function authRoutes({ database, sessions, passwords, limits, site, lateWork, log }: AuthDeps): Router {
  const router = Router();
  const { db } = database;

  router.post(register.path, async (req, res) => {
    const wanted = read(register.body, req.body) as BodyOutput<typeof register>;
    refuseCommonPassword(wanted.password);
    await limits.signUpsOfAddress.use(addressKey(req.ip));
    const user = await registerUser(db, passwords, wanted);
    await sessions.signIn(req, user);
    log.info({ userId: user.id }, 'signed up');
    res.status(register.status).json(presentUser(user));
  });

  router.post(login.path, async (req, res) => {
    // Both fields are there as text, so that the strategy never looks for them in the query (hardening 0.10).
    const { email, password } = read(login.body, req.body) as BodyOutput<typeof login>;
    const account = digest(normalEmail(email));
    const user = await countFailures(
      'wrong-credentials',
      [
        [limits.signInsOfAddress, addressKey(req.ip)],
        [limits.signInsOfAccount, account],
      ],
      async () => {
        const verified = await sessions.verify(req);
        if (!verified) throw wrongCredentials(req.ip);
        await sessions.signIn(req, verified, async () => {
          // A reset that was under way has ended all sessions but this one, if the old password was let in beside it.
          const now = await findSettledUser(db, verified.id);
          const isSame = now?.passwordHash === verified.passwordHash;
          // Another sign-in may have hashed the same password anew meanwhile.
          const matches = isSame || (await passwords.matches(password, now?.passwordHash ?? null));
          if (!matches) throw wrongCredentials(req.ip);
        });
        return verified;
      },
    );
    await limits.signInsOfAccount.forget(account);
    log.info({ userId: user.id, ip: req.ip }, 'signed in');
    res.status(login.status).json(presentUser(user));
  });

  function wrongCredentials(ip: string | undefined): Refusal {
    log.info({ ip }, 'sign-in refused');
    return new Refusal(401, 'wrong-credentials', 'Invalid email or password');
  }

  router.post(logout.path, async (req, res) => {
    const userId = req.user?.id;
    await sessions.signOut(req);
    if (userId) log.info({ userId }, 'signed out');
    res.status(logout.status).json({ message: 'Logged out' });
  });

  mount(router, forgotPassword, async ({ body: { email }, ip }) => {
    await limits.resetMailsOfAddress.use(addressKey(ip));
    // The answer goes first: its time tells nothing about the account, however busy the server is.
    lateWork.start('mail reset', () => mailReset(email));
    return { message: 'If an account exists with that email, a password reset link has been sent.' };
  });

  /** Past the limit of one account nothing is sent, and nothing is said about it (hardening A19). */
  async function mailReset(email: string): Promise<void> {
    const isRefused = await limits.resetMailsOfAccount.use(digest(normalEmail(email))).then(
      () => false,
      (error: unknown) => {
        if (error instanceof Refusal) return true;
        throw error;
      },
    );
    if (!isRefused) await requestReset(db, email);
  }

  mount(router, resetPassword, async ({ body, ip }) => {
    refuseCommonPassword(body.newPassword);
    await limits.resetsOfAddress.use(addressKey(ip));
    const userId = await finishReset(database, passwords, site, body);
    log.info({ userId }, 'password reset');
    return { message: 'Password reset successful' };
  });

  // Where the client sends whoever must sign in first; `next` is where they were going (screens, "Getting in").
  router.get('/api/login', (req, res) => {
    const next = ownPath(req.query.next);
    res.redirect(302, next ? `/?next=${encodeURIComponent(next)}` : '/');
  });

  mount(router, currentUser, async ({ user }) => {
    const found = await findUser(db, user.id);
    if (!found) throw unauthorized();
    return presentUser(found);
  });

  return router;
}
