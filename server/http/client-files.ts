import { join } from 'node:path';
import express, { Router } from 'express';

/** The built client: hashed assets for ever, and its one page for every other path, which the client routes itself. */
export function clientFiles(dir: string): Router {
  const router = Router();
  router.use('/assets', express.static(join(dir, 'assets'), { immutable: true, maxAge: '1y', fallthrough: false }));
  router.use(express.static(dir, { index: false, cacheControl: false }));
  router.get(/^[^.]*$/, (_req, res) => {
    res.set('Cache-Control', 'no-cache');
    res.sendFile('index.html', { root: dir, cacheControl: false });
  });
  return router;
}
