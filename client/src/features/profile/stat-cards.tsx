import type { ReactNode } from 'react';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { type Cents, showChing } from '#shared/domain/money.ts';
import type { BettingRecord } from '#shared/domain/record.ts';

/** Total Bets, Win Rate, Total Wagered and Net Profit over all leagues; `null` while they load. Source: spec §2 and §9. */
export function StatCards({ record }: { record: BettingRecord | null }) {
  return (
    <dl aria-busy={record === null} className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Stat label="Total Bets">{record?.bets.toLocaleString('en-US')}</Stat>
      <Stat label="Win Rate">{record && `${(record.winRate ?? 0).toFixed(1)}%`}</Stat>
      <Stat label="Total Wagered">{record && showChing(record.wagered)}</Stat>
      <Stat label="Net Profit">{record && <Profit net={record.net} />}</Stat>
    </dl>
  );
}

function Stat({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0 rounded-2xl border border-edge bg-surface p-4">
      <dt className="text-[13px] text-soft">{label}</dt>
      <dd className="mt-1 h-8 truncate text-xl leading-8 font-bold tabular-nums sm:text-2xl">
        {children ?? <Skeleton className="h-8 w-24" />}
      </dd>
    </div>
  );
}

/** With its sign, so that it is never colour alone. */
function Profit({ net }: { net: Cents }) {
  if (net === 0) return showChing(net);
  return (
    <span className={net > 0 ? 'text-won' : 'text-lost'}>
      {net > 0 && '+'}
      {showChing(net)}
    </span>
  );
}
