import { join } from 'node:path';
import express, { Router } from 'express';
import sirv from 'sirv';

const yearSeconds = 365 * 24 * 3_600;

/**
 * The built client: hashed assets for ever, compressed as the build left them, and its one page for every other path,
 * which the client routes itself.
 */
export function clientFiles(dir: string): Router {
  const router = Router();
  router.use('/assets', sirv(join(dir, 'assets'), { immutable: true, maxAge: yearSeconds, brotli: true, gzip: true }));
  router.use(express.static(dir, { index: false, cacheControl: false }));
  router.get(/^[^.]*$/, (_req, res) => {
    res.set('Cache-Control', 'no-cache');
    res.sendFile('index.html', { root: dir, cacheControl: false });
  });
  return router;
}
