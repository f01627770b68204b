import type { EasternDay } from '../eastern.ts';
import type { Market } from '../side.ts';

/** Everything in which sports differ. A sport is one value of this type, in a file of its own. */
export type SportRules = {
  /** The name in the load order of the slate: hockey goes by its league. */
  name: string;
  /** How long after the slate was opened the client loads the games, in milliseconds. */
  loadAfterMs: number;
  /** Where the sport stands among the tabs of the admin's odds page, from 1. */
  adminTab: number;
  /** Which games are listed at one time: a numbered week, one Eastern day, or the next seven days. */
  slate: 'week' | 'day' | 'next-7-days';
  /** The title of its slate; null for "Week 12", or "Today's" where no week is known. */
  slateTitle: string | null;
  /** What the admin's odds page says when no game is listed. */
  noGames: string;
  markets: readonly Market[];
  /** Whether Draw is a side of the moneyline, so that a tie loses for both teams. */
  drawOffered: boolean;
  /** The total that the admin's form starts with; null where no total is offered. */
  defaultTotal: number | null;
  /** Whether teams have a rank that is shown. */
  hasRanks: boolean;
  /** Periods of a full game: quarters, periods, innings or halves. */
  regulationPeriods: number;
  /** Whether a final may have any number of periods, needs all of them, or is graded by its half-innings. */
  finalNeeds: 'any-period' | 'all-periods' | 'half-innings';
  /** Whether overtime counts for bets; if not, the score at the end of regulation does. */
  countsOvertime: boolean;
  /** Whether a postponed game takes bets again once two polls have given it a later day. */
  reopensWhenMoved: boolean;
  /**
   * By when a game must be final. `hours` counts from the original start; `at` replaces it for real games, where the limit is a
   * time of the calendar. `hasStarted` tells whether play began. Source: docs/house-rules.md#sports.
   */
  finalBy(originalDay: EasternDay, hasStarted: boolean): { hours: number; at: Date | null };
  /** The row of the house rules in sentences; `details` null where there is no more to say. */
  rulebook: { counts: string; unplayed: string; details: string | null };
};

export const allMarkets = ['spread', 'moneyline', 'total'] as const satisfies readonly Market[];

export const tieWords = 'A tie pushes the moneyline; spread and total still grade.';
export const within48Hours = { hours: 48, at: null };
export const void48HoursWords = 'Void if not final within 48 hours of the original start.';
