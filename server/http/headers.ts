import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { RequestHandler } from 'express';
import helmet from 'helmet';
import type { Env } from '../env.ts';

/** No inline script, nothing framed, nothing from elsewhere. Source: hardening B11. The same for every reply, so they are found once. */
export function securityHeaders(env: Env): RequestHandler {
  const isProduction = env.NODE_ENV === 'production';
  const sample = new ServerResponse(new IncomingMessage(new Socket()));
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'"],
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:'],
        'connect-src': ["'self'"],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
        ...(isProduction && { 'upgrade-insecure-requests': [] }),
      },
    },
    // Without TLS in front, a browser would be sent to an address where nobody answers.
    hsts: isProduction && { maxAge: 31_536_000, includeSubDomains: true },
    referrerPolicy: { policy: 'no-referrer' },
  })(sample.req, sample, () => undefined);
  const headers = Object.entries(sample.getHeaders()).map(([name, value]) => [name, String(value)] as const);
  return (_req, res, next) => {
    for (const [name, value] of headers) res.setHeader(name, value);
    next();
  };
}

/** Tells the time of `clock`, which pages go by, in place of the machine's own. */
export function dateOf(clock: () => Date): RequestHandler {
  return (_req, res, next) => {
    res.setHeader('Date', clock().toUTCString());
    next();
  };
}
