import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'wouter';
import { toast } from '#client/ui/toast-store.ts';
import { loginPath } from './next-path.ts';
import { useCurrentUser } from './queries.ts';

type SignedInOnlyProps = {
  waiting: ReactNode;
  /** How long a visitor sees `waiting` before the redirect, in milliseconds. */
  leaveAfterMs?: number;
  children: ReactNode;
};

/**
 * Shows its children to signed-in people and redirects visitors to sign in. Shows `waiting` until the user is loaded.
 */
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

const leaveAfterMs = 500;

/**
 * Shows its children to admins. Others see a toast with the reason and go to the slate; until then they see `waiting`.
 * Source: `docs/screens.md#getting-in`.
 */
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
