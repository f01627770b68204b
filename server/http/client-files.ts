import { join } from 'node:path';
import { type Request, type RequestHandler, Router } from 'express';
import sirv from 'sirv';

const yearSeconds = 365 * 24 * 3_600;

/** The build writes a .br and a .gz file beside each file. */
const compressed = { brotli: true, gzip: true };

/** The pages that the build prerenders (client/build/prerendered-pages.ts), by path: for visitors and for members. */
const ofVisitors = new Map([
  ['/', '/landing.html'],
  ['/games', '/games.html'],
]);
const ofMembers: readonly (readonly [path: RegExp, page: string])[] = [
  [/^\/(games)?$/, '/slate.html'],
  [/^\/league\//, '/league.html'],
  [/^\/profile\//, '/profile.html'],
  ...['/leaderboard', '/my-bets', '/inbox', '/profile', '/how-to-play', '/admin', '/admin-odds'].map(
    (path) => [new RegExp(`^${path}$`), `${path}.html`] as const,
  ),
];
const filesOfVisitors = new Set([...ofVisitors.values(), '/join-visitor.html']);

/**
 * Serves the built client: hashed assets, cached for a year, and a page for every path without a dot, which the client
 * routes itself. That is index.html, or a page that shows something before its script runs: with a session cookie the
 * bars of a member, without one the first view of `/` and `/games`. The page of a visitor is marked so that the client
 * does not ask for the user, and it is `no-store`: after sign-in the browser must not show it again.
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
  router.use(closeFileWithResponse);
  router.use('/assets', sirv(join(dir, 'assets'), { ...compressed, immutable: true, maxAge: yearSeconds }));
  router.get(/^[^.]*$/, (req, _res, next) => {
    const prerendered = hasSessionCookie(req) ? pageOfMember(req.path) : ofVisitors.get(req.path);
    req.url = prerendered ?? '/index.html';
    next();
  });
  router.get(/./, (req, res, next) => {
    res.set('Cache-Control', filesOfVisitors.has(fileNamed(req.path)) ? 'no-store' : 'no-cache');
    files(req, res, next);
  });
  return router;
}

/** `sirv` leaves a file open whose reader has gone: each would hold a file descriptor for ever. */
const closeFileWithResponse: RequestHandler = (_req, res, next) => {
  res.once('pipe', (file) => res.once('close', () => file.destroy()));
  next();
};

function pageOfMember(path: string): string | undefined {
  return ofMembers.find(([paths]) => paths.test(path))?.[1];
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
