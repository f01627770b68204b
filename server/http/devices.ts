import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Request } from 'express';

/** Knows to which accounts the browser of a request has signed in. An account is the digest of its address. */
export type Device = {
  /** The browser's id; without a cookie the one that its cookie would get. */
  readonly id: string;
  userAgent: string | undefined;
  /** The browser's id if it has signed in to the account before; else null. */
  idFor(account: string): string | null;
  /** Adds the account to the browser's cookie. */
  remember(account: string): void;
  /**
   * The same for a signed-in browser without a cookie: its session may be older than this feature. Else does nothing.
   */
  rememberSignedIn(account: string): void;
};

/** Chosen: browsers store a cookie for 400 days at most, and people replace their browser about as often. */
const lifeMs = 365 * 24 * 3_600_000;
/** Chosen: a browser that a family shares. The cookie names the accounts that signed in last. */
const mostAccounts = 8;

/**
 * Stores the accounts of a browser in a signed cookie that survives signing out: the browser's id, then a keyed digest
 * of each account. Sign-ins of a known browser have their own counter (auth/routes.ts). Only a sign-in, sign-up or
 * reset adds an account, so nobody can make a cookie for an account without its password or mailbox. A copied cookie
 * has the same id, and so the same counter, as its original.
 *
 * A signed-in browser without a cookie gets one. Its id is a digest of the session id: a thief of a session gets one id
 * from it, and so one counter. With random ids the thief could drop the cookie again and again, and guess the password
 * with a new counter each time. For the same reason the session's account is not added to a cookie of other accounts.
 */
export function createDevices(isSecure: boolean, secret: string): { of(req: Request): Device } {
  const name = isSecure ? '__Host-device' : 'device';
  const keyed = (use: string, text: string) =>
    createHmac('sha256', secret).update(`${use}:${text}`).digest('base64url');
  const tagOf = (account: string) => keyed('device account', account).slice(0, 22);

  function read(req: Request): { id: string; tags: string[] } | null {
    const [, payload = '', signature = ''] =
      new RegExp(`(?:^|; )${name}=([\\w-]{22}(?:\\.[\\w-]{22}){1,${mostAccounts}})\\.([\\w-]{43})(?:;|$)`).exec(
        req.headers.cookie ?? '',
      ) ?? [];
    const expected = keyed('device', payload);
    if (signature.length !== expected.length) return null;
    if (!timingSafeEqual(Buffer.from(signature), Buffer.from(expected))) return null;
    const [id = '', ...tags] = payload.split('.');
    return { id, tags };
  }

  const newIdOf = (req: Request) => keyed('device of session', req.sessionID).slice(0, 22);

  function remember(req: Request, account: string): void {
    const { id, tags } = read(req) ?? { id: newIdOf(req), tags: [] };
    const tag = tagOf(account);
    const newest = [tag, ...tags.filter((other) => other !== tag)].slice(0, mostAccounts);
    const payload = [id, ...newest].join('.');
    const value = `${payload}.${keyed('device', payload)}`;
    req.res?.cookie(name, value, { httpOnly: true, sameSite: 'lax', secure: isSecure, path: '/', maxAge: lifeMs });
  }

  return {
    of: (req) => ({
      get id() {
        return read(req)?.id ?? newIdOf(req);
      },
      userAgent: req.get('user-agent'),
      idFor: (account) => {
        const device = read(req);
        return device?.tags.includes(tagOf(account)) ? device.id : null;
      },
      remember: (account) => remember(req, account),
      rememberSignedIn: (account) => {
        if (!read(req)) remember(req, account);
      },
    }),
  };
}
