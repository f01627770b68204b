import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { Loading, Skeleton } from '#client/ui/skeleton.tsx';
import type { Standing } from '#shared/api/groups.ts';

type StandingsStateProps = {
  standings: UseQueryResult<Standing[]>;
  /** What they are called where they stand. */
  noun: 'rankings' | 'leaderboard';
  children: (rows: readonly Standing[]) => ReactNode;
};

/** A league's standings once they are there; a failed refresh keeps what was shown. */
export function StandingsState({ standings, noun, children }: StandingsStateProps) {
  if (standings.isPending) {
    return (
      <Loading words={`Loading ${noun}...`}>
        <div className="grid gap-2">
          <Skeleton className="h-13" />
          <Skeleton className="h-13" />
          <Skeleton className="h-13" />
        </div>
      </Loading>
    );
  }
  if (!standings.data) {
    return (
      <EmptyState alert bare title={`Failed to load ${noun}`} text="Please try again later">
        <Button onClick={() => standings.refetch()}>Try again</Button>
      </EmptyState>
    );
  }
  return children(standings.data);
}
