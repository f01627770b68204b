import { createHash, timingSafeEqual } from 'node:crypto';
import { type Request, Router } from 'express';
import { databaseNow } from '../db/clock.ts';
import { type Database, isUnreachable } from '../db/connection.ts';
import { isMigrated } from '../db/migrate.ts';
import type { Env } from '../env.ts';
import { listPullHealth } from '../feed/store.ts';
import { lastHeartbeatAge } from '../worker/store.ts';

/**
 * A worker counts as missing when its last heartbeat is older than this many polls plus `graceSeconds` for a slow poll.
 * See docs/operations.md#is-it-well.
 */
const pollsMissed = 3;
const graceSeconds = 5;

/**
 * `ageSeconds` is the age of the last successful pull; `quarantined` counts the quarantined events of the last slate.
 * Each is null before the first one.
 */
type FeedState = {
  lastSuccess: Date | null;
  ageSeconds: number | null;
  failingSince: Date | null;
  quarantined: number | null;
};
type Checks = Record<'database' | 'migrations' | 'worker', string> & { feeds: Record<string, FeedState> | null };

/**
 * `/healthz` answers while the process lives. `/readyz` checks the database, its migrations and the worker's heartbeat.
 * Callers with READYZ_TOKEN also get the state of each sport's feed and the addresses of lost machines. A process is
 * ready while it can serve the leagues of one machine. A failing provider does not make the process unready, but a
 * worker whose pull never ends does. Concurrent callers share one check.
 */
export function healthRoutes({ db, machines }: Database, env: Env): Router {
  let underway: Promise<Checks> | null = null;
  const router = Router();
  router.get('/healthz', (_req, res) => void res.json({ status: 'ok' }));
  router.get('/readyz', async (req, res) => {
    underway ??= checked().finally(() => {
      underway = null;
    });
    const { feeds, ...checks } = await underway;
    const watched = machines.all();
    const lost = watched.filter(({ lostSince }) => lostSince !== null);
    const servesLeagues = watched.length === 0 || lost.length < watched.length;
    const isReady = servesLeagues && Object.values(checks).every((words) => words === 'ok');
    const lostMachines = lost.map(({ host, port, lostSince }) => ({ host, port, lostSince }));
    const sharded = watched.length === 0 ? {} : { machines: { all: watched.length, lost: lost.length } };
    const details = hasToken(req, env.READYZ_TOKEN) ? { feeds, ...(watched.length > 0 && { lostMachines }) } : {};
    res.set('Cache-Control', 'no-store');
    res.status(isReady ? 200 : 503).json({ status: isReady ? 'ok' : 'not ready', ...checks, ...sharded, ...details });
  });
  return router;

  async function checked(): Promise<Checks> {
    try {
      if (!(await isMigrated(db))) return { database: 'ok', migrations: 'missing', worker: 'unknown', feeds: null };
      const age = await lastHeartbeatAge(db);
      return { database: 'ok', migrations: 'ok', worker: workerWords(age), feeds: await feedsBySport() };
    } catch (error) {
      if (!isUnreachable(error)) throw error; // the error handler answers and logs it
      return { database: 'unreachable', migrations: 'unknown', worker: 'unknown', feeds: null };
    }
  }

  function workerWords(age: number | null): string {
    if (age === null) return 'never ran';
    if (age < -graceSeconds) return `${Math.round(-age)} s in the future`;
    return age <= pollsMissed * env.FEED_POLL_SECONDS + graceSeconds ? 'ok' : `silent for ${Math.round(age)} s`;
  }

  async function feedsBySport(): Promise<Record<string, FeedState>> {
    const now = await databaseNow(db);
    const states = (await listPullHealth(db, 'games', now)).map((health) => {
      const { sport, lastSuccessAt: lastSuccess, failingSince, quarantined } = health;
      const ageSeconds = lastSuccess && Math.round((now.getTime() - lastSuccess.getTime()) / 1_000);
      return [sport, { lastSuccess, ageSeconds, failingSince, quarantined }];
    });
    return Object.fromEntries(states);
  }
}

/** Whether the request has the token (`Authorization: Bearer`, RFC 6750 section 2.1), compared in constant time. */
function hasToken(req: Request, token: string | undefined): boolean {
  if (token === undefined) return false;
  const given = /^Bearer (.*)$/i.exec(req.get('authorization') ?? '')?.[1] ?? '';
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}
