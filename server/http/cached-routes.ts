import type { Request, Response, Router } from 'express';
import type { Endpoint, ParamsOutput } from '#shared/api/endpoint.ts';
import { sendJson } from './long-answers.ts';
import { paramsOf } from './mount.ts';

/** A reply that is cached as bytes: `tag` identifies its contents, `gzip` is the same compressed. */
export type CachedReply = { json: Buffer; tag: string; gzip(): Promise<Buffer> };

/**
 * Serves a public endpoint from cached bytes. Browsers store the reply and revalidate it each time; one that has the
 * current bytes gets 304.
 */
export function mountCached<E extends Endpoint>(
  router: Router,
  endpoint: E,
  handler: (params: ParamsOutput<E>) => Promise<CachedReply>,
): void {
  router.get(endpoint.path, async (req, res) => send(req, res, await handler(paramsOf(endpoint, req))));
}

async function send(req: Request, res: Response, { json, tag, gzip }: CachedReply): Promise<void> {
  const isZipped = 'accept-encoding' in req.headers && req.acceptsEncodings('gzip', 'identity') === 'gzip';
  res.setHeader('Cache-Control', 'no-cache');
  res.setHeader('Vary', 'Accept-Encoding');
  // A strong tag identifies one encoding. Source: RFC 9110 §8.8.3.
  res.setHeader('ETag', isZipped ? `"${tag}-gzip"` : `"${tag}"`);
  if ('if-none-match' in req.headers && req.fresh) {
    res.writeHead(304).end();
    return;
  }
  const bytes = isZipped ? await gzip() : json;
  if (isZipped) res.setHeader('Content-Encoding', 'gzip');
  sendJson(res, bytes);
}
