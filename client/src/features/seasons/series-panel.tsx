import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'wouter';
import { Name } from '#client/ui/name.tsx';
import { QueryView } from '#client/ui/query-view.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import type { Series } from '#shared/api/seasons.ts';
import { counted } from '#shared/domain/count.ts';
import { showMonthDay } from '#shared/domain/eastern.ts';
import { AllTimeTable } from './all-time-table.tsx';
import { seriesQuery } from './queries.ts';

type SeriesPanelProps = { leagueId: string; viewerId: string };

/** The seasons that have ended of a league's series, with their champions, and the all-time table over them. */
export function SeriesPanel({ leagueId, viewerId }: SeriesPanelProps) {
  const series = useQuery(seriesQuery(leagueId));
  const id = useId();
  if (series.data?.reply.seasons.length === 0) return null;
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-2xl border border-edge bg-surface p-4">
      <h2 id={id} className="text-lg font-bold">
        All seasons
      </h2>
      <QueryView query={series} noun="seasons" skeleton={<Skeleton className="mt-3 h-40" />} bare>
        {({ reply, unreachable }) => (
          <>
            {unreachable > 0 && (
              <p role="status" className="mt-1 text-note text-soft">
                Some seasons may be missing: a league cannot be reached at the moment.
              </p>
            )}
            <Seasons seasons={reply.seasons} leagueId={leagueId} />
            <AllTimeTable rows={reply.table} viewerId={viewerId} />
          </>
        )}
      </QueryView>
    </section>
  );
}

function Seasons({ seasons, leagueId }: { seasons: Series['seasons']; leagueId: string }) {
  return (
    <ul className="mt-2 grid gap-2">
      {seasons.map(({ groupId, name, season, startedAt, finalizedAt, members, champions }) => (
        <li key={groupId}>
          <Link
            href={`/league/${groupId}`}
            aria-current={groupId === leagueId ? 'page' : undefined}
            className="flex min-h-11 flex-wrap items-baseline justify-between gap-x-4 rounded-xl border border-edge px-3 py-2 hover:border-faint aria-[current=page]:bg-raised"
          >
            <span className="min-w-0 wrap-anywhere">
              <span className="text-note text-soft">Season {season} </span>
              <b className="font-semibold">
                <Name>{name}</Name>
              </b>
              <span className="block text-note text-soft">
                {showMonthDay(new Date(startedAt))} to {showMonthDay(new Date(finalizedAt))} ·{' '}
                {counted(members, 'member')}
              </span>
            </span>
            <Champions champions={champions} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Champions({ champions: [first, ...others] }: Pick<Series['seasons'][number], 'champions'>) {
  if (!first) return <span className="text-note text-soft">No champion</span>;
  return (
    <span className="text-sm wrap-anywhere">
      <span className="text-gold-text">{others.length > 0 ? 'Co-champions ' : 'Champion '}</span>
      <Name>{first.name}</Name>
      {others.length > 0 && ` and ${counted(others.length, 'other')}`}
    </span>
  );
}
