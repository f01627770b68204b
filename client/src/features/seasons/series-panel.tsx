import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'wouter';
import { Badge } from '#client/ui/badge.tsx';
import { Name } from '#client/ui/name.tsx';
import { QueryView } from '#client/ui/query-view.tsx';
import { ShowMore } from '#client/ui/show-more.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import type { Series } from '#shared/api/seasons.ts';
import { counted, showCount } from '#shared/domain/count.ts';
import { showMonthDay } from '#shared/domain/eastern.ts';
import { showGain } from '#shared/domain/money.ts';
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
            <AllTime rows={reply.table} viewerId={viewerId} />
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

function AllTime({ rows, viewerId }: { rows: Series['table']; viewerId: string }) {
  return (
    <>
      <h3 className="mt-4 text-sm font-semibold text-soft">All-time table</h3>
      <ShowMore rows={rows} noun="members" isOwn={({ userId }) => userId === viewerId}>
        {(shown, list) => (
          <table className="w-full border-collapse tabular-nums">
            <caption className="sr-only">Titles, weeks won and net over the seasons that you were in</caption>
            <thead>
              <tr className="text-right text-xs text-soft [&>th]:h-8 [&>th]:font-semibold">
                <th scope="col" className="text-left">
                  Member
                </th>
                <th scope="col" className="pl-3 max-[18rem]:hidden">
                  Titles
                </th>
                <th scope="col" className="pl-3 max-[22.5rem]:hidden">
                  Weeks won
                </th>
                <th scope="col" className="pl-3 max-[18rem]:hidden">
                  Net
                </th>
              </tr>
            </thead>
            <tbody ref={list}>
              {shown.map((row) => (
                <Row key={row.userId} row={row} isViewer={row.userId === viewerId} />
              ))}
            </tbody>
          </table>
        )}
      </ShowMore>
    </>
  );
}

function Row({ row, isViewer }: { row: Series['table'][number]; isViewer: boolean }) {
  const { name, titles, weeksWon, net, seasons, best, worst } = row;
  const ranks = best === worst ? `always #${showCount(best)}` : `#${showCount(best)} to #${showCount(worst)}`;
  return (
    <tr
      aria-current={isViewer ? 'true' : undefined}
      className="text-right aria-[current=true]:bg-gold-soft [&>*]:py-1.5 [&>*:first-child]:rounded-l-lg [&>*:first-child]:pl-1.5 [&>*:last-child]:rounded-r-lg [&>*:last-child]:pr-1.5"
    >
      <th scope="row" className="w-full max-w-0 text-left font-semibold">
        <span className="flex flex-wrap items-center gap-x-2">
          <span className="min-w-0 truncate">
            <Name>{name}</Name>
          </span>
          {isViewer && <Badge tone="gold">YOU</Badge>}
        </span>
        <span className="block text-note font-normal text-soft">
          {counted(seasons, 'season')} · {seasons === 1 ? `#${showCount(best)}` : ranks}
        </span>
        <span className="hidden text-note font-normal text-soft max-[18rem]:block">
          {counted(titles, 'title')} · {showGain(net)}
        </span>
      </th>
      <td className="pl-3 max-[18rem]:hidden">{showCount(titles)}</td>
      <td className="pl-3 max-[22.5rem]:hidden">{showCount(weeksWon)}</td>
      <td className="pl-3 font-semibold whitespace-nowrap max-[18rem]:hidden">{showGain(net)}</td>
    </tr>
  );
}
