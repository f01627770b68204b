import { easternDay } from './eastern.ts';
import { speedOf } from './game-speed.ts';
import { type Sport, sportRules } from './sport.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** The hours after a game's first result in which corrections are accepted. Source: docs/house-rules.md#corrections. */
export const correctionHours = 72;
/**
 * The hours after a game's time limit for which its bets stay open when its feed no longer lists the game.
 * Source: docs/house-rules.md#postponed-and-not-played.
 */
export const absentHours = 72;
/**
 * The number of consecutive polls that must agree on a correction, and the least time between the first and the last.
 * Source: docs/house-rules.md#corrections.
 */
export const correctingPolls = 3;
export const correctingMinutes = 10;

/** Chosen: the days for which pulls are kept, divided by the feed's speed. */
export const pullDays = 14;

/** The time limits of the house rules for games of one speed. */
export type GameLimits = {
  /** Converts a duration of a real game to this speed; both in milliseconds. */
  scaled(ms: number): number;
  /**
   * The instant by which a game must be final. A leg that is still open afterwards is void.
   *
   * originalStart  the start of the game when the ticket was placed.
   * hasStarted     whether play began: a suspended baseball game may be finished later.
   */
  finalBy(sport: Sport, originalStart: Date, hasStarted: boolean): Date;
  /** The last instant at which a correction is accepted. `firstResultAt` is when the game's first result came. */
  correctableUntil(firstResultAt: Date): Date;
  /**
   * Whether enough polls over enough time have repeated a correction.
   *
   * polls    the number of consecutive polls that agreed on the correction, from `since` until `at`.
   * minutes  replaces the ten minutes of the house rules in tools that cannot wait.
   */
  isConfirmed(correction: { polls: number; since: Date; at: Date }, minutes?: number): boolean;
};

/**
 * The limits of games that are played `speed` times as fast as real games: every duration is divided by `speed`. A
 * calendar limit ("Wednesday at 23:59") applies to real games only, because a simulated week has no Wednesday.
 * Simulated games get the duration from a usual start until that limit instead. Source:
 * docs/house-rules.md#simulated-games.
 */
export function limitsAt(speed: number): GameLimits {
  const scaled = (ms: number) => ms / speed;
  return {
    scaled,
    finalBy: (sport, originalStart, hasStarted) => {
      const { hours, at } = calendarLimit(sport, originalStart, hasStarted);
      return speed === 1 && at !== null ? at : new Date(originalStart.getTime() + scaled(hours * hourMs));
    },
    correctableUntil: (firstResultAt) => new Date(firstResultAt.getTime() + scaled(correctionHours * hourMs)),
    isConfirmed: ({ polls, since, at }, minutes = correctingMinutes) =>
      polls >= correctingPolls && at.getTime() - since.getTime() >= scaled(minutes * minuteMs),
  };
}

type CalendarLimit = ReturnType<(typeof sportRules)[Sport]['finalBy']>;

/** The limits that were asked for, by sport, start and whether play began. */
const calendarLimits = new Map<string, CalendarLimit>();
/** Chosen: more than the starts of all games that wait for a result. */
const mostLimits = 2_000;

/** Thousands of bets are on games of few starts, and the calendar of New York took a fifth of settling's time. */
function calendarLimit(sport: Sport, originalStart: Date, hasStarted: boolean): CalendarLimit {
  const key = `${sport} ${originalStart.getTime()} ${hasStarted}`;
  const limit = calendarLimits.get(key) ?? sportRules[sport].finalBy(easternDay(originalStart), hasStarted);
  if (calendarLimits.size >= mostLimits) calendarLimits.clear();
  calendarLimits.set(key, limit);
  return limit;
}

/** The limits of a game; its id contains its speed. */
export function limitsOf(gameId: string): GameLimits {
  return limitsAt(speedOf(gameId));
}
