import { isSideOf } from './market.ts';
import type { Market, Side } from './side.ts';
import { type Sport, sportRules } from './sport.ts';

/** How a leg or a ticket ends. `void` is shown as push. */
export const grades = ['won', 'lost', 'push', 'void'] as const;
export type Grade = (typeof grades)[number];

/** Points that count for bets: overtime, extra innings and the one shoot-out goal included; soccer after 90 minutes. */
export type Score = { home: number; away: number };

export type Result = {
  sport: Sport;
  score: Score;
  /** Half-innings that were completed; null outside baseball. Nine full innings are 18, 17 when the home side led. */
  halfInnings: number | null;
};

export type GradableLeg = {
  market: Market;
  side: Side;
  /** As taken, from the picked side's view; null for the moneyline. */
  line: number | null;
};

/** The rows of the house rules that can decide a leg; How to Play and receipts name them. */
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

/** Half-innings after which an MLB moneyline stands, and those that a spread or total needs (one fewer if home leads). */
const moneylineHalfInnings = 10;
const fullHalfInnings = 18;

/**
 * Grades one leg against a final result.
 *
 * Returns  'push' when the edge is exactly zero; where a draw is offered, a tie loses for both teams; 'void' when a
 *          baseball game was called too early for the market.
 * Throws   when the leg does not belong to the sport: such a leg was never placed.
 * Source   docs/house-rules.md#sports. A live badge differs: it shows a tie as losing (live-status.ts).
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
 * How far the picked side is past its number: above zero wins, exactly zero pushes.
 *
 * Points, in steps of 0.5. The one piece of arithmetic behind grades, live badges and receipts.
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
      // A draw is ahead only while level; half a point keeps it from ever being a push.
      return leg.side === 'draw' ? 0.5 - Math.abs(margin) : sideMargin(leg.side, margin);
  }
}

function sideMargin(side: Side, margin: number): number {
  if (side !== 'home' && side !== 'away') throw new Error(`no such team side: ${side}`);
  return side === 'home' ? margin : -margin;
}

/** The line that a spread or total was taken at; throws when it has none, since such a leg was never placed. */
export function lineOf(leg: GradableLeg): number {
  if (leg.line === null) throw new Error(`a ${leg.market} leg needs a line`);
  return leg.line;
}

function bySign(value: number): Grade {
  return value > 0 ? 'won' : value < 0 ? 'lost' : 'push';
}

/** What a baseball game called before nine innings means for the leg; null when it was played in full. */
function calledEarly(leg: GradableLeg, { score, halfInnings }: Result): LegGrade | null {
  if (halfInnings === null) return null;
  const lead = score.home > score.away ? 1 : 0;
  if (halfInnings >= fullHalfInnings - lead) return null;
  if (leg.market === 'moneyline') {
    return halfInnings >= moneylineHalfInnings - lead ? null : { grade: 'void', rule: 'called-early' };
  }
  // More runs could only have taken the total further past its number.
  if (leg.market === 'total' && score.home + score.away > lineOf(leg)) {
    return { grade: leg.side === 'over' ? 'won' : 'lost', rule: 'called-early-decided' };
  }
  return { grade: 'void', rule: 'called-early' };
}

/**
 * Grades a ticket from its legs; null while it is still open.
 *
 * Any leg lost: lost, at once. Else any leg open: open. Else any leg won: won. Else push; void when every leg is.
 * Source: docs/decisions/parlay-grade.md.
 */
export function gradeTicket(legs: readonly (Grade | null)[]): Grade | null {
  if (legs.includes('lost')) return 'lost';
  if (legs.length === 0 || legs.includes(null)) return null;
  if (legs.includes('won')) return 'won';
  return legs.every((grade) => grade === 'void') ? 'void' : 'push';
}
