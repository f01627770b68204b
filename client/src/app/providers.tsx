import { type QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { loginPath } from '#client/features/auth/next-path.ts';
import { currentUserQuery, useCurrentUser } from '#client/features/auth/queries.ts';
import { leaveAfterMs } from '#client/features/auth/route-guard.tsx';
import {
  accountOfPage,
  hasStoredAccount,
  onAccountChange,
  rememberAccount,
  removePersonalOfPage,
} from '#client/lib/account.ts';
import { prepareLoad } from '#client/lib/close-on-back.ts';
import { whenIdle } from '#client/lib/lazy-component.ts';
import { startLive } from '#client/lib/live.ts';
import { createQueryClient } from '#client/lib/query-client.ts';
import { type Notice, reloadPage, takeNotice } from '#client/lib/reload-page.ts';
import { Toaster } from '#client/ui/toast.tsx';
import { toast, toastProblem } from '#client/ui/toast-store.ts';

/**
 * Returns the handler of expired sessions: it shows one notification, and after `leaveAfterMs` goes to `leaveTo` or to
 * the login path. A call during that wait may still set `leaveTo`: a query without one may have failed first. Source:
 * docs/screens.md#getting-in.
 */
function leaveForLogin(): (leaveTo?: string) => void {
  let isLeaving = false;
  let target: string | null = null;
  return (leaveTo) => {
    target = leaveTo ?? target;
    if (isLeaving) return;
    isLeaving = true;
    toastProblem({ title: 'Unauthorized', message: 'You are logged out. Logging in again...' });
    setTimeout(() => {
      prepareLoad();
      location.assign(target ?? loginPath());
    }, leaveAfterMs);
  };
}

const otherAccountSignedIn: Notice = {
  title: 'Account Changed',
  text: 'Another account has signed in on this browser. Nothing was placed or changed.',
};
const signedOut: Notice = { title: 'Signed Out', text: 'You signed out in another tab.' };

export function Providers({ isVisitor, children }: { isVisitor: boolean; children: ReactNode }) {
  const [client] = useState(() => {
    const created = createQueryClient({
      onUnauthorized: leaveForLogin(),
      onOtherAccount: () => {
        removePersonalOfPage(); // otherwise the new page would find them, and have to reload again
        reloadPage(otherAccountSignedIn);
      },
    });
    if (isVisitor) {
      rememberAccount(null);
      created.setQueryData(currentUserQuery.queryKey, null);
    }
    return created;
  });
  useEffect(() => {
    const notice = takeNotice();
    if (notice) toast(notice.title, notice.text);
  }, []);
  return (
    <QueryClientProvider client={client}>
      <Live />
      <OtherTabs />
      {children}
      <Toaster />
    </QueryClientProvider>
  );
}

/**
 * Follows sign-ins and sign-outs of other tabs: reloads the page of another account. A visitor's page refetches the
 * user, and so does a page that is still loading the user: the reply may be from before.
 */
function OtherTabs() {
  const client = useQueryClient();
  useEffect(() => {
    // A sign-in while this page was on its way found nobody listening.
    if (accountOfPage() === null && hasStoredAccount()) refetchUser(client);
  }, [client]);
  useEffect(
    () =>
      onAccountChange((id) => {
        const account = accountOfPage() ?? null;
        if (account === null || account === id) refetchUser(client);
        else if (id === null) reloadPage(signedOut, loginPath());
        else reloadPage(otherAccountSignedIn);
      }),
    [client],
  );
  return null;
}

/** Refetches the user. A first fetch that is running is cancelled: invalidating alone would wait for its reply. */
async function refetchUser(client: QueryClient): Promise<void> {
  const { queryKey } = currentUserQuery;
  await client.cancelQueries({ queryKey });
  await client.invalidateQueries({ queryKey });
}

/** Listens for changes once the current user is known or has failed to load. Another user gets a new connection. */
function Live() {
  const { user, isKnown, isFailed } = useCurrentUser();
  return isKnown || isFailed ? <LiveAs key={user?.id ?? 'visitor'} /> : null;
}

function LiveAs() {
  const client = useQueryClient();
  useEffect(() => startLive(client), [client]);
  useEffect(() => followRemarksOnceIdle(client), [client]);
  return null;
}

/** Their code is no part of the first load: lists that were read before have the remarks of then. */
function followRemarksOnceIdle(client: QueryClient): () => void {
  const end = new AbortController();
  whenIdle(async () => {
    const { followRemarks } = await import('#client/tickets/remarks-cache.ts');
    const stop = followRemarks(client);
    if (end.signal.aborted) stop();
    else end.signal.addEventListener('abort', stop);
  });
  return () => end.abort();
}
