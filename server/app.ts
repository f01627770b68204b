import express, { type Express, type RequestHandler, Router } from 'express';
import type { Logger } from 'pino';
import { login, register, resetPassword } from '#shared/api/auth.ts';
import { repeatChatPost, testChat } from '#shared/api/chat.ts';
import { askEmailChange, undoEmailChange } from '#shared/api/email-change.ts';
import { changePassword, deleteAccount } from '#shared/api/own-account.ts';
import { startDemo } from '#shared/api/site.ts';
import { previewOf } from '#shared/words/invite-words.ts';
import { accountRoutes } from './account/routes.ts';
import { adminRoutes } from './admin/routes.ts';
import { createPasswords, passwordCapacity } from './auth/passwords.ts';
import { authRoutes } from './auth/routes.ts';
import { calendarRoutes } from './calendar/routes.ts';
import { chatRoutes } from './chat/routes.ts';
import type { Database } from './db/connection.ts';
import { demoRoutes } from './demo/routes.ts';
import { createDemo } from './demo/service.ts';
import { type Env, feedSpeed, siteUrl } from './env.ts';
import { watchChanges } from './events/changes.ts';
import { eventRoutes } from './events/routes.ts';
import { createStreams, type Repeat } from './events/streams.ts';
import { slateSpan } from './feed/simulation.ts';
import { createGameCache } from './games/game-cache.ts';
import { gameRoutes } from './games/routes.ts';
import { createSlateCache } from './games/slate-cache.ts';
import { healthRoutes } from './health/routes.ts';
import { refuseOtherAccounts } from './http/account-check.ts';
import { addressKey, parseAddresses } from './http/address.ts';
import { parseBodies, receiveBody } from './http/body.ts';
import { clientFiles } from './http/client-files.ts';
import { closeWithConnection } from './http/close-with-connection.ts';
import { dropDisconnected, limitConcurrency } from './http/concurrency-limit.ts';
import { csrf } from './http/csrf.ts';
import { errorHandler, unknownRoute } from './http/errors.ts';
import { dateOf, securityHeaders } from './http/headers.ts';
import { joinPages } from './http/join-pages.ts';
import { countInvite, createLimits, limitAddress, limitUser } from './http/limits.ts';
import { createLongAnswers } from './http/long-answers.ts';
import { limitMachines } from './http/machine-limit.ts';
import { createSessions } from './http/session.ts';
import { createIfEndedCache } from './leagues/if-ended.ts';
import { readInvite } from './leagues/invite.ts';
import { createLeaderboardCache } from './leagues/leaderboard-cache.ts';
import { createRaceCache } from './leagues/race-cache.ts';
import { leagueRoutes } from './leagues/routes.ts';
import { createWeeksCache } from './leagues/weeks-cache.ts';
import { letterRoutes } from './letters/routes.ts';
import { linkKeyOf } from './letters/unsubscribe.ts';
import { type BackgroundWork, createBackgroundWork } from './lib/background-work.ts';
import { notificationRoutes } from './notifications/routes.ts';
import { oversightRoutes } from './oversight/routes.ts';
import { preferenceRoutes } from './preferences/routes.ts';
import type { PushKeys } from './push/keys.ts';
import { pushRoutes } from './push/routes.ts';
import { longBodies, quoteRoutes } from './quotes/routes.ts';
import { remarksRoutes } from './remarks/routes.ts';
import { statementRoutes } from './statements/routes.ts';
import { createRivalryCache } from './tickets/rivalry.ts';
import { ticketRoutes } from './tickets/routes.ts';

export type Deps = {
  env: Env;
  log: Logger;
  database: Database;
  sessionSecret: string;
  /** The keys of this installation at push services; null if it pushes nothing. */
  pushKeys?: PushKeys | null;
  /** The folder of the built client; null where something else serves it. */
  clientDir: string | null;
  /** The database's time, as the process knows it: pages show it. */
  clock: () => Date;
  /** The stop of the process waits for it. */
  backgroundWork?: BackgroundWork;
  /** Measures the ages of what the process has cached, in milliseconds. Default: Date.now. */
  nowMs?: () => number;
  /** The greatest age of the last poll of changes at which a cached slate is served. Default: games/slate-cache.ts. */
  slatesWithinMs?: number;
  /** The interval at which open streams poll for changes. Default: events/streams.ts. */
  streamsEveryMs?: number;
  /** Repeats the polls of open streams. Default: by a timer. */
  repeatStreams?: Repeat;
  /** The time after which the answer of a client that reads nothing is cut off. Default: http/long-answers.ts. */
  answerStallMs?: number;
  /** Aborts when the process stops: the event streams, which have no end of their own, end with it. */
  stopping?: AbortSignal;
};

/**
 * Builds the web application. Middleware and routers come in the order of their needs: those without a session first.
 */
