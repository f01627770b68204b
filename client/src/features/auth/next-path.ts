/**
 * Where to go after signing in: the path in `?next=`, else the slate.
 *
 * Only paths of this site: anything that a browser would read as another host is ignored. Source: screens, "Getting in".
 */
export function nextPath(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? '/';
  const target = URL.canParse(next, location.origin) ? new URL(next, location.origin) : null;
  const isOwn = next.startsWith('/') && target?.origin === location.origin && !target.pathname.startsWith('/api/');
  return isOwn ? `${target.pathname}${target.search}` : '/';
}

/** The entry for visitors who are not signed in, leading back to where they are. */
export function loginPath(): string {
  const here = `${location.pathname}${location.search}`;
  return here === '/' ? '/api/login' : `/api/login?next=${encodeURIComponent(here)}`;
}
