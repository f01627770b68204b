import { createHmac } from 'node:crypto';
import { connect, type Socket } from 'node:net';

export type Reply = { status: number; head: string; body: Buffer };

/**
 * A keep-alive connection that sends one request at a time. It costs far less CPU than a server, so that the figures
 * measure the server.
 */
export type HttpConnection = {
  send(request: Buffer): Promise<Reply>;
  /** False once either side has closed it; servers close idle connections. */
  isOpen(): boolean;
  close(): void;
};

type Waiting = { resolve(reply: Reply): void; reject(error: Error): void };

export async function openConnection(port: number): Promise<HttpConnection> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  return connectionOn(socket);
}

function connectionOn(socket: Socket): HttpConnection {
  let waiting: Waiting | null = null;
  let received: Buffer[] = [];
  let missing = 0; // bytes, at least, before the reply can be complete
  let chunked: Chunked | null = null;
  const fail = (error: Error) => {
    waiting?.reject(error);
    waiting = null;
  };
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('the server closed the connection')));
  socket.on('data', (chunk) => {
    received.push(chunk);
    missing -= chunk.length;
    if (missing > 0) return;
    const bytes = Buffer.concat(received);
    if (chunked) chunked.unread = bytes;
    else chunked = startChunked(bytes);
    const reply = chunked ? readChunks(chunked) : whole(bytes);
    received = typeof reply === 'number' ? [chunked ? chunked.unread : bytes] : [];
    missing = typeof reply === 'number' ? reply : 0;
    if (typeof reply === 'number' || !waiting) return;
    chunked = null;
    const { resolve } = waiting;
    waiting = null;
    resolve(reply);
  });
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        if (!socket.writable) return reject(new Error('the connection is closed'));
        waiting = { resolve, reject };
        socket.write(request);
      }),
    isOpen: () => socket.writable && !socket.readableEnded,
    close: () => socket.destroy(),
  };
}

/** A partly received reply with chunked transfer coding (RFC 9112 §7.1). */
type Chunked = { head: string; chunks: Buffer[]; unread: Buffer };

/** Null unless the whole head has arrived and announces chunks. */
function startChunked(received: Buffer): Chunked | null {
  const end = received.indexOf('\r\n\r\n');
  const head = received.toString('latin1', 0, Math.max(0, end));
  if (!/\r\ntransfer-encoding: chunked/i.test(head)) return null;
  return { head, chunks: [], unread: received.subarray(end + 4) };
}

/** The reply once its last chunk has arrived; before that, the least number of missing bytes. */
function readChunks(reply: Chunked): Reply | number {
  for (;;) {
    const lineEnd = reply.unread.indexOf('\r\n');
    if (lineEnd < 0) return 1;
    const size = Number.parseInt(reply.unread.toString('latin1', 0, lineEnd), 16);
    const end = lineEnd + 2 + size;
    const missing = end + 2 - reply.unread.length;
    if (missing > 0) return missing;
    if (size === 0)
      return { status: Number(reply.head.slice(9, 12)), head: reply.head, body: Buffer.concat(reply.chunks) };
    reply.chunks.push(reply.unread.subarray(lineEnd + 2, end));
    reply.unread = reply.unread.subarray(end + 2);
  }
}

/** The reply once it has arrived whole; before that, the least number of missing bytes. */
function whole(received: Buffer): Reply | number {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return 1;
  const head = received.toString('latin1', 0, end);
  const status = Number(head.slice(9, 12));
  const length = status === 304 ? 0 : Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN);
  if (Number.isNaN(length)) throw new Error(`a reply without a length: ${head}`);
  const body = received.subarray(end + 4);
  return body.length < length ? length - body.length : { status, head, body };
}

/** The ETag of a reply; null without one. */
export function tagOf({ head }: Reply): string | null {
  return /\r\netag: (\S+)/i.exec(head)?.[1] ?? null;
}

/** The bytes of a request, as a browser on the app's own page sends it. */
export function requestBytes(
  method: string,
  path: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: unknown } = {},
): Buffer {
  const json = body === undefined ? '' : JSON.stringify(body);
  const all = {
    Host: 'ching.example.com',
    Origin: site,
    'Sec-Fetch-Site': 'same-origin',
    Accept: 'application/json',
    'User-Agent':
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    ...headers,
    ...(json && { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(json)) }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${json}`);
}

export const site = 'http://ching.example.com';
export const sessionSecret = 'a secret of the bench that is long enough';

/** The cookie of a session, signed as express-session signs it. */
export function cookieOf(sid: string): string {
  const signature = createHmac('sha256', sessionSecret).update(sid).digest('base64').replace(/=+$/, '');
  return `sid=${encodeURIComponent(`s:${sid}.${signature}`)}`;
}
