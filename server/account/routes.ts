import { Router } from 'express';
import type { Logger } from 'pino';
import { askEmailChange, confirmEmailChange, undoEmailChange } from '#shared/api/email-change.ts';
import {
  changeNames,
  changePassword,
  deleteAccount,
  endOtherSessions,
  endOwnSession,
  exportAccount,
  listSessions,
} from '#shared/api/own-account.ts';
import { refuseCommonPassword } from '../auth/common-passwords.ts';
import { digest } from '../auth/digest.ts';
import type { Passwords } from '../auth/passwords.ts';
import type { Database } from '../db/connection.ts';
import { addressKey } from '../http/address.ts';
import { countConfirmation, countFailures, type Limits } from '../http/limits.ts';
import type { LongAnswers } from '../http/long-answers.ts';
import { mount, mountFile, mountWithSession, noRight } from '../http/mount.ts';
import type { CallSession, Sessions } from '../http/session.ts';
import type { BackgroundWork } from '../lib/background-work.ts';
import { presentUser } from '../users/present.ts';
import { normalEmail, type UserRow } from '../users/store.ts';
import { deleteAccountOf, finishDeletion } from './deletion.ts';
import { askForEmail, confirmEmail, undoEmail } from './email-change.ts';
import { exportOf } from './export.ts';
import { provePassword, renameUser, replacePassword } from './service.ts';
import { endOthers, endSessionOf, type Here, presentSessions } from './sessions.ts';

type AccountDeps = {
  database: Database;
  sessions: Sessions;
  passwords: Passwords;
  limits: Limits;
  answers: LongAnswers;
  /** Signs the links in letters. */
  linkKey: Buffer;
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
  answers,
  linkKey,
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

  mount(router, askEmailChange, async ({ user, body, ip }) => {
    const proven = await prove(user.id, body.password);
    await limits.emailChangesOfUser.use(user.id);
    await countConfirmation(limits, digest(normalEmail(body.email)), ip);
    await askForEmail(database, proven, body.email);
    log.info({ userId: user.id }, 'change of address asked');
    return { message: 'A letter is on its way to the new address' };
  });

  mount(router, confirmEmailChange, async ({ body, ip }) => {
    await limits.mailLinksOfAddress(addressKey(ip));
    const userId = await confirmEmail(database, linkKey, body.token);
    log.info({ userId }, 'address changed');
    return { message: 'Your address is changed' };
  });

  mount(router, undoEmailChange, async ({ body, ip }) => {
    refuseCommonPassword(body.newPassword);
    await limits.resetsOfAddress.use(addressKey(ip));
    const userId = await undoEmail(database, { key: linkKey, passwords, site }, body);
    log.info({ userId }, 'change of address undone');
    return { message: 'Your address of before is back' };
  });

  mountFile(router, exportAccount, noRight, answers, async ({ user }) => {
    await limits.exportsOfUser.use(user.id);
    const parts = await exportOf(database, user.id, await sessions.listOf(user.id), clock());
    log.info({ userId: user.id }, 'account exported');
    return { type: 'application/json; charset=utf-8', name: 'ching-account.json', parts };
  });

  return router;
}

function hereOf({ id, device }: CallSession): Here {
  return { sessionId: id, browser: device.id };
}
