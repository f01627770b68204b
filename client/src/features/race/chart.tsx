import { line as pathOf } from 'd3-shape';
import { type KeyboardEvent, type PointerEvent, useMemo, useRef } from 'react';
import { AmountGrid } from '#client/tickets/amount-grid.tsx';
import { Name } from '#client/ui/name.tsx';
import { useChartSize } from '#client/ui/use-chart-size.ts';
import { type Cents, showWhole } from '#shared/domain/money.ts';
import { balanceAt, type Course, type CourseLine, type Front, type Stop, voiceOf } from './course.ts';
import { type Layout, layoutOf } from './layout.ts';
import { WeekMark } from './marks.tsx';
import { strokes } from './strokes.ts';

type ChartProps = {
  course: Course;
  front: Front;
  /** The index of the stop at which the cursor stands. */
  cursor: number;
  onCursor: (index: number) => void;
  /** Called with the quiet line below the pointer, or null. */
  onPoint: (line: CourseLine | null) => void;
  /** The readout in words. */
  sentence: string;
  /** The id of the words that say how to move the cursor. */
  hintId: string;
};

/**
 * Every balance over time. Pointer and arrow keys move one cursor from week to week; screen readers know the chart as a
 * slider whose value is the readout.
 *
 * Lines are straight from step to step. A stair is truer, but all members' balances change in the hours of the same
 * games: the rises of stairs lie over each other there, and nobody can follow a line through them.
 */
export function Chart({ course, front, cursor, onCursor, onPoint, sentence, hintId }: ChartProps) {
  const [box, probe] = [useRef<HTMLDivElement>(null), useRef<HTMLSpanElement>(null)];
  /** The place where a finger touched the chart, until it is known to slide; null without one. */
  const touchedAt = useRef<{ x: number; y: number } | null>(null);
  const size = useChartSize(box, probe);
  const layout = useMemo(() => size && layoutOf(course, front, size), [course, front, size]);
  const last = course.stops.length - 1;
  const stop = course.stops[cursor];

  function moveByKey(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return; // Alt and an arrow is Back
    const to = indexAfter(event.key, cursor, last);
    if (to === null) return;
    event.preventDefault();
    onPoint(null);
    onCursor(to);
  }

  /** A finger moves the cursor by a tap or along the weeks: down the chart it scrolls the page. */
  function beginPointer(event: PointerEvent<HTMLElement>): void {
    if (event.pointerType === 'touch') touchedAt.current = { x: event.clientX, y: event.clientY };
    else moveByPointer(event);
  }

  function followPointer(event: PointerEvent<HTMLElement>): void {
    const from = touchedAt.current;
    if (from && !isAlongWeeks(event.clientX - from.x, event.clientY - from.y)) return;
    touchedAt.current = null;
    moveByPointer(event);
  }

  function endPointer(event: PointerEvent<HTMLElement>): void {
    if (touchedAt.current) moveByPointer(event);
    touchedAt.current = null;
  }

  function moveByPointer(event: PointerEvent<HTMLElement>): void {
    if (!layout || !size) return;
    const { left, top } = event.currentTarget.getBoundingClientRect();
    const index = nearestStop(course.stops, layout, event.clientX - left);
    onCursor(index);
    const at = course.stops[index];
    if (at) onPoint(nearestLine(course, front, at, layout, event.clientY - top, size.rem));
  }

  return (
    <div ref={box} className="relative">
      <span ref={probe} aria-hidden="true" className="invisible absolute h-0 w-[1rem]" />
      <div
        role="slider"
        tabIndex={0}
        aria-label="Week of the race"
        aria-orientation="horizontal"
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={cursor}
        aria-valuetext={sentence}
        aria-describedby={hintId}
        onKeyDown={moveByKey}
        onPointerDown={beginPointer}
        onPointerMove={followPointer}
        onPointerUp={endPointer}
        onPointerCancel={() => {
          touchedAt.current = null; // the browser scrolls from now on
        }}
        onPointerLeave={({ pointerType }) => pointerType === 'mouse' && onPoint(null)}
        className="relative touch-pan-y rounded-lg select-none"
        style={{ height: layout?.height ?? 300 }}
      >
        {layout && stop && (
          <>
            <svg aria-hidden="true" className="absolute inset-0 size-full">
              <AmountGrid {...layout} />
              <Weeks course={course} layout={layout} chosen={stop} />
              <Lines course={course} front={front} layout={layout} stop={stop} />
              {layout.labels.map(({ line, from, y }) => (
                <path
                  key={line.userId}
                  d={`M${from.x + 5} ${from.y}L${from.x + 12} ${y}`}
                  className="stroke-quiet-line"
                />
              ))}
            </svg>
            {layout.labels.map((label) => (
              <EndLabel key={label.line.userId} {...label} front={front} />
            ))}
          </>
        )}
      </div>
    </div>
  );
}

/** Chosen: in pixels. A tap moves less, and browsers begin to scroll after about as much. */
const leastSlide = 8;

