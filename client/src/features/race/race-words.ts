import type { FrozenWeek } from '#shared/api/weeks.ts';
import { showGain, showWhole } from '#shared/domain/money.ts';
import { isolate } from '#shared/domain/naming.ts';
import { ordinal } from '#shared/domain/sports/period-names.ts';
import { balanceAt, type Course, type CourseLine, type Front, rankAt, type Stop } from './course.ts';

/** The words of the readout about one line at a stop. */
export type Reading = {
  line: CourseLine;
  /** Null for the viewer, who is called 'You'. */
  name: string | null;
  /** '2nd'; null if it is not known. */
  rank: string | null;
  /** '1,199', or that the member joined later. */
  figure: string;
};

export function readingOf(course: Course, line: CourseLine, stop: Stop, front: Front): Reading {
  const balance = balanceAt(line, stop);
  const rank = rankAt(course, line, stop);
  return {
    line,
    name: line === front.own ? null : line.name,
    rank: rank === null ? null : ordinal(rank),
    figure: balance === null ? 'joined later' : showWhole(balance),
  };
}

/** The winner whom the readout names: the viewer, as `name: null`, before all others. Null if nobody won the week. */
export function winnerOf({ week }: Stop, readings: readonly Reading[]): { name: string | null } | null {
  const own = readings.find(({ name }) => name === null)?.line.userId;
  const winners = week?.winners ?? [];
  return winners.some(({ userId }) => userId === own) ? { name: null } : (winners[0] ?? null);
}

/** The words between the named winner and the net: 'won it', 'and 2 more'. */
export function wonWords({ winners }: FrozenWeek): string {
  return winners.length > 1 ? `and ${winners.length - 1} more` : 'won it';
}

/** The whole readout in one string, for screen readers: 'After week 8. Theo won it, +108. Maya, 2nd: 1,199.' */
export function sentenceOf(stop: Stop, readings: readonly Reading[]): string {
  const winner = winnerOf(stop, readings);
  const who = (name: string | null) => (name === null ? 'You' : isolate(name));
  const won =
    stop.week && winner ? `${who(winner.name)} ${wonWords(stop.week)}, ${showGain(stop.week.net)}` : stop.unwon;
  const each = readings.map(({ name, rank, figure }) => `${who(name)}${rank === null ? '' : `, ${rank}`}: ${figure}`);
  return [stop.title, won, ...each].map((part) => `${part}.`).join(' ');
}
