import type { User } from '#shared/api/auth.ts';
import { ownPath } from '#shared/api/own-path.ts';

/** Where to go after signing in: the path in `?next=`, else admins to their odds and everyone else to the slate. */
export function nextPath(search: string, { isAdmin }: Pick<User, 'isAdmin'>): string {
  return ownPath(new URLSearchParams(search).get('next')) ?? (isAdmin ? '/admin-odds' : '/');
}

/** The entry for visitors who are not signed in, leading back to where they are. */
export function loginPath(): string {
  const here = `${location.pathname}${location.search}`;
  return here === '/' ? '/api/login' : `/api/login?next=${encodeURIComponent(here)}`;
}
