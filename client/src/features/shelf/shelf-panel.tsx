import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { QueryView } from '#client/ui/query-view.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { AwardHistory, Awards } from './awards.tsx';
import { shelfQuery } from './queries.ts';
import { SeasonLines } from './season-lines.tsx';

type ShelfPanelProps = {
  userId: string;
  /** The league whose series counts; null for all leagues that the viewer may see. */
  leagueId: string | null;
  /** The running league that has a line among the seasons; null for none. */
  running?: string | null;
  /** Renders the rank in it. */
  renderRunning?: (leagueId: string) => ReactNode;
  /** Follows the seasons. */
  children?: ReactNode;
};

/** A member's awards and seasons, as they were frozen. Source: docs/screens.md#shelf. */
export function ShelfPanel({
  userId,
  leagueId,
  running = null,
  renderRunning = () => null,
  children,
}: ShelfPanelProps) {
  const shelf = useQuery(shelfQuery(userId, leagueId));
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-2xl border border-edge bg-surface p-4">
      <h2 id={id} className="text-lg font-bold">
        Shelf
      </h2>
      <QueryView query={shelf} noun="the shelf" skeleton={<Skeleton className="mt-3 h-64" />} bare>
        {({ reply }) => {
          const lines = reply.seasons.filter(({ final, groupId }) => final || groupId === running);
          return (
            <>
              <Awards shelf={reply} />
              <AwardHistory shelf={reply} />
              {lines.length > 0 ? (
                <SeasonLines seasons={lines} renderRunning={renderRunning} />
              ) : (
                <p className="mt-3 border-t border-edge pt-3 text-note text-soft">
                  Each league that has ended gets a line here, with its final table as it was.
                </p>
              )}
            </>
          );
        }}
      </QueryView>
      {children}
    </section>
  );
}
