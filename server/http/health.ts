import { Router } from 'express';
import type { Db } from '../db/connection.ts';
import { isMigrated } from '../db/migrate.ts';
import type { Env } from '../env.ts';
import { listPullHealth } from '../feed/store.ts';
import { lastHeartbeatAge } from '../worker/store.ts';

/** A worker that missed this many polls, and some seconds for a slow one, is not there. Source: hardening D3. */
const pollsMissed = 3;
const graceSeconds = 5;

/** `quarantined` counts the events of the last slate that were set aside; null before there was one. */
type FeedState = { lastSuccess: Date | null; failingSince: Date | null; quarantined: number | null };
type Checks = Record<'database' | 'migrations' | 'worker', string> & { feeds: Record<string, FeedState> | null };

/**
 * Whether the process lives, and whether it can do its work: database, migrations, a recent worker. Beside it stands how
 * the feeds do, sport by sport; a provider in trouble makes nobody unready. Source: design 3.
 */
export function healthRoutes(db: Db, env: Env): Router {
  let underway: Promise<Checks> | null = null;
  const router = Router();
  router.get('/healthz', (_req, res) => void res.json({ status: 'ok' }));
  router.get('/readyz', async (_req, res) => {
    underway ??= checked().finally(() => {
      underway = null;
    });
    const { feeds, ...checks } = await underway;
    const isReady = Object.values(checks).every((words) => words === 'ok');
    res.status(isReady ? 200 : 503).json({ status: isReady ? 'ok' : 'not ready', ...checks, feeds });
  });
  return router;

  async function checked(): Promise<Checks> {
    try {
      if (!(await isMigrated(db))) return { database: 'ok', migrations: 'missing', worker: 'unknown', feeds: null };
      const age = await lastHeartbeatAge(db);
      return { database: 'ok', migrations: 'ok', worker: workerWords(age), feeds: await feedsBySport() };
    } catch {
      return { database: 'unreachable', migrations: 'unknown', worker: 'unknown', feeds: null };
    }
  }

  function workerWords(age: number | null): string {
    if (age === null) return 'never ran';
    if (age < -graceSeconds) return `${Math.round(-age)} s in the future`;
    return age <= pollsMissed * env.FEED_POLL_SECONDS + graceSeconds ? 'ok' : `silent for ${Math.round(age)} s`;
  }

  async function feedsBySport(): Promise<Record<string, FeedState>> {
    const states = (await listPullHealth(db, 'games')).map(({ sport, lastSuccessAt, failingSince, quarantined }) => [
      sport,
      { lastSuccess: lastSuccessAt, failingSince, quarantined },
    ]);
    return Object.fromEntries(states);
  }
}
