import { queryOptions, useQuery } from '@tanstack/react-query';
import { rememberAccount } from '#client/lib/account.ts';
import { CallError, call, otherAccount } from '#client/lib/call.ts';
import { currentUser, type User } from '#shared/api/auth.ts';

/**
 * The signed-in user; null when the server answers 401. The query fails when the session belongs to another account
 * than the page, so that the page never shows one account's name over another account's data.
 * Source: `docs/decisions/page-of-one-account.md`.
 */
export const currentUserQuery = queryOptions({
  queryKey: ['/api/auth/user'],
  queryFn: async ({ signal }): Promise<User | null> => {
    const user = await signedInUser(signal);
    if (!rememberAccount(user?.id ?? null)) throw otherAccount();
    return user;
  },
});

async function signedInUser(signal: AbortSignal): Promise<User | null> {
  try {
    return await call(currentUser, { signal });
  } catch (error) {
    if (error instanceof CallError && error.status === 401) return null;
    throw error;
  }
}

/** The signed-in user; null when nobody is signed in, while the query is pending, or when it failed. */
export function useCurrentUser(): { user: User | null; isPending: boolean } {
  const { data, isPending } = useQuery(currentUserQuery);
  return { user: data ?? null, isPending };
}
