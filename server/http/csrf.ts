import type { Request, RequestHandler } from 'express';
import { Refusal } from '../lib/refusal.ts';
import { hasBody } from './body.ts';

const safe = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses unsafe requests that another site may have caused (403), and bodies that are not JSON, as an HTML form sends
 * them (415). Refuses reads that another site's page makes (403): its images would use up the limits of who looks at it.
 *
 * `Sec-Fetch-Site` decides if the browser sends it, otherwise `Origin`. A caller that sends neither is no browser and
 * is served. Without `appUrl` the Origin must match the request's Host. Why: docs/security.md#cross-site-requests.
 */
export function csrf(appUrl: string | undefined): RequestHandler {
  const ownOrigin = appUrl ? new URL(appUrl).origin : null;
  return (req, _res, next) => {
    const site = req.get('sec-fetch-site');
    if (safe.has(req.method)) {
      if (isEmbedded(req)) throw fromAnotherSite();
      return next();
    }
    const origin = req.get('origin');
    if (
      site !== undefined ? site !== 'same-origin' : origin !== undefined && !isOwn(origin, ownOrigin, req.get('host'))
    ) {
      throw fromAnotherSite();
    }
    if (hasBody(req) && !req.is('application/json')) {
      throw new Refusal(415, 'not-json', 'Only JSON is understood');
    }
    next();
  };
}

/**
 * Whether the page of another site has something of this one within it, such as an image or a frame. A link that is
 * opened is none, nor is a caller that is no browser.
 */
export function isEmbedded(req: Request): boolean {
  return req.get('sec-fetch-site') === 'cross-site' && req.get('sec-fetch-dest') !== 'document';
}

function fromAnotherSite(): Refusal {
  return new Refusal(403, 'cross-site', 'This request came from another site');
}

function isOwn(origin: string, ownOrigin: string | null, host: string | undefined): boolean {
  if (ownOrigin !== null) return origin === ownOrigin;
  return URL.canParse(origin) && new URL(origin).host === host;
}
