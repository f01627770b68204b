import { ChevronDownIcon } from '#client/ui/page-icons.tsx';
import { showMonthDay } from '#shared/domain/eastern.ts';
import { showGain } from '#shared/domain/money.ts';
import { Gain } from './gain.tsx';
import { type NetPoint, weeksOf } from './net-points.ts';

/** The chart as a table of weeks, which opens below it. */
export function NetTable({ points }: { points: readonly NetPoint[] }) {
  return (
    <details className="group mt-1">
      <summary className="flex min-h-11 w-fit cursor-pointer list-none items-center gap-1 rounded-lg text-sm font-semibold text-info [&::-webkit-details-marker]:hidden">
        Week by week
        <span className="transition-transform duration-100 group-open:rotate-180">
          <ChevronDownIcon />
        </span>
      </summary>
      <table className="mb-3 w-full border-collapse tabular-nums">
        <caption className="sr-only">Net week by week</caption>
        <thead>
          <tr className="text-right text-xs text-soft [&>th]:h-8 [&>th]:font-semibold">
            <th scope="col" className="text-left">
              Week from
            </th>
            <th scope="col" className="pl-3">
              In the week
            </th>
            <th scope="col" className="pl-3 max-[18rem]:hidden">
              Net after it
            </th>
          </tr>
        </thead>
        <tbody>
          {weeksOf(points).map(({ startsAt, moved, net }) => (
            <tr key={startsAt} className="border-t border-edge text-right [&>*]:h-9">
              <th scope="row" className="py-1.5 text-left font-semibold">
                {showMonthDay(new Date(startsAt))}
                <span className="hidden text-note font-normal text-soft max-[18rem]:block">
                  {showGain(net)} after it
                </span>
              </th>
              <td className="pl-3">
                <Gain amount={moved} />
              </td>
              <td className="pl-3 font-semibold max-[18rem]:hidden">{showGain(net)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
