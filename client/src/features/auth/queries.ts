import { queryOptions, useQuery } from '@tanstack/react-query';
import { noteAccount } from '#client/lib/account.ts';
import { CallError, call, otherAccount } from '#client/lib/call.ts';
import { currentUser, type User } from '#shared/api/auth.ts';

/**
 * Who is signed in; null for nobody, which the server says with a 401. Fails when that is another account than the page's,
 * so that its name never stands over what the first account has loaded. Source: spec §7; screens, "Getting in".
 */
export const currentUserQuery = queryOptions({
  queryKey: ['/api/auth/user'],
  queryFn: async ({ signal }): Promise<User | null> => {
    const user = await signedInUser(signal);
    if (!noteAccount(user?.id ?? null)) throw otherAccount();
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
