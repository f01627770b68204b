import type { ReactNode } from 'react';
import { Skeleton } from './skeleton.tsx';

type Figure = readonly [name: string, value: ReactNode];

/**
 * In a list narrower than 294 px at the usual text size, as in a card on a screen below 360 px, the value is at the
 * right of its name, and below it where both do not fit.
 */
const row =
  '@max-[18.375rem]:flex @max-[18.375rem]:basis-full @max-[18.375rem]:flex-wrap @max-[18.375rem]:items-center @max-[18.375rem]:justify-between @max-[18.375rem]:gap-x-3';
const value = 'whitespace-nowrap @max-[18.375rem]:wrap-anywhere @max-[18.375rem]:whitespace-normal';

/**
 * Three figures side by side at the foot of a card. A figure that is too wide wraps to its own row instead of being
 * cut.
 */
export function Figures({ figures, size }: { figures: readonly [Figure, Figure, Figure]; size: 'large' | 'small' }) {
  return (
    <dl className="@container mt-4 flex flex-wrap gap-x-2 gap-y-1.5 border-t border-edge pt-3">
      {figures.map(([name, shown]) => (
        <div key={name} className={`max-w-full flex-[1_0_30%] text-center first:text-left last:text-right ${row}`}>
          <dt className="text-note text-soft">{name}</dt>
          <dd className={`${value} ${size === 'large' ? 'text-lg font-bold tabular-nums' : 'font-semibold'}`}>
            {shown}
          </dd>
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
  const isLoading = figures.some(([, shown]) => shown === null);
  return (
    <dl aria-busy={isLoading} className="@container flex flex-wrap gap-3">
      {figures.map(([name, shown]) => (
        <div
          key={name}
          className={`max-w-full flex-[1_0_calc(50%-0.375rem)] rounded-2xl border border-edge bg-surface px-4 py-3.5 ${across === 4 ? 'lg:basis-[calc(25%-0.5625rem)]' : ''} ${row}`}
        >
          <dt className="text-note text-soft">{name}</dt>
          <dd className={`text-xl leading-normal font-bold tabular-nums sm:text-2xl sm:leading-normal ${value}`}>
            {shown ?? <Skeleton className="h-8 w-24" />}
          </dd>
        </div>
      ))}
    </dl>
  );
}
