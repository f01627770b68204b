import connectPgSimple from 'connect-pg-simple';
import type { Request, RequestHandler } from 'express';
import session from 'express-session';
import { Passport } from 'passport';
import { Strategy as LocalStrategy } from 'passport-local';
import type pg from 'pg';
import type { Database } from '../db/connection.ts';
import type { Env } from '../env.ts';
import { newSecret } from '../lib/ids.ts';
import { setAndEvict } from '../lib/lru.ts';
import { labelOf } from './browser-label.ts';
import { createDevices, type Device } from './devices.ts';
import {
  extendSession,
  findSession,
  listActiveSessions,
  listSessionsOf,
  rewriteSession,
  type UserSession,
} from './session-store.ts';

declare global {
  namespace Express {
    interface User {
      id: string;
    }
  }
}

declare module 'express-session' {
  interface SessionData {
    /** Milliseconds since 1970 at sign-in. */
    createdAt: number;
    /** A label by which a person recognizes the browser, and the id in its device cookie. Sessions of before have neither. */
    label?: string;
    browser?: string;
  }
}

const day = 24 * 3_600_000;
/** Chosen: docs/decisions/sessions-in-postgres.md. */
const idleMs = 7 * day;
const lifeMs = 30 * day;
const touchEveryMs = 3_600_000;
/** Chosen: for how many sessions a process caches the time of the last touch. Each cache miss costs one UPDATE. */
const touchCacheSize = 10_000;

const PgStore = connectPgSimple(session);

/**
 * Sessions in Postgres. `expire` ends an idle session, `createdAt` ends an old one. Reading a session updates its row
 * at most once an hour.
 */
class SessionStore extends PgStore {
  readonly #pool: pg.Pool;
  readonly #clock: () => Date;
  readonly #touched = new Map<string, number>();

  constructor(pool: pg.Pool, clock: () => Date) {
    super({ pool, tableName: 'sessions', pruneSessionInterval: false });
    this.#pool = pool;
    this.#clock = clock;
  }

