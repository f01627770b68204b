import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useCurrentUser } from '#client/features/auth/queries.ts';
import { Boundary } from '#client/ui/boundary.tsx';
import { Failed } from '#client/ui/failed.tsx';
import { Page } from '#client/ui/page.tsx';
import { useFocusOnNavigate } from './focus-on-navigate.ts';

/**
 * A page between the bars, opened at its top. Should it not come, or break, it says so and the bars stay; another page
 * begins anew.
 */
export function PageBoundary({ waiting, children }: { waiting: ReactNode; children: ReactNode }) {
  const [location] = useLocation();
  const { user, isPending } = useCurrentUser();
  const home = user ? location : 'the landing page';
  const area = useFocusOnNavigate(location !== '/' ? location : isPending ? null : home);
  return (
    <div ref={area}>
      <Boundary
        of={location}
        waiting={waiting}
        failed={(failure) => (
          <Page title="Something went wrong">
            <Failed what="This page" failure={failure} />
          </Page>
        )}
      >
        {children}
      </Boundary>
    </div>
  );
}
