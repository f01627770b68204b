import type { GridAmount } from '#client/tickets/amount-grid.tsx';
import { amountsWidth, axisWords, fourAmounts, linear, narrowBelow } from '#client/tickets/chart-scale.ts';
import type { ChartSize } from '#client/ui/use-chart-size.ts';
import { showMonthDay } from '#shared/domain/eastern.ts';
import { type Cents, cents } from '#shared/domain/money.ts';
import type { NetPoint } from './net-points.ts';

type Corner = { x: number; y: number };
type Anchor = 'start' | 'middle' | 'end';

/** The places of all parts of the chart, in pixels. */
export type NetLayout = {
  height: number;
  left: number;
  right: number;
  bottom: number;
  amounts: readonly GridAmount[];
  amountsAreInside: boolean;
  /** The height of net 0. */
  zero: number;
  /** The middle of the words at the end of the line. */
  endY: number;
  corners: readonly Corner[];
  days: readonly { x: number; words: string; anchor: Anchor }[];
};

/** Chosen: the width that a day below the chart takes, with the space beside it. In rem. */
const dayWidth = 5.5;
const mostDays = 6;

export function layoutOf(points: readonly NetPoint[], { width, rem }: ChartSize): NetLayout {
  const nets = [...points.map(({ net }) => net), 0];
  const amounts = fourAmounts(cents(Math.min(...nets)), cents(Math.max(...nets)));
  const words = gainWords(amounts);
  const isNarrow = width < narrowBelow * rem;
  const left = (isNarrow ? 0.6 : amountsWidth(words)) * rem;
  const right = width - 0.9 * rem;
  const top = 1.75 * rem;
  const bottom = top + (width < 36 * rem ? 190 : 250);
  const [first, last] = [points[0]?.at ?? 0, points.at(-1)?.at ?? 0];
  const x = linear(first, last, left, right);
  const y = linear(amounts[0], amounts[3], bottom, top);
  const corners = points.map(({ at, net }) => ({ x: x(at), y: y(net) }));
  return {
    ...{ height: bottom + 1.9 * rem, left, right, bottom, zero: y(0) },
    amounts: amounts.map((amount, at) => ({ y: y(amount), words: words[at] ?? '', isStart: amount === 0 })),
    amountsAreInside: isNarrow,
    corners,
    endY: endWordsY(corners, bottom, rem),
    days: daysOf(first, last, x, (right - left) / rem),
  };
}

/**
 * The place of the words at the end: above it, and below it where the line comes from above; but not on the days below
 * the chart.
 */
function endWordsY(corners: readonly Corner[], bottom: number, rem: number): number {
  const [before, end] = corners.slice(-2);
  if (!before || !end) return bottom;
  const [above, below] = [end.y - 1.05 * rem, end.y + 1.15 * rem];
  return before.y < end.y && below + 0.5 * rem < bottom ? below : above;
}

/** The amounts with their signs. All have the unit of the largest one. */
function gainWords(amounts: readonly Cents[]): string[] {
  const largest = cents(Math.max(...amounts.map(Math.abs)));
  return amounts.map((amount) => `${amount > 0 ? '+' : ''}${axisWords(amount, largest)}`);
}

/** Days below the chart, equally far apart; `room` in rem. The first and the last begin and end with the line. */
function daysOf(first: number, last: number, x: (at: number) => number, room: number): NetLayout['days'] {
  const count = Math.max(2, Math.min(mostDays, Math.floor(room / dayWidth)));
  const all = Array.from({ length: count }, (_, index) => {
    const at = first + ((last - first) * index) / (count - 1);
    const anchor: Anchor = index === 0 ? 'start' : index === count - 1 ? 'end' : 'middle';
    return { x: x(at), words: showMonthDay(new Date(at)), anchor };
  });
  const isOfOneDay = all[0]?.words === all.at(-1)?.words;
  return isOfOneDay ? all.slice(-1) : all.filter(({ words }, at) => words !== all[at - 1]?.words);
}
