import { isIPv4, isIPv6, SocketAddress } from 'node:net';
import type { Express, Request } from 'express';

/** Chosen: far above the longest address, an IPv6 one with a zone and a port. Longer text is not parsed. */
const longestText = 100;

/**
 * Makes `req.ip` a parsed address everywhere, in the way of the Express guide "Overriding the Express API". Express
 * itself returns any text of X-Forwarded-For. An entry that is no address is skipped: the next nearer hop counts.
 */
export function parseAddresses(app: Express): void {
  Object.defineProperty(app.request, 'ip', { configurable: true, enumerable: true, get: clientAddress });
}

function clientAddress(this: Request): string | undefined {
  for (const hop of [...this.ips, this.socket.remoteAddress ?? '']) {
    const address = parseAddress(hop);
    if (address !== null) return address;
  }
  return undefined;
}

/**
 * The address in the forms that proxies write: bare, with a port, in brackets, with a zone. Null for anything else.
 * IPv6 is returned in its one canonical spelling (RFC 5952), an IPv4-mapped address (RFC 4291 §2.5.5.2) as IPv4.
 */
export function parseAddress(text: string): string | null {
  if (text.length > longestText) return null;
  const trimmed = text.trim();
  const bare = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(trimmed)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(trimmed)?.[1] ?? trimmed;
  if (isIPv4(bare)) return bare;
  const [plain = ''] = bare.split('%');
  if (!isIPv6(plain)) return null;
  const { address } = new SocketAddress({ address: plain, family: 'ipv6' });
  const mapped = address.replace(/^::ffff:/, '');
  return isIPv4(mapped) ? mapped : address;
}

/**
 * The key under which limits count `req.ip`: an IPv4 address, or the /64 network of an IPv6 address, since one
 * household has a whole /64.
 */
export function addressKey(ip: string | undefined): string {
  return ip !== undefined && isIPv6(ip) ? prefixOf(ip, 64) : (ip ?? 'unknown');
}

/**
 * The key of the network of an IPv6 address, the /48 that RFC 6177 has as the largest of one site: it has 65,536
 * networks of one household each. Null for an IPv4 address, which has none.
 */
export function networkKey(ip: string | undefined): string | null {
  return ip !== undefined && isIPv6(ip) ? prefixOf(ip, 48) : null;
}

/** The first `bits` bits of an IPv6 address, a multiple of 16, as a prefix: '2001:db8:1::/48'. */
function prefixOf(ip: string, bits: number): string {
  const [head = [], tail] = ip.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array.from({ length: tail ? 8 - head.length - tail.length : 0 }, () => '0');
  return `${[...head, ...zeros, ...(tail ?? [])].slice(0, bits / 16).join(':')}::/${bits}`;
}
