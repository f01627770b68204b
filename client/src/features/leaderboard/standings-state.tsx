import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode, RefCallback } from 'react';
import { QueryView } from '#client/ui/query-view.tsx';
import { ShowMore } from '#client/ui/show-more.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import type { Standing } from '#shared/api/groups.ts';

type StandingsStateProps = {
  standings: UseQueryResult<Standing[]>;
  viewerId: string;
  /** The word for the standings on this screen. */
  noun: 'rankings' | 'leaderboard';
  /** Renders the rows: the first page of them, then the viewer's own. `list` is the ref of the rows' parent element. */
  children: (rows: readonly Standing[], list: RefCallback<HTMLElement>) => ReactNode;
};

/** A league's standings, with loading and failed states, page by page. A failed refetch keeps the rows on screen. */
export function StandingsState({ standings, viewerId, noun, children }: StandingsStateProps) {
  const skeleton = (
    <div className="grid gap-2">
      <Skeleton className="h-13" />
      <Skeleton className="h-13" />
      <Skeleton className="h-13" />
    </div>
  );
  return (
    <QueryView query={standings} noun={noun} bare skeleton={skeleton}>
      {(all) => (
        <ShowMore
          rows={all}
          noun="members"
          isOwn={({ user }) => user.id === viewerId}
          rowSelector=":scope > :not([data-meter])"
        >
          {children}
        </ShowMore>
      )}
    </QueryView>
  );
}
