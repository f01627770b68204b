import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Name } from '#client/ui/name.tsx';
import { QueryView } from '#client/ui/query-view.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { showCount } from '#shared/domain/count.ts';
import { rivalryQuery } from './queries.ts';

type RivalsCardProps = {
  userId: string;
  /** The league whose series counts; null for all leagues of both. */
  leagueId: string | null;
  /** The other member's name. */
  name: string;
};

/** The viewer against another member: weeks and opposite sides. Source: docs/screens.md#rivals. */
export function RivalsCard({ userId, leagueId, name }: RivalsCardProps) {
  const rivalry = useQuery(rivalryQuery(userId, leagueId));
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-2xl border border-edge bg-surface p-4">
      <h2 id={id} className="text-lg font-bold wrap-anywhere">
        You against <Name>{name}</Name>
      </h2>
      <QueryView query={rivalry} noun="the two of you" skeleton={<Skeleton className="mt-3 h-36" />} bare>
        {({ reply: { weeks, sides } }) => (
          <>
            <p aria-hidden="true" className="mt-1 flex justify-between gap-x-4 text-note font-semibold text-soft">
              <span>You</span>
              <span className="min-w-0 truncate">
                <Name>{name}</Name>
              </span>
            </p>
            <ul>
              <Duel
                what="Weeks out-earned"
                {...weeks}
                name={name}
                outOf={(total) => `of ${total} in which both played`}
                none="No week yet in which both played"
              />
              <Duel
                what="Opposite sides, who was right"
                {...sides}
                even={0}
                name={name}
                outOf={(total) => `of ${total} on opposite sides, all seasons`}
                none="Never yet on opposite sides"
              />
            </ul>
          </>
        )}
      </QueryView>
    </section>
  );
}

type DuelProps = {
  what: string;
  own: number;
  others: number;
  even: number;
  name: string;
  outOf: (total: string) => string;
  /** The words where there is nothing to compare. */
  none: string;
};

/** Two counts: one's own filled, the other's hollow. */
function Duel({ what, own, others, even, name, outOf, none }: DuelProps) {
  const total = own + others + even;
  const words = total === 0 ? none : outOf(showCount(total));
  return (
    <li className="mt-2">
      <p className="sr-only">
        {what}: you {showCount(own)}, <Name>{name}</Name> {showCount(others)}
      </p>
      <p aria-hidden="true" className="flex items-baseline justify-between gap-x-3">
        <b className="text-lg font-bold tabular-nums">{showCount(own)}</b>
        <span className="min-w-0 text-center text-note text-soft">{what}</span>
        <b className="text-lg font-bold tabular-nums">{showCount(others)}</b>
      </p>
      <span aria-hidden="true" className="mt-1 flex h-2.5 gap-0.5">
        {total === 0 ? (
          <span className="flex-1 rounded-xs border border-edge" />
        ) : (
          <>
            <span className="min-w-0.5 rounded-xs bg-gold-text" style={{ flexGrow: own }} />
            <span style={{ flexGrow: even }} />
            <span className="min-w-0.5 rounded-xs border border-ink" style={{ flexGrow: others }} />
          </>
        )}
      </span>
      <p className="mt-1 text-center text-note text-soft">{words}</p>
    </li>
  );
}
