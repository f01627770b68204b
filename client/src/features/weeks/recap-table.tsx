import { Badge } from '#client/ui/badge.tsx';
import { Name } from '#client/ui/name.tsx';
import { RankChange } from '#client/ui/rank-change.tsx';
import { ShowMore } from '#client/ui/show-more.tsx';
import type { Recap } from '#shared/api/weeks.ts';
import { showCount } from '#shared/domain/count.ts';
import { recordWords } from '#shared/words/recap-words.ts';
import { Net } from './net.tsx';

type Row = Recap['rows'][number];

/**
 * The table of a week, best net first: rank and its change, record, and the net with a bar. The viewer's own row stands
 * last while it is further down.
 */
export function RecapTable({ rows, viewerId }: { rows: readonly Row[]; viewerId: string }) {
  const widest = rows.reduce((most, { net }) => Math.max(most, Math.abs(net)), 0);
  return (
    <div className="min-w-0">
      <ShowMore rows={rows} noun="members" isOwn={({ userId }) => userId === viewerId}>
        {(shown, list) => (
          <table className="w-full border-collapse">
            <caption className="sr-only">Nets and ranks of the week</caption>
            <thead>
              <tr className="text-left text-xs text-soft [&>th]:h-8 [&>th]:font-semibold">
                <th scope="col" className={columnFrom18}>
                  Rank
                </th>
                <th scope="col">Member</th>
                <th scope="col" className="px-2 max-[22.5rem]:hidden">
                  W-L
                </th>
                <td className="max-sm:hidden" />
                <th scope="col" className={`text-right ${columnFrom18}`}>
                  Net
                </th>
              </tr>
            </thead>
            <tbody ref={list}>
              {shown.map((row) => (
                <TableRow key={row.userId} row={row} isViewer={row.userId === viewerId} widest={widest} />
              ))}
            </tbody>
          </table>
        )}
      </ShowMore>
    </div>
  );
}

function TableRow({ row, isViewer, widest }: { row: Row; isViewer: boolean; widest: number }) {
  const { name, net, rank, rankBefore } = row;
  return (
    <tr
      aria-current={isViewer ? 'true' : undefined}
      className="aria-[current=true]:bg-gold-soft [&>*]:h-9 [&>*:first-child]:rounded-l-lg [&>*:first-child]:pl-1.5 [&>*:last-child]:rounded-r-lg [&>*:last-child]:pr-1.5"
    >
      <td className={`w-px pr-3 whitespace-nowrap tabular-nums ${columnFrom18}`}>
        {rank === null ? (
          <span className="text-note text-soft">left</span>
        ) : (
          <span className="inline-flex items-center gap-2">
            <b className="min-w-5 font-semibold">{showCount(rank)}</b>
            <RankChange before={rankBefore} after={rank} />
          </span>
        )}
      </td>
      <th scope="row" className="w-full max-w-0 text-left font-semibold">
        <span className="flex items-center gap-2">
          <span className="min-w-0 truncate">
            <Name>{name}</Name>
          </span>
          {isViewer && <Badge tone="gold">YOU</Badge>}
        </span>
        <span className="hidden pb-1 text-note text-soft tabular-nums max-[18rem]:block">
          {rank === null ? 'left' : `#${showCount(rank)}`} <Net amount={net} className="whitespace-normal!" />
        </span>
      </th>
      <td className="px-2 text-note whitespace-nowrap text-soft tabular-nums max-[22.5rem]:hidden">
        {recordWords(row)}
      </td>
      <td className="max-sm:hidden">
        <NetBar net={net} widest={widest} />
      </td>
      <td className={`pl-2 text-right font-semibold ${columnFrom18}`}>
        <Net amount={net} />
      </td>
    </tr>
  );
}

/** Rank and net stand below the name where the screen is narrower than that: a small phone with large text. */
const columnFrom18 = 'max-[18rem]:hidden';

/** A bar as long as the net is large beside the others: filled for a gain, hollow for a loss. */
function NetBar({ net, widest }: { net: number; widest: number }) {
  return (
    <span aria-hidden="true" className="block w-16">
      {net !== 0 && (
        <span
          className={`block h-1.5 min-w-1.5 rounded-full ${net > 0 ? 'bg-won' : 'border border-lost'}`}
          style={{ width: `${Math.max(8, Math.round((100 * Math.abs(net)) / widest))}%` }}
        />
      )}
    </span>
  );
}
