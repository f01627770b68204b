import { Router } from 'express';
import type { Db } from '../db/connection.ts';
import { isMigrated } from '../db/migrate.ts';
import type { Env } from '../env.ts';
import { lastHeartbeatAge } from '../worker/store.ts';

/** A worker that missed this many polls, and some seconds for a slow one, is not there. Source: hardening D3. */
const pollsMissed = 3;
const graceSeconds = 5;

/** Whether the process lives, and whether it can do its work: database, migrations, a recent worker. Source: design 3. */
export function healthRoutes(db: Db, env: Env): Router {
  const router = Router();
  router.get('/healthz', (_req, res) => void res.json({ status: 'ok' }));
  router.get('/readyz', async (_req, res) => {
    const checks = await checked();
    const isReady = Object.values(checks).every((words) => words === 'ok');
    res.status(isReady ? 200 : 503).json({ status: isReady ? 'ok' : 'not ready', ...checks });
  });
  return router;

  async function checked(): Promise<Record<'database' | 'migrations' | 'worker', string>> {
    try {
      if (!(await isMigrated(db))) return { database: 'ok', migrations: 'missing', worker: 'unknown' };
      const age = await lastHeartbeatAge(db);
      const isRecent = age !== null && age <= pollsMissed * env.FEED_POLL_SECONDS + graceSeconds;
      const worker = isRecent ? 'ok' : age === null ? 'never ran' : `silent for ${Math.round(age)} s`;
      return { database: 'ok', migrations: 'ok', worker };
    } catch {
      return { database: 'unreachable', migrations: 'unknown', worker: 'unknown' };
    }
  }
}
