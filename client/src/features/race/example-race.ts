import type { Race, RaceLine } from '#shared/api/race.ts';
import { fromWhole } from '#shared/domain/money.ts';
import type { RaceWeeks } from './course.ts';

/** For tests: the end of a league's week, or the moment this many days after it. */
export function endOfWeek(number: number, days = 0): string {
  return new Date(Date.UTC(2026, 8, 8 + 7 * number + days, 10)).toISOString();
}

/** For tests: a line with these balances, in whole Ching, one a week from the start on, each two days before its end. */
export function aLine(name: string, rank: number, balances: readonly number[]): RaceLine {
  const amounts = balances.map(fromWhole);
  return {
    userId: `id of ${name}`,
    name,
    rank,
    points: amounts.map((balance, at) => ({ at: at === 0 ? endOfWeek(0) : endOfWeek(at, -2), balance })),
    highest: amounts.reduce((one, other) => (one > other ? one : other)),
    lowest: amounts.reduce((one, other) => (one < other ? one : other)),
  };
}

export function aRace(...lines: RaceLine[]): Race {
  return { lines, members: lines.length };
}

/** For tests: weeks with these winners, the first one first; the house won those without. The next one is running. */
export function weeksWonBy(...winners: readonly (string | null)[]): RaceWeeks {
  const bounds = (number: number) => ({ number, startsAt: endOfWeek(number - 1), endsAt: endOfWeek(number), bets: 1 });
  const frozen = winners.map((name, at) => ({
    ...bounds(at + 1),
    winners: name === null ? [] : [{ userId: `id of ${name}`, name }],
    net: fromWhole(name === null ? -50 : 108),
  }));
  const next = { ...bounds(winners.length + 1), isLast: false, leaders: [], leadersNet: null };
  return { frozen: frozen.reverse(), running: next };
}
