import { join } from 'node:path';
import { type Request, Router } from 'express';
import sirv from 'sirv';

const yearSeconds = 365 * 24 * 3_600;

/** The build writes a .br and a .gz file beside each file. */
const compressed = { brotli: true, gzip: true };

/** The pages that the build prerenders for visitors (client/build/prerendered-pages.ts). */
const prerendered = new Map([
  ['/', '/landing.html'],
  ['/games', '/games.html'],
]);
const prerenderedFiles = new Set(prerendered.values());

/**
 * Serves the built client: hashed assets, cached for a year, and index.html for every path without a dot, which the
 * client routes itself. Without a session cookie, `/` and `/games` return a prerendered page, marked so that the client
 * does not ask for the user. It is `no-store`: after sign-in the browser must not show it again.
 *
 * A page requested by its file name gets the same Cache-Control. Without that header a browser would cache the page of
 * an old build by its age (RFC 9111 section 4.2.2) and then request assets that are gone.
 */
export function clientFiles(dir: string, hasSessionCookie: (req: Request) => boolean): Router {
  const files = sirv(dir, {
    ...compressed,
    etag: true,
    setHeaders: (res) => res.setHeader('Vary', 'Cookie, Accept-Encoding'),
  });
  const router = Router();
  router.use('/assets', sirv(join(dir, 'assets'), { ...compressed, immutable: true, maxAge: yearSeconds }));
  router.get(/^[^.]*$/, (req, _res, next) => {
    req.url = (hasSessionCookie(req) ? undefined : prerendered.get(req.path)) ?? '/index.html';
    next();
  });
  router.get(/./, (req, res, next) => {
    res.set('Cache-Control', prerenderedFiles.has(fileNamed(req.path)) ? 'no-store' : 'no-cache');
    files(req, res, next);
  });
  return router;
}

/**
 * The name of the file that `sirv` serves for a path, without .br or .gz: `sirv` decodes the path and ignores a slash
 * at its end.
 */
function fileNamed(path: string): string {
  return decoded(path)
    .replace(/\/$/, '')
    .replace(/\.(br|gz)$/, '');
}

/** Decodes a path. `sirv` takes a path that cannot be decoded as it is, so this does too. */
function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
