import type { User } from '#shared/api/auth.ts';

/**
 * Where to go after signing in: the path in `?next=`, else admins to their odds and everyone else to the slate.
 *
 * Only paths of this site: anything that a browser would read as another host is ignored. Source: screens, "Getting in".
 */
export function nextPath(search: string, { isAdmin }: Pick<User, 'isAdmin'>): string {
  const home = isAdmin ? '/admin-odds' : '/';
  const next = new URLSearchParams(search).get('next');
  if (next === null || !next.startsWith('/') || !URL.canParse(next, location.origin)) return home;
  const target = new URL(next, location.origin);
  const isOwn = target.origin === location.origin && !target.pathname.startsWith('/api/');
  return isOwn ? `${target.pathname}${target.search}` : home;
}

/** The entry for visitors who are not signed in, leading back to where they are. */
export function loginPath(): string {
  const here = `${location.pathname}${location.search}`;
  return here === '/' ? '/api/login' : `/api/login?next=${encodeURIComponent(here)}`;
}
