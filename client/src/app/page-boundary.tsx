import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { Boundary } from '#client/ui/boundary.tsx';
import { Failed } from '#client/ui/failed.tsx';
import { Page } from '#client/ui/page.tsx';

/** A page between the bars. Should it not come, or break, it says so and the bars stay; another page begins anew. */
export function PageBoundary({ waiting, children }: { waiting: ReactNode; children: ReactNode }) {
  const [location] = useLocation();
  return (
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
  );
}
