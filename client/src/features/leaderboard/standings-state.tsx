import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, type RefCallback, useMemo } from 'react';
import { useFlip } from '#client/lib/use-flip.ts';
import { QueryView } from '#client/ui/query-view.tsx';
import { ShowMore } from '#client/ui/show-more.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import type { Standing } from '#shared/api/groups.ts';
import type { IfEnded } from '#shared/api/if-ended.ts';
import { rowsIfEnded, type ShownStanding } from './if-ended.tsx';

type StandingsStateProps = {
  standings: UseQueryResult<Standing[]>;
  /** Undefined while the present standings are to be shown. */
  ifEnded: IfEnded | undefined;
  viewerId: string;
  /** The word for the standings on this screen. */
  noun: 'rankings' | 'leaderboard';
  /** Renders the rows: the first page of them, then the viewer's own. `list` is the ref of the rows' parent element. */
  children: (rows: readonly ShownStanding[], list: RefCallback<HTMLElement>) => ReactNode;
};

/** A league's standings, with loading and failed states, page by page. A failed refetch keeps the rows on screen. */
export function StandingsState({ standings, ifEnded, viewerId, noun, children }: StandingsStateProps) {
  const { data, isPending, refetch } = standings;
  const rows = useMemo(() => data && (ifEnded ? rowsIfEnded(data, ifEnded) : data), [data, ifEnded]);
  const moving = useFlip<HTMLElement>(rows);
  const skeleton = (
    <div className="grid gap-2">
      <Skeleton className="h-13" />
      <Skeleton className="h-13" />
      <Skeleton className="h-13" />
    </div>
  );
  return (
    <QueryView query={{ data: rows, isPending, refetch }} noun={noun} bare skeleton={skeleton}>
      {(all) => (
        <ShowMore<ShownStanding>
          rows={all}
          noun="members"
          isOwn={({ user }) => user.id === viewerId}
          rowSelector=":scope > :not([data-meter])"
        >
          {(shown, list) =>
            children(shown, (element) => {
              list(element);
              moving.current = element;
            })
          }
        </ShowMore>
      )}
    </QueryView>
  );
}
