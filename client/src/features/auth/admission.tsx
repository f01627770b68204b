import { type ReactNode, useEffect } from 'react';
import { loginPath } from './next-path.ts';
import { useCurrentUser } from './queries.ts';

/** Its children for who is signed in; others go to the login entry, `waiting` is shown until that is known. */
export function SignedInOnly({ waiting, children }: { waiting: ReactNode; children: ReactNode }) {
  const { user, isPending } = useCurrentUser();
  const isStranger = !isPending && !user;
  useEffect(() => {
    if (isStranger) location.replace(loginPath());
  }, [isStranger]);
  return user ? children : waiting;
}
