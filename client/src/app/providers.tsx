import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { loginPath } from '#client/features/auth/next-path.ts';
import { createQueryClient } from '#client/lib/query-client.ts';
import { Toaster, toast } from '#client/ui/toast.tsx';

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

export function Providers({ children }: { children: ReactNode }) {
  const [client] = useState(() => createQueryClient(leaveForLogin()));
  return (
    <QueryClientProvider client={client}>
      {children}
      <Toaster />
    </QueryClientProvider>
  );
}
