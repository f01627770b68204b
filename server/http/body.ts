import type { Express, Request, RequestHandler, Response } from 'express';
import { badInput, Refusal } from '../lib/refusal.ts';

/** The bytes of a request's body, or the refusal of a body that was not read. */
type Received = Buffer | Refusal;

const received = new WeakMap<Request, Received>();
const parsed = new WeakMap<Request, unknown>();

/**
 * Chosen: how much of a refused body is read and dropped, and how long its sender may be silent meanwhile. Some clients
 * read the response only after writing the whole body, so the limit is larger than any body sent by mistake. The
 * server's `requestTimeout` limits the total time.
 */
const linger = { bytes: 64 * 1_024 * 1_024, silentMs: 1_000 };

/**
 * Makes `req.body` the parsed JSON of the bytes that `receiveBody` read. A handler's first read parses it, so that
 * session and rights are checked before the body. Reading it throws the refusal of a body that is too large (413),
 * compressed or in another charset (415), or no JSON object or list (400). Undefined without a body.
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
 * Reads a body of up to `most` bytes without parsing it. Mount it before the limit on concurrent requests, so that a
 * slow sender takes no slot. It stops reading a body that is too large; one with a too large Content-Length is not read
 * at all. If several `receiveBody` match a request, the first one counts.
 *
 * Chosen instead of express.json, which reads a refused body to its end: a chunked body may have no end.
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

/** Whether the request has a body. Source: RFC 9112 §6.3. */
export function hasBody({ headers }: Request): boolean {
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
    return badInput('The request could not be read'); // the client has disconnected
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

/** Parses JSON; null if the bytes are not UTF-8 (RFC 8259 §8.1) or not JSON. */
function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
}

/**
 * Sends JSON as the whole response. If the request's body has not been received completely, it sends the response at
 * once and closes the connection later: it reads and drops the rest of the body up to `linger`. Closing with unread
 * bytes would reset the connection, and the client could lose the response (RFC 9112 §9.6).
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
