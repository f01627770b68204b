import { area as areaOf, line as lineOf } from 'd3-shape';
import { useMemo, useRef } from 'react';
import { AmountGrid } from '#client/tickets/amount-grid.tsx';
import { useChartSize } from '#client/ui/use-chart-size.ts';
import { showGain } from '#shared/domain/money.ts';
import { layoutOf, type NetLayout } from './net-layout.ts';
import type { NetPoint } from './net-points.ts';

/** The line of net over time. `sentence` says it in words; the table beside it has its weeks. */
export function NetChart({ points, sentence }: { points: readonly NetPoint[]; sentence: string }) {
  const [box, probe] = [useRef<HTMLDivElement>(null), useRef<HTMLSpanElement>(null)];
  const size = useChartSize(box, probe);
  const layout = useMemo(() => size && layoutOf(points, size), [points, size]);
  const last = points.at(-1);
  return (
    <div ref={box} className="relative">
      <span ref={probe} aria-hidden="true" className="invisible absolute h-0 w-[1rem]" />
      <svg role="img" aria-label={sentence} className="block w-full" style={{ height: layout?.height ?? 260 }}>
        {layout && last && (
          <>
            <Line layout={layout} />
            <End layout={layout} words={showGain(last.net)} />
            {layout.days.map(({ x, words, anchor }) => (
              <text
                key={x}
                x={x}
                y={layout.bottom}
                dy="1.6em"
                textAnchor={anchor}
                className="fill-faint text-xs tabular-nums"
              >
                {words}
              </text>
            ))}
          </>
        )}
      </svg>
    </div>
  );
}

type Corner = NetLayout['corners'][number];
const xOf = ({ x }: Corner) => x;
const yOf = ({ y }: Corner) => y;
const linePath = lineOf<Corner>(xOf, yOf);

/** The line, and what lies between it and net 0. */
function Line({ layout }: { layout: NetLayout }) {
  const corners = [...layout.corners];
  return (
    <>
      <path d={areaOf<Corner>(xOf, layout.zero, yOf)(corners) ?? ''} className="fill-raised" />
      <AmountGrid {...layout} />
      <path
        d={linePath(corners) ?? ''}
        fill="none"
        className="stroke-ink"
        strokeWidth="2.25"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </>
  );
}

/** The end of the line with its net. */
function End({ layout: { corners, endY }, words }: { layout: NetLayout; words: string }) {
  const end = corners.at(-1);
  if (!end) return null;
  return (
    <>
      <circle cx={end.x} cy={end.y} r="5" className="fill-ink stroke-surface" strokeWidth="2" />
      <text
        x={end.x + 5}
        y={endY}
        dy="0.35em"
        textAnchor="end"
        className="fill-ink stroke-surface text-note font-bold tabular-nums"
        strokeWidth="4"
        paintOrder="stroke"
      >
        {words}
      </text>
    </>
  );
}
