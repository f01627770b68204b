import { easternDay } from './eastern.ts';
import { speedOf } from './game-speed.ts';
import { type Sport, sportRules } from './sport.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** How long after its first result a game may be corrected. Source: docs/house-rules.md#corrections. */
export const correctionHours = 72;
/** How long past its limit a game that its feed no longer lists keeps its bets. Source: docs/house-rules.md#postponed-and-not-played. */
export const absentHours = 72;
/** How many polls in a row must agree on a correction, and over how many minutes. Source: docs/house-rules.md#corrections. */
export const correctingPolls = 3;
export const correctingMinutes = 10;

/** The time limits of the house rules for games of one speed. */
export type GameLimits = {
  /** A length of real games' time in this game's time; both in milliseconds. */
  scaled(ms: number): number;
  /**
   * The last instant by which a game must be final: a leg that is still open afterwards is void.
   *
   * originalStart  the start that the game had when the ticket was placed.
   * hasStarted     whether play began; a baseball game that was suspended may be finished later.
   */
  finalBy(sport: Sport, originalStart: Date, hasStarted: boolean): Date;
  /** The last instant at which a game may be corrected whose first result came at `firstResultAt`. */
  correctableUntil(firstResultAt: Date): Date;
  /**
   * Whether a correction by the feed has been repeated often and long enough.
   *
   * polls    how many polls in a row agreed on it, from `since` until `at`.
   * minutes  replaces the ten minutes of the house rules in tools that cannot wait.
   */
  isConfirmed(correction: { polls: number; since: Date; at: Date }, minutes?: number): boolean;
};

/**
 * The limits of games that are played `speed` times as fast as real ones: every limit is divided by it. A limit that is a
 * time of the calendar ("Wednesday at 23:59") holds for real games alone; a simulated week has no Wednesday, so its games
 * have as long as real games have from a usual start.
 */
export function limitsAt(speed: number): GameLimits {
  const scaled = (ms: number) => ms / speed;
  return {
    scaled,
    finalBy: (sport, originalStart, hasStarted) => {
      const { hours, at } = sportRules[sport].finalBy(easternDay(originalStart), hasStarted);
      return speed === 1 && at !== null ? at : new Date(originalStart.getTime() + scaled(hours * hourMs));
    },
    correctableUntil: (firstResultAt) => new Date(firstResultAt.getTime() + scaled(correctionHours * hourMs)),
    isConfirmed: ({ polls, since, at }, minutes = correctingMinutes) =>
      polls >= correctingPolls && at.getTime() - since.getTime() >= scaled(minutes * minuteMs),
  };
}

/** The limits of the game with this id, which says how fast it is played. */
export function limitsOf(gameId: string): GameLimits {
  return limitsAt(speedOf(gameId));
}