export function createApp(deps: Deps): Express {
  const { env, log, database, sessionSecret, clientDir, clock, backgroundWork = createBackgroundWork(log) } = deps;
  const passwords = createPasswords(env.BCRYPT_COST);
  const sessions = createSessions(env, database, sessionSecret, clock);
  const spanAt = (now: Date) => slateSpan(now, feedSpeed(env));
  const limits = createLimits(database.pool, env.RATE_LIMIT_SCALE);
  const answers = createLongAnswers({ scale: env.RATE_LIMIT_SCALE, stallMs: deps.answerStallMs });
  const changes = watchChanges(database.db, deps.nowMs);
  const slates = createSlateCache({ db: database.db, changes, clock, spanAt, withinMs: deps.slatesWithinMs });
  const scale = env.RATE_LIMIT_SCALE;
  const { listActive: activeSessions } = sessions;
  const { streamsEveryMs: tickMs, repeatStreams: repeat } = deps;
  const streams = createStreams({ database, changes, activeSessions, scale, log, tickMs, repeat });
  deps.stopping?.addEventListener('abort', streams.stop);

  const app = express();
  app.disable('x-powered-by');
  app.disable('etag'); // most replies are no-store; a cacheable reply sets its own ETag
  app.set('trust proxy', env.TRUST_PROXY_HOPS);
  app.use(closeWithConnection);
  parseAddresses(app);
  parseBodies(app);
  app.use(securityHeaders(env), dateOf(clock));
  app.use('/api', limitAddress(limits.callsOfAddress)); // only /api: machines make the health checks
  app.use('/calendar', limitAddress(limits.calendarsOfAddress));
  app.use(...gameRoutes(slates)); // first: most requests ask for slates, and these need no session
  app.use(healthRoutes(database, env));

  app.use('/api', cacheControl('no-store'), csrf(env.APP_URL));
  app.use(longBodies, receiveBody(64 * 1_024));
  app.use('/api', receiveBody(16 * 1_024));
  app.use('/unsubscribe', receiveBody(1_024));
  app.use(limitMachines(database, slowPaths));
  app.use(limitRequests(database));
  app.use('/api', ...sessions.handlers, dropDisconnected, limitUser(limits));
  app.use(refuseOtherAccounts());
  const games = createGameCache({ db: database.db, changes });
  const rivalries = createRivalryCache({ db: database.db, changes });
  // First of those with a session: most of their requests are about bets, and routers are asked one after the other.
  app.use(ticketRoutes({ database, games, rivalries, clock, limits, answers }));
  app.use(authRoutes({ database, sessions, passwords, limits, site: siteUrl(env), backgroundWork, log }));
  const linkKey = linkKeyOf(sessionSecret);
  const site = siteUrl(env);
  app.use(accountRoutes({ database, sessions, passwords, limits, answers, linkKey, clock, site, backgroundWork, log }));
  app.use(demoRoutes({ env, db: database.db, demo: createDemo(database, env, log), sessions, limits, clock, log }));
  app.use(eventRoutes(streams));
  app.use(pushRoutes({ env, database, sessions, keys: deps.pushKeys ?? null }));
  const leaderboards = createLeaderboardCache({ database, changes });
  const weeks = createWeeksCache({ database, changes });
  const races = createRaceCache({ database, changes });
  const ifEnded = createIfEndedCache({ db: database.db, changes });
  app.use(leagueRoutes({ database, leaderboards, weeks, races, ifEnded, clock, limits, answers, log }));
  app.use(chatRoutes({ env, database, limits, log }));
  app.use(preferenceRoutes(database, limits));
  app.use(adminRoutes(database, limits, log));
  app.use(quoteRoutes(database, clock, spanAt, log));
  app.use(oversightRoutes({ database, sessions, limits, log }));
  app.use(remarksRoutes({ database, limits }));
  app.use(statementRoutes({ database, answers, limits }));
  app.use(notificationRoutes(database, clock));
  app.use(letterRoutes({ database, limits, linkKey, log }));
  app.use(calendarRoutes({ database, clock, site: siteUrl(env), log }));
  app.use('/api', unknownRoute);

  if (clientDir) {
    const findPreview = async (code: string, ip: string | undefined) => {
      await limits.callsOfAddress(addressKey(ip));
      return previewOf(await countInvite(limits, ip, () => readInvite(database, code, null, clock())));
    };
    app.use(joinPages({ dir: clientDir, site: siteUrl(env), hasSessionCookie: sessions.hasCookie, findPreview, log }));
    app.use(clientFiles(clientDir, sessions.hasCookie));
  }
  app.use(unknownRoute);
  app.use(errorHandler(log));
  return app;
}

/**
 * Calls that take seconds: they hash a password, make a demo league, or wait for a group chat. They have slots of their own.
 */
const slowPaths = [
  ...[login, register, resetPassword, changePassword, deleteAccount, askEmailChange, undoEmailChange],
  ...[startDemo, testChat, repeatChatPost],
].map(({ path }) => path);
/** Chosen: the capacity of the password queue and the demo queue together, so that only these queues refuse. */
const slowSlots = passwordCapacity + 10;

/**
 * Limits concurrent requests to the size of the connection pool: more would only make each of them slower. Slow calls
 * do not take these slots. Express matches their paths, so that every spelling that reaches a route is matched here
 * too. Why: docs/decisions/concurrency-limit.md.
 */
function limitRequests({ pool }: Database): Router {
  const router = Router();
  router.all(slowPaths, limitConcurrency(slowSlots), (_req, _res, next) => next('router'));
  router.use(['/api', '/calendar', '/unsubscribe'], limitConcurrency(pool.options.max));
  return router;
}

function cacheControl(value: string): RequestHandler {
  return (_req, res, next) => {
    res.set('Cache-Control', value);
    next();
  };
}
