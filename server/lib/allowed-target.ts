/** The services that one kind of request may go to. */
export type AllowedServices = {
  /** Host names, reached by https on its usual port. `*.example.com` allows every name below example.com. */
  hosts: readonly string[];
  /**
   * Origins that the operator added, such as `http://127.0.0.1:5055`. They may lie in a private network, because the
   * operator named them.
   */
  origins: readonly string[];
};

/** A URL that was checked against `AllowedServices`. */
export type Target = { url: URL; mayBePrivate: boolean };

/** Chosen: the longest endpoints of push services have some 1,000 characters. */
const longestUrl = 2_048;

/**
 * Parses a URL that somebody gave, and returns it if it belongs to one of the services; else null. The URL may have no
 * credentials: `https://allowed.example@evil.example/` reads like an allowed one.
 */
export function allowedTarget(text: string, { hosts, origins }: AllowedServices): Target | null {
  if (text.length > longestUrl || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return null;
  if (origins.includes(url.origin)) return { url, mayBePrivate: true };
  const isAllowed = url.protocol === 'https:' && url.port === '' && hosts.some((host) => matches(url.hostname, host));
  return isAllowed ? { url, mayBePrivate: false } : null;
}

function matches(hostname: string, host: string): boolean {
  return host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host;
}
