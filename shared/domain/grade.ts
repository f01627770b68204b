import type { GradableLeg, Score } from './leg.ts';
import { isSideOf, marketRules, scoreRuleNames } from './market.ts';
import { type Sport, sportRules } from './sport.ts';

/** The final state of a leg or a ticket. Screens show `void` as push. Source: docs/house-rules.md#bets. */
export const grades = ['won', 'lost', 'push', 'void'] as const;
export type Grade = (typeof grades)[number];

export type Result = {
  sport: Sport;
  score: Score;
  /** Completed half-innings; null outside baseball. A full game has 18, or 17 when the home team led. */
  halfInnings: number | null;
};

/** The rules that can decide a leg. How to Play and receipts show their words. Source: docs/house-rules.md. */
export const rules = [
  ...scoreRuleNames,
  'called-early',
  'called-early-decided',
  'canceled',
  'not-played-in-time',
  'home-and-away-swapped',
  'different-match',
  'started-before-placing',
  'voided-by-admin',
] as const;
export type Rule = (typeof rules)[number];

export type LegGrade = { grade: Grade; rule: Rule };

/**
 * Grades one leg against a final result.
 *
 * Returns  'push' when the edge is exactly zero. Where a draw is offered, a tie loses for both teams. 'void' when a
 *          baseball game was called too early for the market.
 * Throws   when the sport does not have this market or side: placing refuses such a leg.
 * Source   docs/house-rules.md#sports. The live badge differs: it shows a tie as losing (live-status.ts).
 */
export function gradeLeg(leg: GradableLeg, result: Result): LegGrade {
  if (!isSideOf(result.sport, leg.market, leg.side)) {
    throw new Error(`no such leg in ${result.sport}: ${leg.market} ${leg.side}`);
  }
  return calledEarly(leg, result) ?? marketRules[leg.market].grade(leg, result.score, sportRules[result.sport]);
}

/**
 * The grade of a leg on a baseball game that was called too early for it. Null when the score decides the leg. The home
 * team does not bat in the last half-inning when it leads.
 */
function calledEarly(leg: GradableLeg, { score, halfInnings }: Result): LegGrade | null {
  const market = marketRules[leg.market];
  const lead = score.home > score.away ? 1 : 0;
  if (halfInnings === null || halfInnings >= market.halfInnings - lead) return null;
  const grade = market.decided(leg, score);
  return grade ? { grade, rule: 'called-early-decided' } : { grade: 'void', rule: 'called-early' };
}

/**
 * Grades a ticket from the grades of its legs, where null is an open leg. Returns null while the ticket is open.
 *
 * The first that applies: a leg lost, lost; a leg open, open; a leg won, won; every leg void, void; else push.
 * Source: docs/decisions/parlay-grade.md.
 */
export function gradeTicket(legs: readonly (Grade | null)[]): Grade | null {
  if (legs.includes('lost')) return 'lost';
  if (legs.length === 0 || legs.includes(null)) return null;
  if (legs.includes('won')) return 'won';
  return legs.every((grade) => grade === 'void') ? 'void' : 'push';
}
