import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { Boundary } from '#client/ui/boundary.tsx';
import { Failed } from '#client/ui/failed.tsx';

/** A page between the bars. Should it not come, or break, it says so and the bars stay; another page begins anew. */
export function PageBoundary({ waiting, children }: { waiting: ReactNode; children: ReactNode }) {
  const [location] = useLocation();
  return (
    <Boundary
      of={location}
      waiting={waiting}
      failed={(failure) => (
        <main className="mx-auto w-full max-w-[1212px] px-4 pt-5 pb-28">
          <Failed what="This page" failure={failure} />
        </main>
      )}
    >
      {children}
    </Boundary>
  );
}
