import { type Cents, cents, fromWhole, showWhole } from '#shared/domain/money.ts';

/** Chosen: closer amounts than 10 Ching would make a fall of one Ching steep. */
const leastStep = 1_000;
const nice = [1, 2, 2.5, 3, 4, 5];

/** Four round amounts that are equally far apart, and include both given ones between the first and the last. */
export function fourAmounts(lowest: Cents, highest: Cents): readonly [Cents, Cents, Cents, Cents] {
  const step = stepFor(lowest, highest);
  let first = Math.floor(lowest / step);
  let last = Math.ceil(highest / step);
  while (last - first < 3) {
    const goesBelow = (last - first) % 2 === 1 && first !== 0;
    if (goesBelow) first -= 1;
    else last += 1;
  }
  const amount = (at: number) => cents((first + at) * step);
  return [amount(0), amount(1), amount(2), amount(3)];
}

function stepFor(lowest: Cents, highest: Cents): number {
  for (let power = leastStep; ; power *= 10) {
    for (const factor of nice) {
      const step = power * factor;
      if (Math.floor(lowest / step) * step + 3 * step >= highest) return step;
    }
  }
}

/** An amount beside the chart, in at most six characters: '1,200', '150K', '2.5M'. */
export function axisWords(amount: Cents, largest: Cents): string {
  if (amount === 0) return '0';
  if (largest >= fromWhole(1_000_000)) return `${amount / 100_000_000}M`;
  return largest >= fromWhole(100_000) ? `${amount / 100_000}K` : showWhole(amount);
}

/** The width beside the chart that these words of amounts take, in rem. */
export function amountsWidth(words: readonly string[]): number {
  return Math.max(2.1, 0.47 * Math.max(...words.map(({ length }) => length)) + 0.75);
}

/** Chosen: a chart that is narrower needs all of its width for the plot. In rem. */
export const narrowBelow = 15;

/** A function that maps a span of values to a span of pixels. An empty span of values maps to its end. */
export function linear(from: number, to: number, start: number, end: number): (value: number) => number {
  return (value) => (to === from ? end : start + ((value - from) / (to - from)) * (end - start));
}

/**
 * Moves positions apart until neighbours have `gap` between them, within `top` and `bottom`. `wanted` is in ascending
 * order, and so is the result.
 */
export function giveWay(wanted: readonly number[], gap: number, top: number, bottom: number): number[] {
  const placed: number[] = [];
  for (const position of wanted) {
    const above = placed.at(-1);
    placed.push(Math.max(position, above === undefined ? top : above + gap));
  }
  let limit = bottom;
  return placed
    .reverse()
    .map((position) => {
      const moved = Math.min(position, limit);
      limit = moved - gap;
      return moved;
    })
    .reverse();
}
