import { useQuery } from '@tanstack/react-query';
import { Badge } from '#client/ui/badge.tsx';
import { Name } from '#client/ui/name.tsx';
import { ShowMore } from '#client/ui/show-more.tsx';
import type { Series } from '#shared/api/seasons.ts';
import { counted, showCount } from '#shared/domain/count.ts';
import { showGain } from '#shared/domain/money.ts';
import { seriesQuery } from './queries.ts';

/** The all-time table of a league's series; nothing before one of its seasons has ended. */
export function AllTime({ leagueId, viewerId }: { leagueId: string; viewerId: string }) {
  const series = useQuery(seriesQuery(leagueId));
  const rows = series.data?.reply.table ?? [];
  return rows.length > 0 ? <AllTimeTable rows={rows} viewerId={viewerId} /> : null;
}

/** The all-time table over the seasons of a series that the viewer was in. */
export function AllTimeTable({ rows, viewerId }: { rows: Series['table']; viewerId: string }) {
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
