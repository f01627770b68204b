import { isSideOf } from './market.ts';
import type { Market, Side } from './side.ts';
import { type Sport, sportRules } from './sport.ts';

/** The final state of a leg or a ticket. Screens show `void` as push. Source: docs/house-rules.md#bets. */
export const grades = ['won', 'lost', 'push', 'void'] as const;
export type Grade = (typeof grades)[number];

/** The points that count for bets: with overtime, extra innings and one shoot-out goal; in soccer after 90 minutes. */
export type Score = { home: number; away: number };

export type Result = {
  sport: Sport;
  score: Score;
  /** Completed half-innings; null outside baseball. A full game has 18, or 17 when the home team led. */
  halfInnings: number | null;
};

export type GradableLeg = {
  market: Market;
  side: Side;
  /** The line at placing, from the view of the picked side; null for the moneyline. */
  line: number | null;
};

/** The rules that can decide a leg. How to Play and receipts show their words. Source: docs/house-rules.md. */
export const rules = [
  'moneyline',
  'moneyline-tie',
  'three-way',
  'spread',
  'total',
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

/** The half-innings that an MLB moneyline needs, and a spread or total. Each needs one fewer if the home team leads. */
const moneylineHalfInnings = 10;
const fullHalfInnings = 18;

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
  const early = calledEarly(leg, result);
  if (early) return early;
  const { score } = result;
  const tied = score.home === score.away;
  if (leg.market === 'moneyline' && sportRules[result.sport].drawOffered) {
    const winner: Side = tied ? 'draw' : score.home > score.away ? 'home' : 'away';
    return { grade: leg.side === winner ? 'won' : 'lost', rule: 'three-way' };
  }
  const rule = leg.market === 'moneyline' && tied ? 'moneyline-tie' : leg.market;
  return { grade: bySign(edge(leg, score)), rule };
}

/**
 * The margin of the picked side over its line, in points, in steps of 0.5. Above zero wins, exactly zero pushes.
 *
 * Grades and live badges both compute it here.
 */
export function edge(leg: GradableLeg, score: Score): number {
  const margin = score.home - score.away;
  switch (leg.market) {
    case 'spread':
      return sideMargin(leg.side, margin) + lineOf(leg);
    case 'total': {
      const over = score.home + score.away - lineOf(leg);
      if (leg.side !== 'over' && leg.side !== 'under') throw new Error(`no such side of a total: ${leg.side}`);
      return leg.side === 'over' ? over : -over;
    }
    case 'moneyline':
      // Positive only while the score is level. The half point prevents a result of zero, which would be a push.
      return leg.side === 'draw' ? 0.5 - Math.abs(margin) : sideMargin(leg.side, margin);
  }
}

function sideMargin(side: Side, margin: number): number {
  if (side !== 'home' && side !== 'away') throw new Error(`no such team side: ${side}`);
  return side === 'home' ? margin : -margin;
}

/** The line of a spread or total. Throws when it is null: placing refuses such a leg. */
export function lineOf(leg: GradableLeg): number {
  if (leg.line === null) throw new Error(`a ${leg.market} leg needs a line`);
  return leg.line;
}

function bySign(value: number): Grade {
  return value > 0 ? 'won' : value < 0 ? 'lost' : 'push';
}

/** The grade of a leg on a baseball game that was called too early for it. Null when the score decides the leg. */
function calledEarly(leg: GradableLeg, { score, halfInnings }: Result): LegGrade | null {
  if (halfInnings === null) return null;
  const lead = score.home > score.away ? 1 : 0;
  if (halfInnings >= fullHalfInnings - lead) return null;
  if (leg.market === 'moneyline') {
    return halfInnings >= moneylineHalfInnings - lead ? null : { grade: 'void', rule: 'called-early' };
  }
  // The total is above the line already, and further runs could only raise it.
  if (leg.market === 'total' && score.home + score.away > lineOf(leg)) {
    return { grade: leg.side === 'over' ? 'won' : 'lost', rule: 'called-early-decided' };
  }
  return { grade: 'void', rule: 'called-early' };
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
