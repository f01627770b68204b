import type { ReactNode } from 'react';
import { Skeleton } from './skeleton.tsx';

type Figure = readonly [name: string, value: ReactNode];

/** On a very narrow screen, of 320 px say, a figure stands at the right of its name. */
const row =
  'max-[22.5rem]:flex max-[22.5rem]:min-w-0 max-[22.5rem]:flex-wrap max-[22.5rem]:items-center max-[22.5rem]:justify-between max-[22.5rem]:gap-x-3';

/**
 * Three figures at the foot of a card, side by side. None is ever cut: what a third has no room for takes a line of its
 * own.
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
  /** What is null is yet to come. */
  figures: readonly Figure[];
  /** How many of them stand side by side from 1024 px on; two before. */
  across: 2 | 4;
};

/** Figures in a card each. None is ever cut: what half the width has no room for takes all of it. */
export function FigureCards({ figures, across }: FigureCardsProps) {
  const isComing = figures.some(([, value]) => value === null);
  return (
    <dl aria-busy={isComing} className="flex flex-wrap gap-3">
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
