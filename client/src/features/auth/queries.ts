import { queryOptions, useQuery } from '@tanstack/react-query';
import { rememberAccount } from '#client/lib/account.ts';
import { CallError, call, otherAccount } from '#client/lib/call.ts';
import { currentUser, type User } from '#shared/api/auth.ts';

/**
 * The signed-in user; null when the server answers 401. The query fails when the session belongs to another account
 * than the page, so that the page never shows one account's name over another account's data.
 * Source: `docs/decisions/page-of-one-account.md`.
 *
 * It is asked once: a failure stays until the person tries again. Source: `docs/screens.md#getting-in`.
 */
export const currentUserQuery = queryOptions({
  queryKey: [currentUser.path],
  retryOnMount: false, // parts of the page that mount after a failure must not ask again
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

type CurrentUser = {
  /** Null when nobody is signed in, and while that is not known. */
  user: User | null;
  /** Whether the server has said who is signed in. */
  isKnown: boolean;
  /** Whether the query has failed and nothing is known since: somebody may be signed in. */
  isFailed: boolean;
};

export function useCurrentUser(): CurrentUser {
  const { data, errorUpdateCount } = useQuery(currentUserQuery);
  // Not `isError`, which is false during a second try: a member would see the landing page.
  return { user: data ?? null, isKnown: data !== undefined, isFailed: data === undefined && errorUpdateCount > 0 };
}
