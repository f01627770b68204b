import { join } from 'node:path';
import express, { type Request, Router } from 'express';
import sirv from 'sirv';

const yearSeconds = 365 * 24 * 3_600;

/** The pages that the build has drawn as visitors see them first (vite.config.ts). */
const drawnAhead = new Map([
  ['/', 'landing.html'],
  ['/games', 'games.html'],
]);

/**
 * The built client: hashed assets for ever, compressed as the build left them, and its one page for every other path,
 * which the client routes itself. Who comes without a session gets the page drawn ahead, where it is, and the page's
 * word that nobody is signed in: such a page is not kept, since a browser may show a kept one after the sign-in.
 */
export function clientFiles(dir: string, comesWithSession: (req: Request) => boolean): Router {
  const router = Router();
  router.use('/assets', sirv(join(dir, 'assets'), { immutable: true, maxAge: yearSeconds, brotli: true, gzip: true }));
  router.use(express.static(dir, { index: false, cacheControl: false }));
  router.get(/^[^.]*$/, (req, res) => {
    const drawn = comesWithSession(req) ? undefined : drawnAhead.get(req.path);
    res.set({ 'Cache-Control': drawn ? 'no-store' : 'no-cache', Vary: 'Cookie' });
    res.sendFile(drawn ?? 'index.html', { root: dir, cacheControl: false });
  });
  return router;
}
