import { FigureCards } from '#client/ui/figures.tsx';
import { showCount } from '#shared/domain/count.ts';
import { type Cents, showChing } from '#shared/domain/money.ts';
import type { BettingRecord } from '#shared/domain/record.ts';

/**
 * Total Bets, Win Rate, Total Wagered and Net Profit over all leagues; null while loading. Source:
 * `docs/screens.md#profile`.
 */
export function StatCards({ record }: { record: BettingRecord | null }) {
  return (
    <FigureCards
      across={4}
      figures={[
        ['Total Bets', record && showCount(record.bets)],
        ['Win Rate', record && `${(record.winRate ?? 0).toFixed(1)}%`],
        ['Total Wagered', record && showChing(record.wagered)],
        ['Net Profit', record && <Profit key="profit" net={record.net} />],
      ]}
    />
  );
}

/** The profit with its sign: colour alone must not carry information (WCAG 1.4.1). */
function Profit({ net }: { net: Cents }) {
  if (net === 0) return showChing(net);
  return (
    <span className={net > 0 ? 'text-won' : 'text-lost'}>
      {net > 0 && '+'}
      {showChing(net)}
    </span>
  );
}
