import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Loaded } from '#client/ui/loaded.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import type { Standing } from '#shared/api/groups.ts';

type StandingsStateProps = {
  standings: UseQueryResult<Standing[]>;
  /** What they are called where they stand. */
  noun: 'rankings' | 'leaderboard';
  children: (rows: readonly Standing[]) => ReactNode;
};

/** A league's standings once they are there; a failed refresh keeps what was shown. */
export function StandingsState({ standings, noun, children }: StandingsStateProps) {
  const rows = (
    <div className="grid gap-2">
      <Skeleton className="h-13" />
      <Skeleton className="h-13" />
      <Skeleton className="h-13" />
    </div>
  );
  return (
    <Loaded query={standings} noun={noun} bare skeleton={rows}>
      {children}
    </Loaded>
  );
}
