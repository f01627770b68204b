import type { EasternDay } from '../eastern.ts';
import { type Market, markets } from '../side.ts';

/** All rules that differ between sports. Each sport is one value of this type, in a file of its own. */
export type SportRules = {
  /** The label in the list "Load order: …" below the slate. Hockey has its league's name, NHL. */
  name: string;
  /** The path of its calls below `/api/games`: '/nba'. Those of the NFL have no path of their own. */
  path: string;
  /** The delay with which the client loads the sport's games after opening the slate, in milliseconds. */
  loadAfterMs: number;
  /** The position among the tabs of the admin's odds page, from 1. */
  adminTab: number;
  /** Whether the admin's page asks for the manual odds of a week, which the NFL has a call for, or of named games. */
  manualOddsBy: 'week' | 'games';
  /** The period that the slate lists: a numbered week, one Eastern day, or the next seven days. */
  slate: 'week' | 'day' | 'next-7-days';
  /** The title of the slate; null for "Week 12", or "Today's" when the week is not known. */
  slateTitle: string | null;
  /** The text of the admin's odds page when the slate has no game. */
  noGames: string;
  markets: readonly Market[];
  /** Whether Draw is a side of the moneyline. A tie then loses for both teams. */
  drawOffered: boolean;
  /** Whether a game can end level. In other sports it goes on until one side is ahead. */
  endsLevel: boolean;
  /** The initial total of the admin's form; null when the sport has no total. */
  defaultTotal: number | null;
  /** The unit of a score: 'point' in "half a point". */
  scoreUnit: 'point' | 'run' | 'goal';
  /** Whether screens show the teams' ranks. */
  hasRanks: boolean;
  /** The part of a team's full name that fans call it by: 'Chiefs' of Kansas City, 'Ole Miss' of the Rebels. */
  knownBy: 'team' | 'school';
  /** Whether the card of a game lists the home team first, as tables of the sport do. Elsewhere it is 'away @ home'. */
  listsHomeFirst: boolean;
  /** The number of quarters, periods, innings or halves of a full game. */
  regulationPeriods: number;
  /** Chosen: the length of a game in a calendar, from its start to its usual end with all breaks. */
  usualMinutes: number;
  /** The name of a period, from 1, beside the clock: '3rd', '1st half', 'OT', '2OT'. */
  periodName(period: number): string;
  /** The needs of a final score: any number of periods, all of them, or a count of half-innings, which grading uses. */
  finalNeeds: 'any-period' | 'all-periods' | 'half-innings';
  /** Whether overtime counts for bets. If not, the score at the end of regulation counts. */
  countsOvertime: boolean;
  /** Whether a postponed game is open to bets again after two polls have reported a later day. */
  reopensWhenMoved: boolean;
  /**
   * The time by which a game must be final. `hours` counts from the original start. `at` replaces it for real games
   * when the limit is a calendar time. `hasStarted` is whether play began. Source: docs/house-rules.md#sports.
   */
  finalBy(originalDay: EasternDay, hasStarted: boolean): { hours: number; at: Date | null };
  /** Whether `finalBy` limits the start: a game that was moved, and starts by then, may end later. */
  limitsStart: boolean;
  /** The sport's row of the house rules in sentences: what counts, what is void, and further details or null. */
  rulebook: { counts: string; unplayed: string; details: string | null };
};

export const allMarkets: readonly Market[] = markets;

export const tieWords = 'A tie pushes the moneyline; spread and total still grade.';
export const within48Hours = { hours: 48, at: null };
export const void48HoursWords = 'Void if not final within 48 hours of the original start.';
