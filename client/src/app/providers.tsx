import { QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { loginPath } from '#client/features/auth/next-path.ts';
import { currentUserQuery, useCurrentUser } from '#client/features/auth/queries.ts';
import { startLive } from '#client/lib/live.ts';
import { createQueryClient } from '#client/lib/query-client.ts';
import { Toaster } from '#client/ui/toast.tsx';
import { toast } from '#client/ui/toast-store.ts';

const leaveAfterMs = 500; // spec §9

/** Tells a visitor whose session is gone, once, and leads to the login entry, or where the failed change says. Source: spec §6. */
function leaveForLogin(): (leaveTo?: string) => void {
  let isLeaving = false;
  return (leaveTo) => {
    if (isLeaving) return;
    isLeaving = true;
    toast('Unauthorized', 'You are logged out. Logging in again...');
    setTimeout(() => location.assign(leaveTo ?? loginPath()), leaveAfterMs);
  };
}

export function Providers({ isVisitor, children }: { isVisitor: boolean; children: ReactNode }) {
  const [client] = useState(() => {
    const made = createQueryClient(leaveForLogin());
    if (isVisitor) made.setQueryData(currentUserQuery.queryKey, null);
    return made;
  });
  return (
    <QueryClientProvider client={client}>
      <Live />
      {children}
      <Toaster />
    </QueryClientProvider>
  );
}

/** Listens for what changes once it is known who is signed in, and anew as soon as that is somebody else. */
function Live() {
  const { user, isPending } = useCurrentUser();
  return isPending ? null : <LiveAs key={user?.id ?? 'visitor'} />;
}

function LiveAs() {
  const client = useQueryClient();
  useEffect(() => startLive(client), [client]);
  return null;
}
