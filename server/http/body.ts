import type { Express, Request, RequestHandler, Response } from 'express';
import { badInput, Refusal } from '../lib/refusal.ts';

/** What has come of a request's body: its bytes, or why they are none. */
type Received = Buffer | Refusal;

const received = new WeakMap<Request, Received>();
const parsed = new WeakMap<Request, unknown>();

/**
 * Chosen: how much of a refused body is read and dropped, and how long its sender may be silent meanwhile. Some clients
 * read only once they have written all, so it is more than anybody sends by mistake. The server's `requestTimeout` bounds
 * the whole.
 */
const linger = { bytes: 64 * 1_024 * 1_024, silentMs: 1_000 };

/**
 * Makes `req.body` the parsed JSON of what `receiveBody` read, parsed when a handler first reads it: a body is judged
 * only after session and rights. Reading it throws the refusal of a body that is too large (413), compressed or in
 * another charset (415), or no JSON object or list (400). Undefined without a body.
 */
export function parseBodies(app: Express): void {
  Object.defineProperty(app.request, 'body', {
    configurable: true,
    enumerable: true,
    get(this: Request) {
      if (!parsed.has(this)) parsed.set(this, parse(this));
      return parsed.get(this);
    },
  });
}

/**
 * Reads the body, up to `most` bytes, and judges nothing of it. It comes before the limit on concurrent requests, so that
 * a slow sender holds no slot. What is too large is not read on: by its Content-Length not at all. A first `receiveBody`
 * on the way of a request stands above later ones.
 *
 * Not express.json: that reads a body to its end before it refuses it, and a chunked one may have none.
 */
export function receiveBody(most: number): RequestHandler {
  return async (req, res, next) => {
    if (!received.has(req) && hasBody(req)) {
      const body = await receive(req, most);
      received.set(req, body);
      if (body instanceof Refusal) res.set('Connection', 'close');
    }
    next();
  };
}

function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

async function receive(req: Request, most: number): Promise<Received> {
  if (Number(req.headers['content-length'] ?? 0) > most) return tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > most) return tooLarge();
      chunks.push(chunk);
    }
  } catch {
    return badInput('The request could not be read'); // its sender is gone
  }
  return Buffer.concat(chunks);
}

function tooLarge(): Refusal {
  return new Refusal(413, 'bad-input', 'The body is too large');
}

function parse(req: Request): unknown {
  const body = received.get(req);
  if (body instanceof Refusal) throw body;
  if (body === undefined || body.length === 0) return undefined;
  const encoding = req.get('content-encoding') ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') {
    throw new Refusal(415, 'bad-input', 'Compressed bodies are not accepted');
  }
  const charset = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(req.get('content-type') ?? '')?.[1] ?? 'utf-8';
  if (charset.toLowerCase() !== 'utf-8') throw new Refusal(415, 'bad-input', 'This charset is not accepted');
  const value = jsonOf(body);
  if (value instanceof Object) return value;
  throw badInput('The body is not JSON');
}

/** Null for bytes that are no UTF-8 (RFC 8259 §8.1) or no JSON. */
function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
}

/**
 * Sends JSON as the whole answer. Where the request's body has not come whole, the answer goes at once and the connection
 * is closed later: the rest of the body is read and dropped up to `linger`, since closing on unread bytes resets the
 * connection, and the client may lose the answer (RFC 9112 §9.6).
 */
export function sendLast(req: Request, res: Response, value: unknown): void {
  if (req.complete || !hasBody(req)) return void res.json(value);
  const bytes = Buffer.from(JSON.stringify(value));
  res.set({ 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': String(bytes.length) });
  res.set('Connection', 'close').write(bytes);
  let left = linger.bytes;
  const end = () => {
    clearTimeout(silent);
    req.off('data', drop);
    res.end();
  };
  const drop = (chunk: Buffer) => {
    left -= chunk.length;
    silent.refresh();
    if (left < 0) end();
  };
  const silent = setTimeout(end, linger.silentMs);
  req.on('data', drop).once('end', end).once('close', end).resume();
}
