import type { RequestHandler } from 'express';
import { Refusal } from '../lib/refusal.ts';
import { hasBody } from './body.ts';

const safe = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses unsafe requests that another site may have caused (403), and bodies that are not JSON, as an HTML form sends
 * them (415).
 *
 * `Sec-Fetch-Site` decides if the browser sends it, otherwise `Origin`. A caller that sends neither is no browser and
 * is served. Without `appUrl` the Origin must match the request's Host. Why: docs/security.md#cross-site-requests.
 */
export function csrf(appUrl: string | undefined): RequestHandler {
  const ownOrigin = appUrl ? new URL(appUrl).origin : null;
  return (req, _res, next) => {
    if (safe.has(req.method)) return next();
    const site = req.get('sec-fetch-site');
    const origin = req.get('origin');
    if (
      site !== undefined ? site !== 'same-origin' : origin !== undefined && !isOwn(origin, ownOrigin, req.get('host'))
    ) {
      throw new Refusal(403, 'cross-site', 'This request came from another site');
    }
    if (hasBody(req) && !req.is('application/json')) {
      throw new Refusal(415, 'not-json', 'Only JSON is understood');
    }
    next();
  };
}

function isOwn(origin: string, ownOrigin: string | null, host: string | undefined): boolean {
  if (ownOrigin !== null) return origin === ownOrigin;
  return URL.canParse(origin) && new URL(origin).host === host;
}
