import type { FormView as Form } from '#shared/api/form.ts';
import { showMonthDay } from '#shared/domain/eastern.ts';
import { type Cents, cents, showGain } from '#shared/domain/money.ts';
import { weekOf } from '#shared/domain/week.ts';

/** A point of the line; `at` in milliseconds since 1970. */
export type NetPoint = { at: number; net: Cents };

export function pointsOf(points: Form['points']): NetPoint[] {
  return points.map(({ at, net }) => ({ at: Date.parse(at), net }));
}

/** The chart in words: 'From 0 on Oct 1 to +386 on Nov 22; at most +400, at least -20.' */
export function netSentence(points: readonly NetPoint[]): string {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return '';
  const nets = points.map(({ net }) => net);
  const [least, most] = [cents(Math.min(...nets)), cents(Math.max(...nets))];
  const from = `From ${showGain(first.net)} on ${showMonthDay(new Date(first.at))}`;
  const to = `to ${showGain(last.net)} on ${showMonthDay(new Date(last.at))}`;
  return `${from} ${to}; at most ${showGain(most)}, at least ${showGain(least)}.`;
}

/** A week in which a bet was settled: what it moved, and the net at its end. */
export type NetWeek = { startsAt: number; moved: Cents; net: Cents };

/** The weeks of the points after the first, the newest first. The server sends the last bet of each week as a point. */
export function weeksOf(points: readonly NetPoint[]): NetWeek[] {
  const weeks: (NetWeek & { endsAt: number })[] = [];
  for (const { at, net } of points.slice(1)) {
    const newest = weeks.at(-1);
    if (newest && at < newest.endsAt) {
      newest.moved = cents(newest.moved + net - newest.net);
      newest.net = net;
      continue;
    }
    const { startsAt, endsAt } = weekOf(new Date(at), new Date(at));
    const moved = cents(net - (newest?.net ?? 0));
    weeks.push({ startsAt: startsAt.getTime(), endsAt: endsAt.getTime(), moved, net });
  }
  return weeks.reverse().map(({ startsAt, moved, net }) => ({ startsAt, moved, net }));
}
