import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'wouter';
import { toast } from '#client/ui/toast-store.ts';
import { loginPath } from './next-path.ts';
import { useCurrentUser } from './queries.ts';

type SignedInOnlyProps = {
  waiting: ReactNode;
  /** How long a stranger sees `waiting` before leaving. */
  leaveAfterMs?: number;
  children: ReactNode;
};

/** Its children for who is signed in; others go to the login entry, `waiting` is shown until that is known. */
export function SignedInOnly({ waiting, leaveAfterMs = 0, children }: SignedInOnlyProps) {
  const { user, isPending } = useCurrentUser();
  const isStranger = !isPending && !user;
  useEffect(() => {
    if (!isStranger) return;
    const leaving = setTimeout(() => location.replace(loginPath()), leaveAfterMs);
    return () => clearTimeout(leaving);
  }, [isStranger, leaveAfterMs]);
  return user ? children : waiting;
}

const leaveAfterMs = 500; // spec §6

/** Its children for admins; others are told why not and go to the slate, `waiting` is shown until then. Source: spec §6. */
export function AdminOnly({ waiting, children }: { waiting: ReactNode; children: ReactNode }) {
  const { user, isPending } = useCurrentUser();
  const [, navigate] = useLocation();
  const isAdmin = user?.isAdmin === true;
  const isStranger = !isPending && !isAdmin;
  useEffect(() => {
    if (!isStranger) return;
    toast('Admin Access Required', 'You must be logged in as an admin to access this page.');
    const timer = setTimeout(() => navigate('/', { replace: true }), leaveAfterMs);
    return () => clearTimeout(timer);
  }, [isStranger, navigate]);
  return isAdmin ? children : waiting;
}
