import type { User } from '#shared/api/auth.ts';
import { ownPath } from '#shared/api/own-path.ts';

/** The path in `?next=`: the page from which a visitor was led to sign in. Null without a path of this app. */
export function wantedPath(search: string): string | null {
  return ownPath(new URLSearchParams(search).get('next'));
}

/** `path` with the path to open after signing in; null for none. */
export function withNext(path: string, next: string | null): string {
  return next === null ? path : `${path}?next=${encodeURIComponent(next)}`;
}

/** The page with the form of a new account, for a person who then goes back to an invitation. */
export function newAccountPath(invitation: string): string {
  return `${withNext('/', invitation)}&account=new`;
}

/** Whether `newAccountPath` led there. */
export function wantsAccount(search: string): boolean {
  return new URLSearchParams(search).get('account') === 'new';
}

/** The path to open after signing in: the one in `?next=`, else `/admin-odds` for admins and `/` for others. */
export function nextPath(search: string, { isAdmin }: Pick<User, 'isAdmin'>): string {
  return wantedPath(search) ?? (isAdmin ? '/admin-odds' : '/');
}

/** The login address of a visitor, which leads back to the present page after signing in. */
export function loginPath(): string {
  const here = `${location.pathname}${location.search}${location.hash}`;
  return withNext('/api/login', here === '/' ? null : here);
}
