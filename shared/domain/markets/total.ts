import { defaultPrice, type Price } from '../price.ts';
import { hasPrice, isLine, type MarketRules } from './market-rules.ts';

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
} satisfies MarketRules<Total, Flat>;
