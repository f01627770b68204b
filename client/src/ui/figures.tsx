import type { ReactNode } from 'react';
import { Skeleton } from './skeleton.tsx';

type Figure = readonly [name: string, value: ReactNode];

/** On screens up to 360 px the value is at the right of its name. */
const row =
  'max-[22.5rem]:flex max-[22.5rem]:min-w-0 max-[22.5rem]:flex-wrap max-[22.5rem]:items-center max-[22.5rem]:justify-between max-[22.5rem]:gap-x-3';

/**
 * Three figures side by side at the foot of a card. A figure that is too wide wraps to its own row instead of being
 * cut.
 */
export function Figures({ figures, size }: { figures: readonly [Figure, Figure, Figure]; size: 'large' | 'small' }) {
  return (
    <dl className="mt-4 flex flex-wrap gap-x-2 gap-y-1.5 border-t border-edge pt-3">
      {figures.map(([name, value]) => (
        <div
          key={name}
          className={`min-w-max flex-[1_0_30%] text-center first:text-left last:text-right max-[22.5rem]:basis-full ${row}`}
        >
          <dt className="text-[13px] text-soft">{name}</dt>
          <dd className={size === 'large' ? 'text-lg font-bold tabular-nums' : 'font-semibold'}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

type FigureCardsProps = {
  /** A value of null is loading. */
  figures: readonly Figure[];
  /** The number of cards per row from 1024 px on; below it is two. */
  across: 2 | 4;
};

/** One card per figure. A figure wider than half the width takes a whole row instead of being cut. */
export function FigureCards({ figures, across }: FigureCardsProps) {
  const isLoading = figures.some(([, value]) => value === null);
  return (
    <dl aria-busy={isLoading} className="flex flex-wrap gap-3">
      {figures.map(([name, value]) => (
        <div
          key={name}
          className={`min-w-max flex-[1_0_calc(50%-0.375rem)] rounded-2xl border border-edge bg-surface px-4 py-3.5 max-[22.5rem]:basis-full ${row} ${across === 4 ? 'lg:basis-[calc(25%-0.5625rem)]' : ''}`}
        >
          <dt className="text-[13px] text-soft">{name}</dt>
          <dd className="text-xl leading-8 font-bold whitespace-nowrap tabular-nums sm:text-2xl sm:leading-8">
            {value ?? <Skeleton className="h-8 w-24" />}
          </dd>
        </div>
      ))}
    </dl>
  );
}
