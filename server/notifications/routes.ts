import { Router } from 'express';
import { countNotices, listNotices, readNotice, readNotices } from '#shared/api/notifications.ts';
import type { Database } from '../db/connection.ts';
import { mount } from '../http/mount.ts';
import { countInbox, readAll, readInbox, readOne } from './inbox.ts';
import { readableBy } from './present.ts';

/** The caller's own inbox. Nobody reads that of another user: every statement names the caller. */
export function notificationRoutes(database: Database, clock: () => Date): Router {
  const router = Router();

  mount(router, listNotices, async ({ user, params, leaveOut }) => {
    const readable = await readableBy(database, user.id);
    leaveOut(readable.leftOut);
    return readInbox(database, readable, params.before ?? null, clock());
  });

  mount(router, countNotices, async ({ user, leaveOut }) => {
    const readable = await readableBy(database, user.id);
    leaveOut(readable.leftOut);
    return { unread: await countInbox(database, readable) };
  });

  mount(router, readNotice, async ({ user, params }) => {
    await readOne(database, await readableBy(database, user.id), params.id);
    return { message: 'Marked as read' };
  });

  mount(router, readNotices, async ({ user, body }) => {
    await readAll(database, await readableBy(database, user.id), body.until);
    return { message: 'Marked as read' };
  });

  return router;
}
