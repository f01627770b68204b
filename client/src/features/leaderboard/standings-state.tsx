import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode, RefCallback } from 'react';
import { QueryView } from '#client/ui/query-view.tsx';
import { ShowMore } from '#client/ui/show-more.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import type { Standing } from '#shared/api/groups.ts';

type StandingsStateProps = {
  standings: UseQueryResult<Standing[]>;
  viewerId: string;
  /** What they are called where they stand. */
  noun: 'rankings' | 'leaderboard';
  /** Draws these rows: the first of them, and below the viewer's own. `list` goes on the element that holds them. */
  children: (rows: readonly Standing[], list: RefCallback<HTMLElement>) => ReactNode;
};

/** A league's standings once they are there, the first of them at once; a failed refresh keeps what was shown. */
export function StandingsState({ standings, viewerId, noun, children }: StandingsStateProps) {
  const rows = (
    <div className="grid gap-2">
      <Skeleton className="h-13" />
      <Skeleton className="h-13" />
      <Skeleton className="h-13" />
    </div>
  );
  return (
    <QueryView query={standings} noun={noun} bare skeleton={rows}>
      {(all) => (
        <ShowMore rows={all} noun="members">
          {(shown, list) => children(withOwn(shown, all, viewerId), list)}
        </ShowMore>
      )}
    </QueryView>
  );
}

/** The rows that are shown, and after them the viewer's own where it stands further down. */
function withOwn(shown: readonly Standing[], all: readonly Standing[], viewerId: string): readonly Standing[] {
  const at = all.findIndex(({ user }) => user.id === viewerId);
  return at < shown.length ? shown : [...shown, ...all.slice(at, at + 1)];
}
