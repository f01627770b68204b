import connectPgSimple from 'connect-pg-simple';
import type { Request, RequestHandler } from 'express';
import session from 'express-session';
import { Passport } from 'passport';
import { Strategy as LocalStrategy } from 'passport-local';
import type pg from 'pg';
import type { Env } from '../env.ts';
import { setNewest } from '../lib/lru.ts';

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
  }
}

const day = 24 * 3_600_000;
/** Design D16. */
const idleMs = 7 * day;
const lifeMs = 30 * day;
const touchEveryMs = 3_600_000;
/** Ours: how many sessions a process remembers having touched; forgetting one costs an UPDATE. */
const touchedAtMost = 10_000;

/** A session whose user is gone is no session: checked in the query that reads it, so that it costs no further one. */
const hasUser = "exists (select from users where users.id = (sess #>> '{passport,user}')::uuid)";

const PgStore = connectPgSimple(session);

/** Sessions in Postgres: idle ones end by the row, old ones by their age, and a read writes at most once an hour. */
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
    this.#pool
      .query<{ sess: session.SessionData }>(
        `select sess from sessions where sid = $1 and expire > now() and ${hasUser}`,
        [sid],
      )
      .then(
        ({ rows: [row] }) => {
          const endsAt = (row?.sess.createdAt ?? 0) + lifeMs;
          done(null, row && this.#clock().getTime() <= endsAt ? row.sess : null);
        },
        (error: unknown) => done(error),
      );
  }

  override set(sid: string, data: session.SessionData, done: (error?: unknown) => void = () => undefined): void {
    // The browser keeps the cookie for the session's whole life; how long it may lie idle is the row's business.
    super.set(sid, data, (error) => (error ? done(error) : this.#extend(sid, done)));
  }

  /** Never an upsert: a request that is still running must not bring back a session that has signed out (hardening A8). */
  override touch(sid: string, _data: session.SessionData, done: () => void = () => undefined): void {
    const now = this.#clock().getTime();
    if (now - (this.#touched.get(sid) ?? 0) < touchEveryMs) done();
    else this.#extend(sid, () => done());
  }

  #extend(sid: string, done: (error?: unknown) => void): void {
    const now = this.#clock().getTime();
    setNewest(this.#touched, sid, now, touchedAtMost);
    this.#pool
      .query('UPDATE sessions SET expire = $2 WHERE sid = $1', [sid, new Date(now + idleMs)])
      .then(() => done(), done);
  }
}

export type Verify<U extends Express.User> = (email: string, password: string) => Promise<U | null>;

export type Sessions<U extends Express.User = Express.User> = {
  /** Reads the session of a request, if it has one. */
  handlers: RequestHandler[];
  /** The user whose e-mail and password the body holds; null when they do not match. */
  verify(req: Request): Promise<U | null>;
  /**
   * Starts a new session under a new id, which stays when `check` goes well. With anything that fails it ends, and no
   * cookie is set: who is told that they are not signed in is not.
   */
  signIn(req: Request, user: { id: string }, check?: () => Promise<void>): Promise<void>;
  /** Ends the session and removes its cookie. */
  signOut(req: Request): Promise<void>;
  /** Whether a request comes with what may be a session. */
  comesWith(req: Request): boolean;
  /** Those of the sessions with these ids that have not ended. */
  living(ids: string[]): Promise<Set<string>>;
};

export function createSessions<U extends Express.User>(
  env: Env,
  pool: pg.Pool,
  secret: string,
  clock: () => Date,
  verify: Verify<U>,
): Sessions<U> {
  const secure = env.NODE_ENV === 'production';
  const name = secure ? '__Host-sid' : 'sid';
  const cookie = { httpOnly: true, sameSite: 'lax', secure, path: '/' } as const;
  const passport = new Passport();
  passport.use(
    new LocalStrategy({ usernameField: 'email' }, (email, password, done) => {
      verify(email, password).then((user) => done(null, user ?? false), done);
    }),
  );
  passport.serializeUser<string>((user, done) => done(null, user.id));
  // Only who it is: rights are read by each request that needs them (hardening B2).
  passport.deserializeUser<string>((id, done) => done(null, { id }));

  const end = (req: Request) =>
    new Promise<void>((resolve, reject) => req.session.destroy((error) => (error ? reject(error) : resolve())));
  const clearCookie = (req: Request) => req.res?.clearCookie(name, cookie);

  return {
    handlers: [
      session({
        name,
        secret,
        store: new SessionStore(pool, clock),
        cookie: { ...cookie, maxAge: lifeMs },
        resave: false,
        saveUninitialized: false,
      }),
      passport.session(),
    ],
    verify: (req) =>
      new Promise((resolve, reject) => {
        const answer = (error: unknown, user?: Express.User | false | null) =>
          error ? reject(error) : resolve((user || null) as U | null); // whom `verify` found
        passport.authenticate('local', answer)(req, req.res, reject);
      }),
    signIn: async (req, user, check) => {
      try {
        await new Promise<void>((resolve, reject) => req.login(user, (error) => (error ? reject(error) : resolve())));
        req.session.createdAt = clock().getTime();
        // Saved before the answer goes out: saved with it, a sign-out right after could come first and be undone.
        await new Promise<void>((resolve, reject) => req.session.save((error) => (error ? reject(error) : resolve())));
        await check?.();
      } catch (error) {
        await end(req).catch(() => undefined); // a row that the database keeps all the same is nobody's: its id is told to none
        clearCookie(req);
        throw error;
      }
    },
    signOut: async (req) => {
      await end(req);
      clearCookie(req);
    },
    comesWith: (req) => (req.headers.cookie ?? '').includes(`${name}=`),
    living: async (ids) => {
      const now = clock().getTime();
      const { rows } = await pool.query<{ sid: string }>(
        `select sid from sessions
        where sid = any($1) and expire > $2 and (sess ->> 'createdAt')::bigint > $3 and ${hasUser}`,
        [ids, new Date(now), now - lifeMs],
      );
      return new Set(rows.map(({ sid }) => sid));
    },
  };
}
