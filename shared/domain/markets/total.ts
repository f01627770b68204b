import { type GradableLeg, lineOf, type Score } from '../leg.ts';
import { defaultPrice, type Price } from '../price.ts';
import { gradeBy, hasPrice, isLine, type MarketRules } from './market-rules.ts';

/** The line is the points of both teams, above zero, in steps of 0.5. */
export type Total = { line: number; over: Price; under: Price };

type Flat = Record<'totalPoints' | 'overOdds' | 'underOdds', number | null>;

export const total = {
  lines: { totalPoints: 'Total Points' },
  prices: { overOdds: 'Over Odds', underOdds: 'Under Odds' },
  mirrors: {},
  read({ totalPoints: line, overOdds: over, underOdds: under }): Total | null | string {
    if ([line, over, under].every((value) => value === null)) return null;
    if (line === null || !hasPrice(over) || !hasPrice(under)) {
      return 'The total needs its points and the odds of over and under';
    }
    if (line <= 0 || !isLine(line)) return 'The total must be greater than 0 and at most 1,000 points';
    return { line, over, under };
  },
  flat: ({ line, over, under }): Flat => ({ totalPoints: line, overOdds: over, underOdds: under }),
  sides: () => ['over', 'under'],
  terms: ({ line, over, under }, side) => {
    if (side === 'over') return { line, price: over };
    return side === 'under' ? { line, price: under } : null;
  },
  own: (part) => part,
  swapped: (part) => part,
  starting: ({ defaultTotal }) =>
    defaultTotal === null ? null : { line: defaultTotal, over: defaultPrice, under: defaultPrice },

  rules: { total: { words: 'Both scores together against the line taken; equal is a push.', cites: 'counts' } },
  edge,
  grade: (leg, score) => ({ grade: gradeBy(edge(leg, score)), rule: 'total' }),
  halfInnings: 18,
  /** The total is above the line already, and further runs could only raise it. */
  decided(leg, score) {
    if (score.home + score.away <= lineOf(leg)) return null;
    return leg.side === 'over' ? 'won' : 'lost';
  },
  arithmetic: (leg, { home, away }) => `Total ${away} + ${home} = ${away + home} against ${lineOf(leg)}`,

  heading: 'Total',
  label: (side) => (side === 'over' ? 'Total Over' : 'Total Under'),
  showLine: String,
  spoken: (side, line) => `${side === 'over' ? 'Over' : 'Under'} ${line}`,
  form: () => ({
    title: 'Totals',
    rows: [
      { name: 'Points', fields: ['totalPoints'] },
      { name: 'Over', fields: ['overOdds'] },
      { name: 'Under', fields: ['underOdds'] },
    ],
  }),
  guide: [{ term: 'Total', words: 'over or under the points of the game. ', rule: 'total' }],
} satisfies MarketRules<Total, Flat, 'total'>;

function edge(leg: GradableLeg, score: Score): number {
  const over = score.home + score.away - lineOf(leg);
  if (leg.side !== 'over' && leg.side !== 'under') throw new Error(`no such side of a total: ${leg.side}`);
  return leg.side === 'over' ? over : -over;
}
