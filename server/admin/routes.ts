import { Router } from 'express';
import { feedsHealth } from '#shared/api/admin-feeds.ts';
import { databaseNow } from '../db/clock.ts';
import type { Database } from '../db/connection.ts';
import { mountWithRight } from '../http/mount.ts';
import { requireAdmin } from '../users/access.ts';
import { readFeedHealth } from './feed-health.ts';

/** Calls of admins about games and feeds. Each reads the caller's right anew. */
export function adminRoutes(database: Database): Router {
  const router = Router();
  const { db } = database;
  const admin = ({ user }: { user: { id: string } }) => requireAdmin(db, user.id);

  mountWithRight(router, feedsHealth, admin, async () => {
    const now = await databaseNow(db);
    return { now: now.toISOString(), feeds: await readFeedHealth(db, now) };
  });

  return router;
}
