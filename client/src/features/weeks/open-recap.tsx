import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { CallError } from '#client/lib/call.ts';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { QueryView } from '#client/ui/query-view.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import type { Group } from '#shared/api/groups.ts';
import { recapQuery } from './queries.ts';
import { RecapCard } from './recap-card.tsx';

type OpenRecapProps = {
  league: Group;
  viewerId: string;
  number: number;
  /** Whether the viewer chose this week, so that its card comes into view. */
  isChosen: boolean;
};

/** The recap of one week, with loading and failed states. */
export function OpenRecap({ league, viewerId, number, isChosen }: OpenRecapProps) {
  const recap = useQuery(recapQuery(league.id, number));
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isChosen) card.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  return (
    <div ref={card} className="scroll-mt-20">
      {recap.error instanceof CallError && recap.error.status === 404 && !recap.data ? (
        <EmptyState
          title={`There is no recap of week ${number}`}
          text="No bet was settled in it, or it has not ended."
        />
      ) : (
        <QueryView query={recap} noun="recap" skeleton={<Skeleton className="h-96 rounded-2xl" />}>
          {(data) => <RecapCard league={league} viewerId={viewerId} recap={data} />}
        </QueryView>
      )}
    </div>
  );
}
