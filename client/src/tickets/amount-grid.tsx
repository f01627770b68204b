/** A line of a chart's grid; `isStart` is the amount at which everybody starts. */
export type GridAmount = { y: number; words: string; isStart: boolean };

type AmountGridProps = {
  left: number;
  right: number;
  amounts: readonly GridAmount[];
  /** Whether the amounts stand inside of the plot, as on a very narrow screen. */
  amountsAreInside: boolean;
};

/** The horizontal lines of a chart, with their amounts. Places are in pixels. */
export function AmountGrid({ left, right, amounts, amountsAreInside }: AmountGridProps) {
  return amounts.map(({ y, words, isStart }) => (
    <g key={y}>
      <path
        d={`M${left} ${y}H${right}`}
        className={isStart ? 'stroke-faint' : 'stroke-edge'}
        strokeDasharray={isStart ? '4 4' : undefined}
      />
      <text
        x={amountsAreInside ? left : left - 8}
        y={y}
        dy={amountsAreInside ? '-0.3em' : '0.35em'}
        textAnchor={amountsAreInside ? 'start' : 'end'}
        className="fill-faint text-xs tabular-nums"
      >
        {words}
      </text>
    </g>
  ));
}
