import { Badge } from '#client/ui/badge.tsx';
import { Name } from '#client/ui/name.tsx';
import type { RaceLine } from '#shared/api/race.ts';
import { showCount } from '#shared/domain/count.ts';
import { showWhole } from '#shared/domain/money.ts';

type Row = Pick<RaceLine, 'userId' | 'name' | 'rank' | 'highest' | 'lowest'> & {
  points: readonly { balance: RaceLine['highest'] }[];
};

/** The race as a table: present rank and balance of each member, and the highest and the lowest one so far. */
export function RaceTable({ lines, viewerId }: { lines: readonly Row[]; viewerId: string }) {
  return (
    <section aria-labelledby="race-figures" className="rounded-2xl border border-edge bg-surface p-4 sm:px-6">
      <h2 id="race-figures" className="mb-2 text-lg font-bold">
        In figures
      </h2>
      <table className="w-full border-collapse">
        <caption className="sr-only">The race in figures</caption>
        <thead>
          <tr className="text-left text-xs text-soft [&>th]:h-8 [&>th]:font-semibold">
            <th scope="col" className={`pr-3 pl-1.5 ${columnFrom18}`}>
              Rank
            </th>
            <th scope="col">Member</th>
            <th scope="col" className={`pr-1.5 pl-2 text-right sm:pr-0 ${columnFrom18}`}>
              Balance
            </th>
            <th scope="col" className={`pl-6 text-right ${columnFrom40}`}>
              Highest
            </th>
            <th scope="col" className={`pr-1.5 pl-6 text-right ${columnFrom40}`}>
              Lowest
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <TableRow key={line.userId} line={line} isViewer={line.userId === viewerId} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function TableRow({ line: { name, rank, points, highest, lowest }, isViewer }: { line: Row; isViewer: boolean }) {
  const balance = showWhole(points.at(-1)?.balance ?? highest);
  return (
    <tr
      aria-current={isViewer ? 'true' : undefined}
      className="border-t border-edge aria-[current=true]:bg-gold-soft [&>*]:h-10"
    >
      <td className={`w-px pr-4 pl-1.5 font-semibold text-soft tabular-nums ${columnFrom18}`}>{showCount(rank)}</td>
      <th scope="row" className="w-full max-w-0 py-1 text-left font-semibold max-[18rem]:pl-1.5">
        <span className="flex items-center gap-2">
          <span className="min-w-0 truncate">
            <Name>{name}</Name>
          </span>
          {isViewer && <Badge tone="gold">YOU</Badge>}
        </span>
        <span className="hidden text-note text-soft tabular-nums max-[18rem]:block">
          #{showCount(rank)} · {balance}
        </span>
        <span className="block text-note font-normal text-soft tabular-nums sm:hidden">
          {showWhole(highest)} highest, {showWhole(lowest)} lowest
        </span>
      </th>
      <td className={`pr-1.5 pl-2 text-right font-semibold tabular-nums sm:pr-0 ${columnFrom18}`}>{balance}</td>
      <td className={`pl-6 text-right tabular-nums ${columnFrom40}`}>{showWhole(highest)}</td>
      <td className={`pr-1.5 pl-6 text-right tabular-nums ${columnFrom40}`}>{showWhole(lowest)}</td>
    </tr>
  );
}

/** Rank and balance stand below the name where the screen is narrower than that: a small phone with large text. */
const columnFrom18 = 'max-[18rem]:hidden';
/** So do the highest and the lowest balance on a phone. */
const columnFrom40 = 'max-sm:hidden';
