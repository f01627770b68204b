import { defaultPrice, type Price } from '../price.ts';
import { hasPrice, isLine, type MarketRules } from './market-rules.ts';

/** The line is points in steps of 0.5 from the home team's view. The away team's line is its negative. */
export type Spread = { line: number; home: Price; away: Price };

type Flat = Record<'spreadHome' | 'spreadAway' | 'spreadHomeOdds' | 'spreadAwayOdds', number | null>;

export const spread = {
  lines: { spreadHome: 'Home Spread', spreadAway: 'Away Spread' },
  prices: { spreadHomeOdds: 'Home Spread Odds', spreadAwayOdds: 'Away Spread Odds' },
  mirrors: { spreadAway: 'spreadHome' },
  read({ spreadHome, spreadAway, spreadHomeOdds: home, spreadAwayOdds: away }): Spread | null | string {
    if ([spreadHome, spreadAway, home, away].every((value) => value === null)) return null;
    if (spreadHome === null || spreadAway === null || !hasPrice(home) || !hasPrice(away)) {
      return 'The spread needs its line and the odds of both teams';
    }
    if (spreadHome + spreadAway !== 0) return 'The away spread must be the negative of the home spread';
    return isLine(spreadHome) ? { line: spreadHome, home, away } : 'The spread must be at most 1,000 points';
  },
  flat: ({ line, home, away }): Flat => ({
    spreadHome: line,
    spreadAway: 0 - line,
    spreadHomeOdds: home,
    spreadAwayOdds: away,
  }),
  sides: () => ['away', 'home'],
  terms({ line, home, away }, side) {
    if (side === 'home') return { line, price: home };
    return side === 'away' ? { line: 0 - line, price: away } : null;
  },
  own: (part) => part,
  swapped: ({ line, home, away }) => ({ line: 0 - line, home: away, away: home }),
  starting: () => ({ line: 0, home: defaultPrice, away: defaultPrice }),
} satisfies MarketRules<Spread, Flat>;
