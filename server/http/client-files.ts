import { join } from 'node:path';
import { type Request, Router } from 'express';
import sirv from 'sirv';

const yearSeconds = 365 * 24 * 3_600;

/** As the build left the files beside themselves. */
const compressed = { brotli: true, gzip: true };

/** The pages that the build has drawn as visitors see them first (vite.config.ts). */
const drawnAhead = new Map([
  ['/', '/landing.html'],
  ['/games', '/games.html'],
]);
const drawnFiles = new Set(drawnAhead.values());

/**
 * The built client: hashed assets for ever, and its one page for every other path,
 * which the client routes itself. Who comes without a session gets the page drawn ahead, where it is, and the page's
 * word that nobody is signed in: such a page is not kept, since a browser may show a kept one after the sign-in.
 * Every file requested by its own name gets the same Cache-Control as its page: without one, a browser would cache the
 * page of an old build by its age (RFC 9111 section 4.2.2) and then request assets that are gone.
 */
export function clientFiles(dir: string, comesWithSession: (req: Request) => boolean): Router {
  const files = sirv(dir, {
    ...compressed,
    etag: true,
    setHeaders: (res) => res.setHeader('Vary', 'Cookie, Accept-Encoding'),
  });
  const router = Router();
  router.use('/assets', sirv(join(dir, 'assets'), { ...compressed, immutable: true, maxAge: yearSeconds }));
  router.get(/^[^.]*$/, (req, _res, next) => {
    req.url = (comesWithSession(req) ? undefined : drawnAhead.get(req.path)) ?? '/index.html';
    next();
  });
  router.get(/./, (req, res, next) => {
    res.set('Cache-Control', drawnFiles.has(fileNamed(req.path)) ? 'no-store' : 'no-cache');
    files(req, res, next);
  });
  return router;
}

/** The file that `sirv` serves at a path: it decodes the path and ignores a slash at its end. Without .br or .gz. */
function fileNamed(path: string): string {
  return decoded(path)
    .replace(/\/$/, '')
    .replace(/\.(br|gz)$/, '');
}

/** The path itself where it cannot be decoded, as `sirv` takes it. */
function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
