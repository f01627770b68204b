import { createContext, useContext } from 'react';
import { useCurrentUser } from '#client/features/auth/queries.ts';

/**
 * The people that the server sent this page to: it knows by the session cookie, which may have ended. `anybody`: it did
 * not say so, because the page has no prerendered part.
 */
export type Audience = 'visitors' | 'members' | 'anybody';

export const AudienceContext = createContext<Audience>('anybody');

/**
 * Whether to show what members see: to somebody who is signed in, and while that is not known, to a browser with a
 * session, and once the user has failed to load. A member on a slow line otherwise sees the landing page for seconds.
 */
export function useShowsMember(): boolean {
  const audience = useContext(AudienceContext);
  const { user, isKnown, isFailed } = useCurrentUser();
  return user !== null || (!isKnown && (audience === 'members' || isFailed));
}
