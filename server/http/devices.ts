import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Request, Response } from 'express';

/** Which browsers have signed in to which accounts; an account is named by the digest of its address. */
export type Devices = {
  /** The browser's id where it has signed in to the account before; null otherwise. */
  known(req: Request, account: string): string | null;
  /** Makes the browser known to the account from now on. */
  remember(req: Request, res: Response, account: string): void;
  /** The same for a browser that is signed in to the account and has no cookie: its session may be older than the cookie. */
  rememberSignedIn(req: Request, res: Response, account: string): void;
};

/** Chosen: browsers keep a cookie for 400 days at most, and people change theirs about as often. */
const lifeMs = 365 * 24 * 3_600_000;
/** Chosen: a family's browser. The accounts that signed in last stay known. */
const accountsAtMost = 8;

/**
 * Keeps what a browser has signed in to in a signed cookie that survives signing out: the browser's id, then a keyed digest
 * of each account. Only a sign-in, sign-up or reset adds an account, so that nobody can make a cookie for an account
 * without its password or mailbox, and a copied cookie has the id, and with it the counter, of its original.
 *
 * A session without a cookie gets one. The id is a digest of the session that it was made in: whoever has taken a session
 * gets one id from it, and with it one counter, not a new one to guess the password with for each cookie dropped. For the
 * same reason the session's account is not added to a cookie that names others.
 */
export function createDevices(isSecure: boolean, secret: string): Devices {
  const name = isSecure ? '__Host-device' : 'device';
  const keyed = (use: string, text: string) =>
    createHmac('sha256', secret).update(`${use}:${text}`).digest('base64url');
  const tagOf = (account: string) => keyed('device account', account).slice(0, 22);

  function read(req: Request): { id: string; tags: string[] } | null {
    const [, payload = '', signature = ''] =
      new RegExp(`(?:^|; )${name}=([\\w-]{22}(?:\\.[\\w-]{22}){1,${accountsAtMost}})\\.([\\w-]{43})(?:;|$)`).exec(
        req.headers.cookie ?? '',
      ) ?? [];
    const expected = keyed('device', payload);
    if (signature.length !== expected.length) return null;
    if (!timingSafeEqual(Buffer.from(signature), Buffer.from(expected))) return null;
    const [id = '', ...tags] = payload.split('.');
    return { id, tags };
  }

  function remember(req: Request, res: Response, account: string): void {
    const { id, tags } = read(req) ?? { id: keyed('device of session', req.sessionID).slice(0, 22), tags: [] };
    const tag = tagOf(account);
    const newest = [tag, ...tags.filter((other) => other !== tag)].slice(0, accountsAtMost);
    const payload = [id, ...newest].join('.');
    const value = `${payload}.${keyed('device', payload)}`;
    res.cookie(name, value, { httpOnly: true, sameSite: 'lax', secure: isSecure, path: '/', maxAge: lifeMs });
  }

  return {
    known: (req, account) => {
      const device = read(req);
      return device?.tags.includes(tagOf(account)) ? device.id : null;
    },
    remember,
    rememberSignedIn: (req, res, account) => {
      if (!read(req)) remember(req, res, account);
    },
  };
}
