import { bettingDay, startOfBettingDay } from './betting-day.ts';
import { addDays, type EasternDay } from './eastern.ts';
import { type Cents, cents } from './money.ts';

const dayMs = 86_400_000;

/** A week of a league: from `startsAt` until before `endsAt`. */
export type Week = { number: number; startsAt: Date; endsAt: Date };

/** Chosen: a week is frozen so long after its end, when the last games of Monday evening are settled. */
export const freezeAfterMs = 3_600_000;

/**
 * The week of a league that contains `at`. Weeks run from Tuesday 06:00 to Tuesday 06:00 Eastern, in daylight and in
 * standard time. Number 1 contains `beganAt`, the creation of the league. Source: docs/house-rules.md#weeks.
 */
export function weekOf(at: Date, beganAt: Date): Week {
  const days = (Date.parse(tuesdayOf(at)) - Date.parse(tuesdayOf(beganAt))) / dayMs;
  return weekNumbered(1 + days / 7, beganAt);
}

/** The week of a league with this number. */
export function weekNumbered(number: number, beganAt: Date): Week {
  const first = addDays(tuesdayOf(beganAt), 7 * (number - 1));
  return { number, startsAt: startOfBettingDay(first), endsAt: startOfBettingDay(addDays(first, 7)) };
}

/** The Tuesday on which the week of an instant began. */
function tuesdayOf(at: Date): EasternDay {
  const day = bettingDay(at);
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, -((weekday + 5) % 7)); // Tuesday is 2: no day back
}

/**
 * What decides which week of a league is running.
 *
 * finalizedAt  the time at which the league became final; null before.
 * frozenUntil  the end of its last frozen week, and `finalizedAt` once all are frozen; null before the first.
 */
export type WeeksOfLeague = {
  createdAt: Date;
  endDate: Date | null;
  finalizedAt: Date | null;
  frozenUntil: Date | null;
};

/** A running week. `isLast`: the league ends in it, so it ends with the league, and is frozen with it. */
export type RunningWeek = Week & { isLast: boolean };

/**
 * The first week that is not frozen; null if all are. All that is settled until its freezing shows in it. An end date
 * on a boundary belongs to the week before.
 */
export function runningWeek({ createdAt, endDate, finalizedAt, frozenUntil }: WeeksOfLeague): RunningWeek | null {
  if (finalizedAt && frozenUntil && frozenUntil >= finalizedAt) return null;
  const week = weekOf(frozenUntil ?? createdAt, createdAt);
  const isLast = endDate !== null && endDate <= week.endsAt;
  return { ...week, endsAt: isLast ? endDate : week.endsAt, isLast };
}

/**
 * A settlement round of a ticket. `before` is what the round before paid back, `back` what this one pays back; null
 * where the ticket is open: before the first round, and when a correction opens a parlay again.
 */
export type Round = { stake: Cents; before: Cents | null; back: Cents | null };

/**
 * The amount by which a round moves its member's balance. An open ticket counts with its stake, as in the balance, so
 * the first round of a ticket nets what comes back less the stake.
 */
export function netOf({ stake, before, back }: Round): Cents {
  return cents((back ?? stake) - (before ?? stake));
}

/** The number of the week of a league in which something was settled at `at`. Its last week has no end. */
export function numberOf(at: Date, { createdAt, endDate }: Pick<WeeksOfLeague, 'createdAt' | 'endDate'>): number {
  const { number } = weekOf(at, createdAt);
  if (endDate === null) return number;
  const last = weekOf(new Date(endDate.getTime() - 1), createdAt).number; // a boundary belongs to the week before
  return Math.min(number, Math.max(1, last));
}
