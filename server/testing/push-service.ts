import { createDecipheriv, createECDH, createPublicKey, hkdfSync, verify } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { listen } from '../lib/listen.ts';
import { aSubscription, type TestSubscription } from './subscription.ts';

/** The answer of a push service to a push: its status, with headers if it has some, or no answer at all. */
type PushAnswer = number | { status: number; headers: Record<string, string> } | 'nothing';

/** A push as it arrived, and its message as the browser decrypts it. */
type ReceivedPush = {
  path: string;
  message: Record<string, unknown>;
  ttl: string | undefined;
  topic: string | undefined;
  urgency: string | undefined;
  /** The claims of its signed token, whose signature was checked. */
  claims: Record<string, unknown>;
  /** The key that signed it. */
  key: string;
};

export type PushService = {
  origin: string;
  /** A browser subscribes here. */
  subscribe(): TestSubscription;
  /** The same for a subscription that a browser made, whose private key it gives to the test. */
  add(subscription: TestSubscription): void;
  /** The pushes that arrived, the refused ones included, in order. */
  received: ReceivedPush[];
  /** Sets the answer to what comes from now on; 201 at first. */
  answerWith(answer: PushAnswer | ((push: ReceivedPush) => PushAnswer | Promise<PushAnswer>)): void;
  close(): Promise<void>;
};

/**
 * A push service on this machine (RFC 8030). It decrypts each push with the keys of its subscription, and checks its
 * signature; what it cannot decrypt, or is not signed, it answers with 400 and does not list.
 */
export async function startPushService(): Promise<PushService> {
  const subscriptions = new Map<string, TestSubscription>();
  const received: ReceivedPush[] = [];
  let answer: Parameters<PushService['answerWith']>[0] = 201;
  const server = createServer();
  server.keepAliveTimeout = 0; // a push that comes as an idle connection closes would get no answer
  const origin = `http://127.0.0.1:${await listen(server)}`;
  server.on('request', async (req, res) => {
    const push = await read(req, subscriptions, origin).catch(() => null);
    if (!push) return void res.writeHead(400).end();
    received.push(push);
    const given = typeof answer === 'function' ? await answer(push) : answer;
    if (given === 'nothing') return;
    const { status, headers } = typeof given === 'number' ? { status: given, headers: {} } : given;
    res.writeHead(status, { location: `${origin}/message/1`, ...headers }).end();
  });
  const add = (subscription: TestSubscription) => {
    subscriptions.set(new URL(subscription.body.endpoint).pathname, subscription);
  };
  return {
    origin,
    subscribe: () => {
      const subscription = aSubscription(`${origin}/push/${subscriptions.size + 1}`);
      add(subscription);
      return subscription;
    },
    add,
    received,
    answerWith: (given) => {
      answer = given;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

async function read(
  req: IncomingMessage,
  subscriptions: ReadonlyMap<string, TestSubscription>,
  origin: string,
): Promise<ReceivedPush> {
  const subscription = subscriptions.get(req.url ?? '');
  if (req.method !== 'POST' || !subscription) throw new Error('no subscription');
  const parts: Buffer[] = [];
  for await (const part of req) parts.push(part);
  const { headers } = req;
  if (headers['content-encoding'] !== 'aes128gcm') throw new Error('not encrypted');
  const { claims, key } = verified(headers.authorization ?? '');
  if (claims.aud !== origin) throw new Error('signed for another service');
  const text = decrypted(Buffer.concat(parts), subscription).toString();
  return {
    path: req.url ?? '',
    message: JSON.parse(text) as Record<string, unknown>,
    ttl: one(headers.ttl),
    topic: one(headers.topic),
    urgency: one(headers.urgency),
    claims,
    key,
  };
}

const one = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);

/** The claims of a token that is signed by the key beside it. Source: RFC 8292 §2, §3. */
function verified(authorization: string): Pick<ReceivedPush, 'claims' | 'key'> {
  const [, head = '', payload = '', signature = '', key = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const point = Buffer.from(key, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
  const signed = Buffer.from(`${head}.${payload}`);
  const isValid = verify(
    'sha256',
    signed,
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isValid) throw new Error('not signed by its key');
  return { key, claims: JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown> };
}

/** Decrypts the body of a push as a browser does. Source: RFC 8291 §3.4, RFC 8188 §2. */
export function decrypted(body: Buffer, { body: { keys }, privateKey }: TestSubscription): Buffer {
  const salt = body.subarray(0, 16);
  const recordSize = body.readUInt32BE(16);
  const keyLength = body.readUInt8(20);
  const senderKey = body.subarray(21, 21 + keyLength);
  const record = body.subarray(21 + keyLength);
  if (record.length > recordSize) throw new Error('more than one record');
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(privateKey);
  const secret = ecdh.computeSecret(senderKey);
  const info = (...named: (string | Buffer)[]) => Buffer.concat(named.map((part) => Buffer.from(part as string)));
  const derive = (key: Buffer, salted: Buffer, about: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', key, salted, about, length));
  const receiverKey = Buffer.from(keys.p256dh, 'base64url');
  const auth = Buffer.from(keys.auth, 'base64url');
  const input = derive(secret, auth, info('WebPush: info\0', receiverKey, senderKey), 32);
  const contentKey = derive(input, salt, info('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(input, salt, info('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', contentKey, nonce);
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = padded.lastIndexOf(2); // the delimiter of a last record; only zeros follow it
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('no last record');
  return padded.subarray(0, end);
}
