import type { User } from '#shared/api/auth.ts';
import { ownPath } from '#shared/api/own-path.ts';

/** The path in `?next=`: the page from which a visitor was led to sign in. Null without a path of this app. */
export function wantedPath(search: string): string | null {
  return ownPath(new URLSearchParams(search).get('next'));
}

/** The path to open after signing in: the one in `?next=`, else `/admin-odds` for admins and `/` for others. */
export function nextPath(search: string, { isAdmin }: Pick<User, 'isAdmin'>): string {
  return wantedPath(search) ?? (isAdmin ? '/admin-odds' : '/');
}

/** The login address of a visitor, which leads back to the present page after signing in. */
export function loginPath(): string {
  const here = `${location.pathname}${location.search}${location.hash}`;
  return here === '/' ? '/api/login' : `/api/login?next=${encodeURIComponent(here)}`;
}
