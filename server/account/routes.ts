import { Router } from 'express';
import type { Logger } from 'pino';
import {
  changeNames,
  changePassword,
  deleteAccount,
  endOtherSessions,
  endOwnSession,
  listSessions,
} from '#shared/api/own-account.ts';
import { refuseCommonPassword } from '../auth/common-passwords.ts';
import type { Passwords } from '../auth/passwords.ts';
import type { Database } from '../db/connection.ts';
import { countFailures, type Limits } from '../http/limits.ts';
import { mount, mountWithSession } from '../http/mount.ts';
import type { CallSession, Sessions } from '../http/session.ts';
import type { BackgroundWork } from '../lib/background-work.ts';
import { presentUser } from '../users/present.ts';
import type { UserRow } from '../users/store.ts';
import { deleteAccountOf, finishDeletion } from './deletion.ts';
import { provePassword, renameUser, replacePassword } from './service.ts';
import { endOthers, endSessionOf, type Here, presentSessions } from './sessions.ts';

type AccountDeps = {
  database: Database;
  sessions: Sessions;
  passwords: Passwords;
  limits: Limits;
  clock: () => Date;
  /** The public URL of the app, for links in mail. */
  site: string;
  backgroundWork: BackgroundWork;
  log: Logger;
};

/**
 * Routes for the caller's own account. None of them names a user. Those that could take the account away ask for its
 * password. Why: docs/decisions/own-account.md.
 */
export function accountRoutes({
  database,
  sessions,
  passwords,
  limits,
  clock,
  site,
  backgroundWork,
  log,
}: AccountDeps): Router {
  const router = Router();

  /** Proves the caller's password. Counts the try before the password is hashed, and takes a right one off again. */
  async function prove(userId: string, password: string): Promise<UserRow> {
    const { passwordsOfUser } = limits;
    const user = await countFailures(['wrong-password'], [[passwordsOfUser, userId]], () =>
      provePassword(database, passwords, userId, password),
    );
    await passwordsOfUser.forget(userId);
    return user;
  }

  mount(router, changeNames, async ({ user, body }) => {
    await limits.namesOfUser.use(user.id);
    return presentUser(await renameUser(database, user.id, body));
  });

  mountWithSession(router, changePassword, sessions, async ({ user, body, session }) => {
    refuseCommonPassword(body.newPassword);
    const proven = await prove(user.id, body.password);
    await limits.passwordChangesOfUser.use(user.id);
    await replacePassword(database, passwords, site, proven, body.newPassword, hereOf(session));
    log.info({ userId: user.id }, 'password changed');
    return { message: 'Password changed' };
  });

  mountWithSession(router, listSessions, sessions, async ({ user, session }) =>
    presentSessions(await sessions.listOf(user.id), hereOf(session), clock()),
  );

  mountWithSession(router, endOwnSession, sessions, async ({ user, params, session }) => {
    await endSessionOf(database, user.id, await sessions.listOf(user.id), params.id, hereOf(session));
    log.info({ userId: user.id }, 'session ended from another browser');
    return { message: 'Signed out there' };
  });

  mountWithSession(router, endOtherSessions, sessions, async ({ user, session }) => {
    await endOthers(database, user.id, hereOf(session));
    log.info({ userId: user.id }, 'all other sessions ended');
    return { message: 'Signed out everywhere else' };
  });

  mountWithSession(router, deleteAccount, sessions, async ({ user, body, session }) => {
    const proven = await prove(user.id, body.password);
    await deleteAccountOf(database, proven);
    await session.signOut();
    // A failure does not undo the deletion: the worker finishes it.
    backgroundWork.start('leave leagues', () => finishDeletion(database, user.id));
    log.info({ userId: user.id }, 'account deleted');
    return { message: 'Your account is deleted' };
  });

  return router;
}

function hereOf({ id, device }: CallSession): Here {
  return { sessionId: id, browser: device.id };
}
