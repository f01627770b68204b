import { queryOptions, useQuery } from '@tanstack/react-query';
import { rememberAccount } from '#client/lib/account.ts';
import { CallError, call, otherAccount } from '#client/lib/call.ts';
import { currentUser, type User } from '#shared/api/auth.ts';

/**
 * The signed-in user; null when the server answers 401. The query fails for another account than the page's, so that the
 * new name never stands over data of the first account.
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

/** The signed-in user; null when there is none, while that is not known yet, or when it could not be found out. */
export function useCurrentUser(): { user: User | null; isPending: boolean } {
  const { data, isPending } = useQuery(currentUserQuery);
  return { user: data ?? null, isPending };
}
