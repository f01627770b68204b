import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { RequestHandler } from 'express';
import helmet from 'helmet';
import type { Env } from '../env.ts';

/**
 * Security headers: no inline script, no frames, nothing from other origins. They are the same for every response, so
 * helmet computes them once. Why: docs/security.md#browsers-and-caches.
 */
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
    // Only in production: without TLS, HSTS would send browsers to an https address where nothing listens.
    hsts: isProduction && { maxAge: 31_536_000, includeSubDomains: true },
    referrerPolicy: { policy: 'no-referrer' },
  })(sample.req, sample, () => undefined);
  const headers = Object.entries(sample.getHeaders()).map(([name, value]) => [name, String(value)] as const);
  return (_req, res, next) => {
    for (const [name, value] of headers) res.setHeader(name, value);
    next();
  };
}

/** Sets the Date header to the time of `clock`, by which pages set their clocks, instead of the machine's time. */
export function dateOf(clock: () => Date): RequestHandler {
  return (_req, res, next) => {
    res.setHeader('Date', clock().toUTCString());
    next();
  };
}
