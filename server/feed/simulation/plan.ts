import { addDays, type EasternDay } from '#shared/domain/eastern.ts';

/** The start of a game of a round: days after the day of the round, and the Eastern time. */
type Slot = readonly [days: number, time: string];
export type Plan = {
  /** The day of a round, in the season that begins in `year`. */
  dayOf(year: number, round: number): EasternDay;
  /** The slots of a round, in the order of its games. Games without a slot are not played. */
  slots(round: number): readonly Slot[];
  /** Years from the year in which a season begins to the year that it is named by. */
  namedLater: 0 | 1;
};

/** The slots of a round, from how many of its games start at each time. */
export const times = (slots: readonly (readonly [days: number, time: string, games: number])[]): Slot[] =>
  slots.flatMap(([days, time, games]) => Array.from({ length: games }, (): Slot => [days, time]));

/** The games of a round of basketball or hockey, spread over two evenings. */
export const twoEvenings = (games: number): Slot[] => {
  const starts = ['19:00', '19:30', '19:00', '20:00', '19:30', '20:30', '21:00', '22:00'];
  return Array.from({ length: games }, (_, i) => [Math.floor(i / 2) % 2, starts[Math.floor(i / 2)] ?? '22:30']);
};

/** The `nth` such weekday of a month; 0 is Sunday. If the month has fewer, the day is in the next month. */
export function nthDay(year: number, month: number, weekday: number, nth: number): EasternDay {
  const first = `${year}-${String(month).padStart(2, '0')}-01`;
  const ahead = (weekday - new Date(`${first}T00:00:00Z`).getUTCDay() + 7) % 7;
  return addDays(first, ahead + 7 * (nth - 1));
}
