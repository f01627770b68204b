import type { ReactNode } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useCurrentUser } from '#client/features/auth/queries.ts';
import { Boundary } from '#client/ui/boundary.tsx';
import { Failed } from '#client/ui/failed.tsx';
import { Page } from '#client/ui/page.tsx';
import { useFocusOnNavigate } from './focus-on-navigate.ts';

/**
 * The page between the bars. If its chunk does not load or it breaks, a message replaces it and the bars stay. The next
 * page clears the failure. Another sheet of a statement is another view, which begins at its top.
 */
export function PageBoundary({ waiting, children }: { waiting: ReactNode; children: ReactNode }) {
  const [location] = useLocation();
  const { user, isKnown } = useCurrentUser();
  const sheet = new URLSearchParams(useSearch()).get('sheet');
  const viewAtRoot = user ? location : 'the landing page';
  const area = useFocusOnNavigate(location !== '/' ? `${location} ${sheet ?? ''}` : isKnown ? viewAtRoot : null);
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
