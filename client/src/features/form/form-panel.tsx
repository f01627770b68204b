import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { lazyNamed } from '#client/lib/lazy-component.ts';
import { Boundary } from '#client/ui/boundary.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { Failed } from '#client/ui/failed.tsx';
import { QueryView } from '#client/ui/query-view.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { formQuery } from './queries.ts';

const loadView = () => import('./form-view.tsx');
const FormView = lazyNamed('FormView', loadView);

type FormPanelProps = {
  userId: string;
  /** Null for all leagues that the viewer may see. */
  leagueId: string | null;
};

/** How a user's settled bets went: figures, net over time, and where it comes from. Source: docs/screens.md#form. */
export function FormPanel({ userId, leagueId }: FormPanelProps) {
  const form = useQuery(formQuery(userId, leagueId));
  useEffect(() => {
    loadView().catch(() => undefined); // beside the data; a failed load is repeated at the first render
  }, []);
  return (
    <QueryView query={form} noun="form" skeleton={<FormSkeleton />}>
      {({ reply }) =>
        reply.points.length === 0 ? (
          <EmptyState
            title="No settled bets yet"
            text="As soon as a bet is settled, this shows how the bets went, and which sports and kinds of bets the net comes from."
          />
        ) : (
          <Boundary waiting={<FormSkeleton />} failed={(failure) => <Failed what="The form" failure={failure} />}>
            <FormView form={reply} />
          </Boundary>
        )
      }
    </QueryView>
  );
}

function FormSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-4">
      <Skeleton className="h-20 rounded-2xl" />
      <Skeleton className="h-80 rounded-2xl" />
      <Skeleton className="h-96 rounded-2xl" />
    </div>
  );
}
