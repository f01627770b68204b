import express, { type Express, type RequestHandler, Router } from 'express';
import type { Logger } from 'pino';
import { login, register, resetPassword } from '#shared/api/auth.ts';
import { startDemo } from '#shared/api/site.ts';
import { createPasswords, passwordsAtOnce } from './auth/passwords.ts';
import { authRoutes } from './auth/routes.ts';
import { verifyUser } from './auth/service.ts';
import type { Database } from './db/connection.ts';
import { demoRoutes } from './demo/routes.ts';
import { createDemo } from './demo/service.ts';
import { type Env, feedSpeed, siteUrl } from './env.ts';
import { watchChanges } from './events/changes.ts';
import { eventRoutes } from './events/routes.ts';
import { createStreams } from './events/streams.ts';
import { slateSpan } from './feed/simulation.ts';
import { createGameCache } from './games/game-cache.ts';
import { gameRoutes } from './games/routes.ts';
import { createSlateCache } from './games/slate-cache.ts';
import { healthRoutes } from './health/routes.ts';
import { refuseOtherAccounts } from './http/account-check.ts';
import { parseAddresses } from './http/address.ts';
import { parseBodies, receiveBody } from './http/body.ts';
import { clientFiles } from './http/client-files.ts';
import { dropDisconnected, limitConcurrency } from './http/concurrency-limit.ts';
import { csrf } from './http/csrf.ts';
import { createDevices } from './http/devices.ts';
import { errorHandler, unknownRoute } from './http/errors.ts';
import { dateOf, securityHeaders } from './http/headers.ts';
import { createLimits, limitAddress, limitUser } from './http/limits.ts';
import { createLongAnswers } from './http/long-answers.ts';
import { createSessions } from './http/session.ts';
import { createLeaderboardCache } from './leagues/leaderboard-cache.ts';
import { leagueRoutes } from './leagues/routes.ts';
import { type BackgroundWork, createBackgroundWork } from './lib/background-work.ts';
import { longBodies, quoteRoutes } from './quotes/routes.ts';
import { ticketRoutes } from './tickets/routes.ts';

export type Deps = {
  env: Env;
  log: Logger;
  database: Database;
  sessionSecret: string;
  /** The built client; null where something else serves it. */
  clientDir: string | null;
  /** The time as pages are told it: the database's, as the process knows it. */
  clock: () => Date;
  /** Whoever stops the process waits for it. */
  lateWork?: BackgroundWork;
  /** How long ago the kept game lists may have been looked after; without it as their own room says. */
  slatesWithinMs?: number;
  /** How often open streams look for what changed; without it as their own room says. */
  streamsEveryMs?: number;
  /** After so long an answer is cut off whose client reads nothing; without it as their own room says. */
  answerStallMs?: number;
  /** Ends the streams, which would go on for ever, when the process is to stop. */
  stopping?: AbortSignal;
};

/** The web application: its parts in the order of what they need, from nothing at all to a session. */
export function createApp(deps: Deps): Express {
  const { env, log, database, sessionSecret, clientDir, clock, lateWork = createBackgroundWork(log) } = deps;
  const passwords = createPasswords(env.BCRYPT_COST);
  const verify = (email: string, password: string) => verifyUser(database.db, passwords, email, password);
  const sessions = createSessions(env, database.pool, sessionSecret, clock, verify);
  const spanAt = (now: Date) => slateSpan(now, feedSpeed(env));
  const devices = createDevices(env.NODE_ENV === 'production', sessionSecret);
  const limits = createLimits(database.pool, env.RATE_LIMIT_SCALE);
  const answers = createLongAnswers({ scale: env.RATE_LIMIT_SCALE, stallMs: deps.answerStallMs });
  const changes = watchChanges(database.db);
  const slates = createSlateCache({ db: database.db, changes, clock, spanAt, withinMs: deps.slatesWithinMs });
  const scale = env.RATE_LIMIT_SCALE;
  const { living: livingSessions } = sessions;
  const tickMs = deps.streamsEveryMs;
  const streams = createStreams({ db: database.db, changes, livingSessions, scale, log, tickMs });
  deps.stopping?.addEventListener('abort', streams.stop);

  const app = express();
  app.disable('x-powered-by');
  app.disable('etag'); // of replies that nobody may keep; what may be kept names its contents itself
  app.set('trust proxy', env.TRUST_PROXY_HOPS);
  parseAddresses(app);
  parseBodies(app);
  app.use(securityHeaders(env), dateOf(clock));
  app.use('/api', limitAddress(limits)); // not of health checks, which a machine makes
  app.use(...gameRoutes(slates)); // first: most requests by far, and they need no session
  app.use(healthRoutes(database.db, env));

  app.use('/api', cacheControl('no-store'), csrf(env.APP_URL));
  app.use(longBodies, receiveBody(64 * 1_024));
  app.use('/api', receiveBody(16 * 1_024));
  app.use(requestTurns(database));
  app.use('/api', ...sessions.handlers, dropDisconnected, limitUser(limits));
  app.use(refuseOtherAccounts());
  app.use(authRoutes({ database, sessions, devices, passwords, limits, site: siteUrl(env), lateWork, log }));
  app.use(demoRoutes({ env, demo: createDemo(database, env, log), sessions, limits, clock, log }));
  app.use(eventRoutes(streams));
  const boards = createLeaderboardCache({ db: database.db, changes });
  app.use(leagueRoutes({ database, boards, clock, limits, answers, log }));
  app.use(quoteRoutes(database, clock, spanAt, log));
  const games = createGameCache({ db: database.db, changes });
  app.use(ticketRoutes({ database, games, clock, limits, answers }));
  app.use('/api', unknownRoute);

  if (clientDir) app.use(clientFiles(clientDir, sessions.comesWith));
  app.use(unknownRoute);
  app.use(errorHandler(log));
  return app;
}

/** Calls that wait for more than the database, for seconds, each in a line of its own: they hold up only each other. */
const slow = [login, register, resetPassword, startDemo].map(({ path }) => path);
/** Chosen: room for all that the queues of passwords and of the demo hold, so that only those refuse. */
const slowAtOnce = passwordsAtOnce + 10;

/**
 * Turns at all that needs a session, as many as connections: more at once would only take longer, each of them. Which
 * calls are slow is found as routes are found, in whatever spelling of the path reaches them.
 */
function requestTurns({ pool }: Database): Router {
  const router = Router();
  router.all(slow, limitConcurrency(slowAtOnce), (_req, _res, next) => next('router'));
  router.use('/api', limitConcurrency(pool.options.max));
  return router;
}

function cacheControl(value: string): RequestHandler {
  return (_req, res, next) => {
    res.set('Cache-Control', value);
    next();
  };
}
