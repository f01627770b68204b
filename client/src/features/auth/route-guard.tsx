import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'wouter';
import { Page } from '#client/ui/page.tsx';
import { QueryView } from '#client/ui/query-view.tsx';
import { toastProblem } from '#client/ui/toast-store.ts';
import { loginPath } from './next-path.ts';
import { currentUserQuery, useCurrentUser } from './queries.ts';

/** The page when the current user could not be loaded: a member must not be taken for a visitor. */
export function UnknownUser() {
  const query = useQuery(currentUserQuery);
  return (
    <Page title="Something went wrong">
      <QueryView query={query} noun="your account" skeleton={null}>
        {() => null}
      </QueryView>
    </Page>
  );
}

type SignedInOnlyProps = {
  waiting: ReactNode;
  /** The delay before the redirect, in milliseconds; the visitor sees `waiting`. */
  leaveAfterMs?: number;
  children: ReactNode;
};

/**
 * Shows its children to signed-in people and redirects visitors to sign in. Shows `waiting` until the user is loaded,
 * and after a failure offers to try again.
 */
export function SignedInOnly({ waiting, leaveAfterMs = 0, children }: SignedInOnlyProps) {
  const { user, isKnown, isFailed } = useCurrentUser();
  const isStranger = isKnown && !user;
  useEffect(() => {
    if (!isStranger) return;
    const leaving = setTimeout(() => location.replace(loginPath()), leaveAfterMs);
    return () => clearTimeout(leaving);
  }, [isStranger, leaveAfterMs]);
  if (user) return children;
  return isFailed ? <UnknownUser /> : waiting;
}

/** The time for reading a toast before the page leads elsewhere, in milliseconds. Source: `docs/screens.md#getting-in`. */
export const leaveAfterMs = 500;
const adminRequired = {
  title: 'Admin Access Required',
  message: 'You must be logged in as an admin to access this page.',
};

type AdminOnlyProps = {
  waiting: ReactNode;
  /** The page of an unknown path, where others must not see that there is one. Default: they are led to the slate. */
  otherwise?: ReactNode;
  children: ReactNode;
};

/**
 * Shows its children to admins. Others see `otherwise`. Without it they see a toast with the reason and go to the slate;
 * until then they see `waiting`. Source: `docs/screens.md#getting-in`.
 */
export function AdminOnly({ waiting, otherwise, children }: AdminOnlyProps) {
  const { user, isKnown, isFailed } = useCurrentUser();
  const [, navigate] = useLocation();
  const isAdmin = user?.isAdmin === true;
  const isStranger = isKnown && !isAdmin;
  const isLed = isStranger && otherwise === undefined;
  useEffect(() => {
    if (!isLed) return;
    toastProblem(adminRequired);
    const timer = setTimeout(() => navigate('/', { replace: true }), leaveAfterMs);
    return () => clearTimeout(timer);
  }, [isLed, navigate]);
  if (isAdmin) return children;
  if (isStranger && otherwise !== undefined) return otherwise;
  return isFailed ? <UnknownUser /> : waiting;
}
