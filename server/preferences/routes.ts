import { Router } from 'express';
import { changeNoticeSettings, noticeSettings } from '#shared/api/notice-settings.ts';
import { digest } from '../auth/digest.ts';
import type { Database } from '../db/connection.ts';
import { countConfirmation, type Limits } from '../http/limits.ts';
import { mount } from '../http/mount.ts';
import { normalEmail } from '../users/store.ts';
import { addressToAsk, changeSettings, readSettings } from './service.ts';

/** Routes for how a user wants their notices. They name no user: each is about the caller's own. */
export function preferenceRoutes(database: Database, limits: Limits): Router {
  const router = Router();
  mount(router, noticeSettings, ({ user }) => readSettings(database.db, user.id));
  mount(router, changeNoticeSettings, async ({ user, body, ip }) => {
    const email = await addressToAsk(database.db, user.id, body);
    if (email !== null) await countConfirmation(limits, digest(normalEmail(email)), ip);
    return changeSettings(database, user.id, body);
  });
  return router;
}
