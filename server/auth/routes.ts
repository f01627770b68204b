import { Router } from 'express';
import type { Logger } from 'pino';
import { currentUser, login, logout, register } from '#shared/api/auth.ts';
import type { BodyOutput } from '#shared/api/endpoint.ts';
import type { Db } from '../db/connection.ts';
import { mount, read } from '../http/mount.ts';
import type { Sessions } from '../http/session.ts';
import { Refusal, unauthorized } from '../refusal.ts';
import { presentUser } from '../users/present.ts';
import { findUser } from '../users/store.ts';
import type { Passwords } from './passwords.ts';
import { registerUser } from './service.ts';

/** Sign-up, sign-in, sign-out and who is signed in. The first three change the session, so they see the request itself. */
export function authRoutes(db: Db, sessions: Sessions, passwords: Passwords, log: Logger): Router {
  const router = Router();

  router.post(register.path, async (req, res) => {
    const user = await registerUser(db, passwords, read(register.body, req.body) as BodyOutput<typeof register>);
    await sessions.signIn(req, user);
    log.info({ userId: user.id }, 'signed up');
    res.status(register.status).json(presentUser(user));
  });

  router.post(login.path, async (req, res) => {
    // Both fields are there as text, so that the strategy never looks for them in the query (hardening 0.10).
    read(login.body, req.body);
    const verified = await sessions.verify(req);
    const user = verified && (await findUser(db, verified.id));
    if (!user) {
      log.info('sign-in refused');
      throw new Refusal(401, 'wrong-credentials', 'Invalid email or password');
    }
    await sessions.signIn(req, user);
    log.info({ userId: user.id }, 'signed in');
    res.status(login.status).json(presentUser(user));
  });

  router.post(logout.path, async (req, res) => {
    await sessions.signOut(req);
    res.status(logout.status).json({ message: 'Logged out' });
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

/** A path of this site; null for anything that could lead elsewhere. */
function ownPath(next: unknown): string | null {
  return typeof next === 'string' && /^\/(?![/\\])[\w\-./?=&%]*$/.test(next) ? next : null;
}
