import type { FormView } from '#shared/api/form.ts';
import { counted, showCount } from '#shared/domain/count.ts';
import type { Split } from '#shared/domain/form.ts';
import { Gain } from './gain.tsx';
import { rowNames, splitNames } from './split-names.ts';

type Row = FormView['splits'][Split][number];

/** Which bets the net comes from: a table for each split, whose rows sum to the net. */
export function Splits({ splits }: { splits: FormView['splits'] }) {
  return (
    <section aria-labelledby="where-from" className="rounded-2xl border border-edge bg-surface p-4 sm:px-6">
      <h2 id="where-from" className="text-lg font-bold">
        Where it comes from
      </h2>
      <p className="mb-3 max-w-[70ch] text-note text-soft">
        The bar is the share won, its mark the share that the prices asked for. Then come the number of bets and the
        net. Favorites are at -150 or shorter, longshots at +150 or longer.
      </p>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-5 lg:grid-cols-[repeat(2,minmax(0,1fr))]">
        <SplitTable split="sport" rows={splits.sport} />
        <SplitTable split="market" rows={splits.market} />
        <SplitTable split="price" rows={splits.price} />
        <SplitTable split="day" rows={splits.day} />
      </div>
    </section>
  );
}

function SplitTable({ split, rows }: { split: Split; rows: readonly Row[] }) {
  return (
    <table className="w-full border-collapse self-start tabular-nums">
      <caption className="pb-1 text-left font-bold">{splitNames[split]}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{splitNames[split]}</th>
          <th scope="col">Share won</th>
          <th scope="col">Bets</th>
          <th scope="col">Net</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <SplitRow key={row.row} row={row} />
        ))}
      </tbody>
    </table>
  );
}

function SplitRow({ row }: { row: Row }) {
  const bets = row.won + row.lost + row.returned;
  const hasShare = row.share !== null && row.needed !== null;
  return (
    <tr className={`border-t border-edge [&>*]:h-10 ${hasShare ? '' : 'text-soft'}`}>
      <th scope="row" className="py-1.5 text-left font-normal">
        {rowNames[row.row]}
        <span className="hidden text-note text-soft max-[22.5rem]:block">
          {hasShare ? `${perCent(row.share)} of ${perCent(row.needed)} asked` : tooFew}, {counted(bets, 'bet')}
        </span>
        <span className="hidden max-[18rem]:block">
          <Gain amount={row.net} />
        </span>
      </th>
      <td className="w-px pl-3 whitespace-nowrap max-[22.5rem]:hidden">
        {row.share !== null && row.needed !== null ? (
          <Share share={row.share} needed={row.needed} />
        ) : (
          <span className="block min-w-25 text-note sm:min-w-29 italic">{tooFew}</span>
        )}
      </td>
      <td className="w-px min-w-8 pl-2 text-right text-note sm:min-w-12 text-soft max-[22.5rem]:hidden">
        {showCount(bets)}
      </td>
      <td className="w-px min-w-14 pl-2 text-right sm:min-w-18 max-[18rem]:hidden">
        <Gain amount={row.net} />
      </td>
    </tr>
  );
}

const tooFew = 'too few to tell';
const perCent = (share: number | null) => `${Math.round(share ?? 0)}%`;

/** A bar as long as the share won, with a mark at the share that the prices asked for. */
function Share({ share, needed }: { share: number; needed: number }) {
  return (
    <span className="flex items-center gap-2">
      <span aria-hidden="true" className="relative h-2 w-14 sm:w-18 rounded-full border border-edge bg-raised">
        <span className="absolute inset-y-0 left-0 rounded-full bg-soft" style={{ width: `${share}%` }} />
        <span className="absolute -inset-y-1 w-0.5 -translate-x-1/2 bg-ink" style={{ left: `${needed}%` }} />
      </span>
      <span className="min-w-9 text-right font-semibold">{perCent(share)}</span>
      <span className="sr-only">won, the prices asked for {perCent(needed)}</span>
    </span>
  );
}
