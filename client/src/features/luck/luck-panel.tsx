import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { lazyNamed } from '#client/lib/lazy-component.ts';
import { Boundary } from '#client/ui/boundary.tsx';
import { Failed } from '#client/ui/failed.tsx';
import { QueryView } from '#client/ui/query-view.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { luckQuery } from './queries.ts';

const loadCard = () => import('./luck-card.tsx');
const LuckCard = lazyNamed('LuckCard', loadCard);

type LuckPanelProps = {
  userId: string;
  /** Null for all leagues that the viewer may see. */
  leagueId: string | null;
};

/** A user's settled bets beside the closing odds; nothing while none is settled. Source: docs/screens.md#luck. */
export function LuckPanel({ userId, leagueId }: LuckPanelProps) {
  const luck = useQuery(luckQuery(userId, leagueId));
  useEffect(() => {
    loadCard().catch(() => undefined); // beside the data; a failed load is repeated at the first render
  }, []);
  return (
    <QueryView query={luck} noun="the closing odds" skeleton={<LuckSkeleton />}>
      {({ reply }) => {
        const { legs, returned, leftOut } = reply;
        const settled = Object.values(leftOut).reduce((sum, count) => sum + count, legs + returned);
        if (settled === 0) return null;
        return (
          <Boundary waiting={<LuckSkeleton />} failed={(failure) => <Failed what="The luck" failure={failure} />}>
            <LuckCard luck={reply} />
          </Boundary>
        );
      }}
    </QueryView>
  );
}

const LuckSkeleton = () => <Skeleton className="mt-4 h-52 rounded-2xl" />;
