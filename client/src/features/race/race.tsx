import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { lazyNamed } from '#client/lib/lazy-component.ts';
import { Boundary } from '#client/ui/boundary.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { Failed } from '#client/ui/failed.tsx';
import { QueryView } from '#client/ui/query-view.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { hasBegun, type RaceWeeks } from './course.ts';
import { raceQuery } from './queries.ts';

const loadView = () => import('./race-view.tsx');
const RaceView = lazyNamed('RaceView', loadView);

type RacePanelProps = {
  leagueId: string;
  viewerId: string;
  /** Null while they are loading. */
  weeks: RaceWeeks | null;
};

/** Every member's balance over time, as a chart and as a table. Source: docs/screens.md#race. */
export function RacePanel({ leagueId, viewerId, weeks }: RacePanelProps) {
  const { data, isPending, refetch } = useQuery(raceQuery(leagueId));
  useEffect(() => {
    loadView().catch(() => undefined); // beside the data; a failed load is repeated at the first render
  }, []);
  const query = {
    data: data && weeks ? { race: data, weeks } : undefined,
    isPending: isPending || (data !== undefined && !weeks),
    refetch,
  };
  return (
    <QueryView query={query} noun="race" skeleton={<RaceSkeleton />}>
      {({ race, weeks: found }) =>
        hasBegun(race) ? (
          <Boundary waiting={<RaceSkeleton />} failed={(failure) => <Failed what="The race" failure={failure} />}>
            <RaceView race={race} weeks={found} viewerId={viewerId} />
          </Boundary>
        ) : (
          <EmptyState
            title="The race has not begun"
            text="As soon as a bet is settled, this shows everybody's balance over time."
          />
        )
      }
    </QueryView>
  );
}

function RaceSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-4">
      <Skeleton className="h-128 rounded-2xl" />
      <Skeleton className="h-48 rounded-2xl" />
    </div>
  );
}
