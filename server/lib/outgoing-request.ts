import { lookup as dnsLookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { request as httpRequest, Agent as PlainAgent } from 'node:http';
import { request as httpsRequest, Agent as TlsAgent } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import type { Target } from './allowed-target.ts';
import { retryAfterMs } from './retry-after.ts';

/** The answer to a request. Nothing of its body is used. */
export type OutgoingAnswer = { status: number; retryAfterMs: number | null };

type OutgoingRequest = {
  target: Target;
  headers: Record<string, string>;
  body: Buffer | string;
  /** From the call to the end of the answer. */
  timeoutMs: number;
  /** Aborts the request; the call then throws the signal's reason. */
  stop?: AbortSignal | undefined;
  /**
   * For a request that must not arrive twice. It gets a connection of its own: on one that was used before, a request
   * that the service never saw cannot be told from one whose answer is lost. `stop` aborts it only before it is sent.
   */
  once?: boolean;
};

/** `dns.lookup` with all addresses of a name. */
type Lookup = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** No service answered. `code` says why, without anything of the URL, which may be a secret. */
export class NoOutgoingAnswer extends Error {
  override readonly name = 'NoOutgoingAnswer';
  readonly code: string;
  /** Whether the service may have got the request, and acted on it. Exact for a request that is sent `once`. */
  readonly wasSent: boolean;

  constructor(code: string, wasSent: boolean) {
    super(`no answer: ${code}`);
    this.code = code;
    this.wasSent = wasSent;
  }
}

/** Chosen: healthy services answer within a second, and a process has five to stop. */
const lastAnswerMs = 2_000;

/** Chosen: as many connections to one service as a worker sends requests at once, stored for the next run of its job. */
const agents = {
  'http:': new PlainAgent({ keepAlive: true, maxSockets: 20 }),
  'https:': new TlsAgent({ keepAlive: true, maxSockets: 20 }),
};

/**
 * Sends a POST to an allowed URL that somebody gave, and returns its answer. Redirects are answers like others: nothing
 * follows them. The host must have public addresses only, unless `mayBePrivate`: the addresses are checked when the
 * connection is made, so that a name cannot have another address by then. Throws NoOutgoingAnswer.
 * Why: docs/security.md#outgoing-requests.
 */
export async function post(
  { target: { url, mayBePrivate }, headers, body, timeoutMs, stop, once = false }: OutgoingRequest,
  lookup: Lookup = dnsLookup,
): Promise<OutgoingAnswer> {
  stop?.throwIfAborted();
  // A host that is an address is not looked up.
  if (!mayBePrivate && isIP(bareHost(url)) && !isPublic(bareHost(url)))
    throw new NoOutgoingAnswer(privateAddress, false);
  const isTls = url.protocol === 'https:';
  const send = isTls ? httpsRequest : httpRequest;
  return new Promise<OutgoingAnswer>((resolve, reject) => {
    const request = send(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      agent: once ? false : agents[isTls ? 'https:' : 'http:'],
      ...(!mayBePrivate && { lookup: publicAddressesOnly(lookup) }),
    });
    let wasSent = false;
    const giveUp = (code: string) => request.destroy(new NoOutgoingAnswer(code, wasSent));
    const late = setTimeout(() => giveUp('too-late'), timeoutMs);
    let last: NodeJS.Timeout | undefined;
    const stopped = () => {
      if (once && wasSent) last = setTimeout(() => giveUp('stopped'), lastAnswerMs);
      else request.destroy(stop?.reason);
    };
    stop?.addEventListener('abort', stopped);
    const write = () => {
      wasSent = true;
      request.end(body);
    };
    // Nothing is written before the connection is made, and the certificate checked.
    if (once) request.on('socket', (socket) => socket.once(isTls ? 'secureConnect' : 'connect', write));
    else write();
    request.on('response', (answer) => {
      let bytes = 0;
      answer.on('error', () => undefined); // the body may break off
      // The body is not needed. It is read, so that the connection serves the next request, unless it is long.
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > mostBytes) request.destroy();
      });
      const { 'retry-after': retryAfter, date } = answer.headers;
      resolve({ status: answer.statusCode ?? 0, retryAfterMs: retryAfterMs(retryAfter, date) });
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      if (error instanceof NoOutgoingAnswer || error === stop?.reason) reject(error);
      else reject(new NoOutgoingAnswer(error.code ?? 'unknown', wasSent));
    });
    request.on('close', () => {
      clearTimeout(late);
      clearTimeout(last);
      stop?.removeEventListener('abort', stopped);
    });
  });
}

const privateAddress = 'private-address';

/** Chosen: longer than any error page of a service. */
const mostBytes = 64 * 1_024;

/** The host of a URL without the brackets of an IPv6 address. */
function bareHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}

/** `lookup` that fails for a name with any address that is not public. */
function publicAddressesOnly(lookup: Lookup): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) return callback(error ?? new NoOutgoingAnswer('ENOTFOUND', false), []);
      if (!addresses.every(({ address }) => isPublic(address))) {
        return callback(new NoOutgoingAnswer(privateAddress, false), []);
      }
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

/** The blocks that are not for the public network. Source: IANA's registries of special-purpose addresses (RFC 6890). */
const special = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  special.addSubnet(net, bits, 'ipv4');
}
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  special.addSubnet(net, bits, 'ipv6');
}
/** The only block of public IPv6 addresses: loopback, link-local, unique local and mapped IPv4 lie outside of it. */
const publicIpv6 = new BlockList();
publicIpv6.addSubnet('2000::', 3, 'ipv6');

/** Whether an address belongs to the public network. */
export function isPublic(address: string): boolean {
  if (isIP(address) === 4) return !special.check(address, 'ipv4');
  return publicIpv6.check(address, 'ipv6') && !special.check(address, 'ipv6');
}
