import type { GridAmount } from '#client/tickets/amount-grid.tsx';
import { amountsWidth, axisWords, fourAmounts, giveWay, linear, narrowBelow } from '#client/tickets/chart-scale.ts';
import type { ChartSize } from '#client/ui/use-chart-size.ts';
import { type Cents, startingBalance } from '#shared/domain/money.ts';
import { balanceAt, type Course, type CourseLine, cornersOf, type Front, type Stop, voiceOf } from './course.ts';

type Corner = { x: number; y: number };
type EndLabel = { line: CourseLine; balance: Cents | null; from: Corner; y: number };

/** The places of all parts of the chart, in pixels. */
export type Layout = {
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** The amounts of the grid. On a very narrow screen they stand inside of it. */
  amounts: readonly GridAmount[];
  amountsAreInside: boolean;
  x: (at: number) => number;
  y: (balance: Cents) => number;
  corners: ReadonlyMap<CourseLine, readonly Corner[]>;
  labels: readonly EndLabel[];
  /** The week numbers that have room. */
  numbered: (chosen: Stop) => readonly Stop[];
};

/** Chosen: from here on all lines have a name at their end, and not only those in front. In rem. */
const wideFrom = 44;
/** In rem: two labels of 13 px on top of each other. */
const labelGap = 17 / 16;

export function layoutOf(course: Course, front: Front, { width, rem }: ChartSize): Layout {
  const isWide = width >= wideFrom * rem;
  const isNarrow = width < narrowBelow * rem;
  const corners = new Map(course.lines.map((line) => [line, cornersOf(line, course.stops)]));
  const balances = [...corners.values()].flat().map(({ balance }) => balance);
  const all = [...balances, startingBalance];
  const amounts = fourAmounts(all.reduce(lower), all.reduce(higher));
  const [first, , , last] = amounts;
  const words = amounts.map((amount) => axisWords(amount, last));

  const labelled = isNarrow ? [] : course.lines.filter((line) => isWide || voiceOf(front, line) !== null);
  const top = 0.9 * rem;
  const plotHeight = Math.max(isWide ? 350 : 230, labelled.length * labelGap * rem);
  const bottom = top + plotHeight;
  const left = (isNarrow ? 0.6 : amountsWidth(words)) * rem;
  const right = width - (isNarrow ? 1 : isWide ? 11.5 : 3.75) * rem;
  const x = linear(course.stops[0]?.at ?? 0, course.stops.at(-1)?.at ?? 0, left, right);
  const y = linear(first, last, bottom, top);
  const startY = y(startingBalance);
  const grid = amounts.map((amount, at) => ({
    y: y(amount),
    words: words[at] ?? '',
    isStart: amount === startingBalance,
  }));
  const hasRoom = grid.every((line) => Math.abs(line.y - startY) >= rem);
  const start = { y: startY, words: hasRoom ? axisWords(startingBalance, startingBalance) : '', isStart: true };
  const placed = new Map(
    [...corners].map(([line, each]) => [line, each.map(({ at, balance }) => ({ x: x(at), y: y(balance) }))]),
  );
  return {
    ...{ height: bottom + 2.9 * rem, left, right, top, bottom, x, y },
    amounts: grid.some(({ isStart }) => isStart) ? grid : [...grid, start],
    amountsAreInside: isNarrow,
    corners: placed,
    labels: labelsOf(course, labelled, placed, isWide, { gap: labelGap * rem, top, bottom }),
    numbered: (chosen) => numberedStops(course, chosen, x, 1.15 * rem),
  };
}

const lower = (one: Cents, other: Cents) => (one < other ? one : other);
const higher = (one: Cents, other: Cents) => (one > other ? one : other);

type Room = { gap: number; top: number; bottom: number };

function labelsOf(
  { stops }: Course,
  lines: readonly CourseLine[],
  corners: Layout['corners'],
  isWide: boolean,
  { gap, top, bottom }: Room,
): EndLabel[] {
  const last = stops.at(-1);
  const ends = lines
    .flatMap((line) => {
      const from = corners.get(line)?.at(-1);
      return from && last ? [{ line, from, balance: isWide ? balanceAt(line, last) : null }] : [];
    })
    .sort((a, b) => a.from.y - b.from.y);
  const heights = giveWay(
    ends.map(({ from }) => from.y),
    gap,
    top,
    bottom,
  );
  return ends.map((end, at) => ({ ...end, y: heights[at] ?? end.from.y }));
}

/** The ends of weeks whose numbers are `gap` apart. The chosen one is among them, in place of those around it. */
function numberedStops({ stops }: Course, chosen: Stop, x: Layout['x'], gap: number): Stop[] {
  const numbered: Stop[] = [];
  for (const stop of stops.filter(({ week }) => week !== null).reverse()) {
    const before = numbered.at(-1);
    const isClear = !before || x(before.at) - x(stop.at) >= gap;
    const isBeside = chosen.week !== null && stop !== chosen && Math.abs(x(chosen.at) - x(stop.at)) < gap;
    if (stop === chosen || (isClear && !isBeside)) numbered.push(stop);
  }
  return numbered;
}