  override get(sid: string, done: (error: unknown, session?: session.SessionData | null) => void): void {
    findSession(this.#pool, sid).then(
      (found) => {
        const endsAt = (found?.createdAt ?? 0) + lifeMs;
        done(null, this.#clock().getTime() <= endsAt ? found : null);
      },
      (error: unknown) => done(error),
    );
  }

  /**
   * The first call inserts the session. express-session calls it again while the response of a sign-in is sent, and must
   * not restore a session that was ended meanwhile: by a new password, or from another browser.
   */
  override set(sid: string, data: session.SessionData, done: (error?: unknown) => void = () => undefined): void {
    if (this.#touched.has(sid)) {
      rewriteSession(this.#pool, sid, data).then(() => done(), done);
      return;
    }
    // `super.set` writes the cookie's lifetime, which is the session's maximum age. The row's `expire` is the idle
    // limit.
    super.set(sid, data, (error) => (error ? done(error) : this.#extend(sid, done)));
  }

  /**
   * An UPDATE, never an upsert: a request that is still running must not restore a session that has signed out.
   * Why: docs/security.md#sessions.
   */
  override touch(sid: string, _data: session.SessionData, done: () => void = () => undefined): void {
    const now = this.#clock().getTime();
    if (now - (this.#touched.get(sid) ?? 0) < touchEveryMs) done();
    else this.#extend(sid, () => done());
  }

  #extend(sid: string, done: (error?: unknown) => void): void {
    const now = this.#clock().getTime();
    setAndEvict(this.#touched, sid, now, touchCacheSize);
    extendSession(this.#pool, sid, new Date(now + idleMs)).then(() => done(), done);
  }
}

/** The session of one call, and the browser that sent the call. */
export type CallSession = {
  /** The id of the session, also of one that is not stored. */
  id: string;
  device: Device;
  /**
   * Calls `check` with the e-mail and password of the body, and returns its result. The endpoint must require both as
   * text: the strategy would read a missing one from the query string. Why: docs/security.md#passwords-and-sign-in.
   */
  verify<U>(check: (email: string, password: string) => Promise<U | null>): Promise<U | null>;
  /**
   * Starts a new session with a new id, then runs `check`: what must still be true once the session exists, such as the
   * password. If either fails, the session ends and no cookie is set, so that an error response never leaves the
   * browser signed in.
   */
  signIn(user: { id: string }, check?: () => Promise<void>): Promise<void>;
  /** Ends the session and removes its cookie. */
  signOut(): Promise<void>;
};

export type Sessions = {
  /** Middleware that reads the session of a request, if it has one. */
  handlers: RequestHandler[];
  of(req: Request): CallSession;
  /** Whether a request has a session cookie, valid or not. */
  hasCookie(req: Request): boolean;
  /** The ids of those sessions among `ids` that have not ended. */
  listActive(ids: string[]): Promise<Set<string>>;
  /** The sessions of a user that have not ended, the last seen first. */
  listOf(userId: string): Promise<SeenSession[]>;
};

/** `seenAt`: when it was last used, as far as that was written. */
type SeenSession = Omit<UserSession, 'expire'> & { seenAt: Date };

export function createSessions(
  env: Env,
  { db, pool }: Pick<Database, 'db' | 'pool'>,
  secret: string,
  clock: () => Date,
): Sessions {
  const secure = env.NODE_ENV === 'production';
  const name = secure ? '__Host-sid' : 'sid';
  const cookie = { httpOnly: true, sameSite: 'lax', secure, path: '/' } as const;
  const devices = createDevices(secure, secret);
  const passport = new Passport();
  passport.serializeUser<string>((user, done) => done(null, user.id));
  // Only the id: a request that needs rights, such as an admin's, reads them from the database.
  // Why: docs/security.md#sessions.
  passport.deserializeUser<string>((id, done) => done(null, { id }));

  const end = (req: Request) =>
    new Promise<void>((resolve, reject) => req.session.destroy((error) => (error ? reject(error) : resolve())));
  const clearCookie = (req: Request) => req.res?.clearCookie(name, cookie);

  return {
    handlers: [
      session({
        name,
        secret,
        genid: () => newSecret(24), // as long as the library's own
        store: new SessionStore(pool, clock),
        cookie: { ...cookie, maxAge: lifeMs },
        resave: false,
        saveUninitialized: false,
      }),
      passport.session(),
    ],
    of: (req) => ({
      id: req.sessionID,
      device: devices.of(req),
      verify: (check) =>
        new Promise((resolve, reject) => {
          const onCredentials = (email: string, password: string) => void check(email, password).then(resolve, reject);
          const strategy = new LocalStrategy({ usernameField: 'email' }, onCredentials);
          passport.authenticate(strategy, () => resolve(null))(req, req.res, reject);
        }),
      signIn: async (user, check) => {
        try {
          await new Promise<void>((resolve, reject) => req.login(user, (error) => (error ? reject(error) : resolve())));
          req.session.createdAt = clock().getTime();
          const device = devices.of(req);
          req.session.label = labelOf(device.userAgent);
          req.session.browser = device.id;
          // Saved before the response. express-session itself saves while the response is being sent: a sign-out that
          // follows at once could then come first, and the save would undo it.
          await new Promise<void>((resolve, reject) =>
            req.session.save((error) => (error ? reject(error) : resolve())),
          );
          await check?.();
        } catch (error) {
          // If the row cannot be deleted, it is harmless: no cookie has its id.
          await end(req).catch(() => undefined);
          clearCookie(req);
          throw error;
        }
      },
      signOut: async () => {
        await end(req);
        clearCookie(req);
      },
    }),
    hasCookie: (req) => (req.headers.cookie ?? '').includes(`${name}=`),
    listActive: (ids) => {
      const now = clock();
      return listActiveSessions(pool, ids, now, new Date(now.getTime() - lifeMs));
    },
    listOf: async (userId) => {
      const now = clock();
      const found = await listSessionsOf(db, userId, now, new Date(now.getTime() - lifeMs));
      return found.map(({ expire, ...session }) => ({ ...session, seenAt: new Date(expire.getTime() - idleMs) }));
    },
  };
}