function isAlongWeeks(x: number, y: number): boolean {
  return Math.abs(x) >= leastSlide && Math.abs(x) > Math.abs(y);
}

function indexAfter(key: string, from: number, last: number): number | null {
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return Math.max(0, from - 1);
    case 'ArrowRight':
    case 'ArrowUp':
      return Math.min(last, from + 1);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return null;
  }
}

function nearestStop(stops: readonly Stop[], { x }: Layout, at: number): number {
  const distances = stops.map((stop) => Math.abs(x(stop.at) - at));
  return distances.indexOf(Math.min(...distances));
}

/** The quiet line at a height, within a finger's width; null if there is none, or one in front is nearer. */
function nearestLine(course: Course, front: Front, stop: Stop, { y }: Layout, at: number, rem: number) {
  let nearest: CourseLine | null = null;
  let least = 1.5 * rem;
  for (const line of course.lines) {
    const balance = balanceAt(line, stop);
    const distance = balance === null ? least : Math.abs(y(balance) - at);
    if (distance < least) [nearest, least] = [line, distance];
  }
  return nearest && (nearest === front.own || nearest === front.leader) ? null : nearest;
}

/** A tick for each week, and below it, where there is room, who won it and its number. */
function Weeks({ course, layout, chosen }: { course: Course; layout: Layout; chosen: Stop }) {
  const { x, bottom, top } = layout;
  return (
    <>
      {course.stops.map((stop) => (
        <path key={stop.key} d={`M${x(stop.at)} ${bottom + 2}v5`} className="stroke-faint" />
      ))}
      {layout.numbered(chosen).map((stop) => (
        <g key={stop.key}>
          <g transform={`translate(${x(stop.at) - 6} ${bottom + 9})`}>
            <WeekMark isWon={stop.week !== null && stop.week.winners.length > 0} />
          </g>
          <text
            x={x(stop.at)}
            y={bottom + 23}
            dy="0.9em"
            textAnchor="middle"
            className={`tabular-nums ${stop === chosen ? 'fill-ink text-note font-bold' : 'fill-faint text-xs'}`}
          >
            {stop.week?.number}
          </text>
        </g>
      ))}
      <path d={`M${x(chosen.at)} ${top - 4}V${bottom + 2}`} className="stroke-ink" strokeWidth="1.25" />
    </>
  );
}

const path = pathOf<{ x: number; y: number }>(
  ({ x }) => x,
  ({ y }) => y,
);

type LinesProps = { course: Course; front: Front; layout: Layout; stop: Stop };

/** The quiet lines, above them those in front, each with a gap around it; and where the cursor crosses them. */
function Lines({ course, front, layout, stop }: LinesProps) {
  const quiet = course.lines.filter((line) => voiceOf(front, line) === null);
  const { x, y, corners } = layout;
  const dots = (balance: Cents | null) => (balance === null ? null : { cx: x(stop.at), cy: y(balance) });
  const pathFor = (line: CourseLine) => path(corners.get(line) ?? []) ?? '';
  return (
    <g fill="none" strokeLinejoin="round" strokeLinecap="round">
      {quiet.map((line) => (
        <path key={line.userId} d={pathFor(line)} className="stroke-quiet-line" strokeWidth="1.25" />
      ))}
      {quiet.map((line) => {
        const dot = dots(balanceAt(line, stop));
        return (
          dot && <circle key={line.userId} {...dot} r="3" className="fill-quiet-line stroke-surface" strokeWidth="2" />
        );
      })}
      {(['third', 'leader', 'own'] as const).map((voice) => {
        const line = front[voice];
        if (!line) return null;
        const { className, width, dashes } = strokes[voice];
        const dot = dots(balanceAt(line, stop));
        const end = corners.get(line)?.at(-1);
        const fill = voice === 'own' ? 'fill-gold-text' : 'fill-ink';
        return (
          <g key={voice}>
            <path d={pathFor(line)} className="stroke-surface" strokeWidth={width + 3.75} />
            <path
              d={pathFor(line)}
              className={className}
              strokeWidth={width}
              strokeDasharray={dashes}
              strokeLinecap={dashes ? 'butt' : 'round'}
            />
            {end && <circle cx={end.x} cy={end.y} r="4" className={fill} />}
            {dot && <circle {...dot} r="5" className={`${fill} stroke-surface`} strokeWidth="2" />}
          </g>
        );
      })}
    </g>
  );
}

function EndLabel({ line, balance, from, y, front }: Layout['labels'][number] & { front: Front }) {
  const voice = voiceOf(front, line);
  const tone = voice === null ? 'text-soft' : `font-bold ${voice === 'own' ? 'text-gold-text' : 'text-ink'}`;
  return (
    <span
      className={`absolute right-0 flex -translate-y-1/2 gap-1 text-note leading-5 whitespace-nowrap ${tone}`}
      style={{ left: from.x + 15, top: y }}
    >
      <span className="min-w-0 truncate">{voice === 'own' ? 'You' : <Name>{line.name}</Name>}</span>
      {balance !== null && <span className="tabular-nums">{showWhole(balance)}</span>}
    </span>
  );
}
