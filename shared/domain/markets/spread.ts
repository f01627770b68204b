import { type GradableLeg, leadOf, lineOf, type Score } from '../leg.ts';
import { defaultPrice, type Price } from '../price.ts';
import { gradeBy, hasPrice, isLine, type MarketRules } from './market-rules.ts';

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

  rules: {
    spread: {
      words: 'The chosen side’s score with the line taken, against the other side’s score; equal is a push.',
      cites: 'counts',
    },
  },
  edge,
  grade: (leg, score) => ({ grade: gradeBy(edge(leg, score)), rule: 'spread' }),
  halfInnings: 18,
  decided: () => null,
  arithmetic(leg, score, names) {
    const [own, other] = leg.side === 'home' ? (['home', 'away'] as const) : (['away', 'home'] as const);
    return `${names[own]} ${withLine(score[own], lineOf(leg))} against ${names[other]} ${score[other]}`;
  },

  heading: 'Spread',
  label: (side, teams) => `Spread ${side === 'home' ? teams.home : teams.away}`,
  showLine: (line) => (line > 0 ? `+${line}` : line === 0 ? 'PK' : String(line)),
  spoken(side, line, teams) {
    const team = side === 'home' ? teams.home : teams.away;
    return line ? `${team} ${line > 0 ? 'plus' : 'minus'} ${Math.abs(line)}` : `${team} pick'em`;
  },
  form: (_sport, teams) => ({
    title: 'Point Spread',
    rows: [
      { name: teams.away, fields: ['spreadAway', 'spreadAwayOdds'] },
      { name: teams.home, fields: ['spreadHome', 'spreadHomeOdds'] },
    ],
  }),
  guide: [{ term: 'Spread', words: 'who wins with the line counted in. ', rule: 'spread' }],
} satisfies MarketRules<Spread, Flat, 'spread'>;

function edge(leg: GradableLeg, score: Score): number {
  return leadOf(leg, score) + lineOf(leg);
}

/** '24 − 3.5 = 20.5', or the score alone when the line is 0. */
function withLine(points: number, line: number): string {
  if (line === 0) return String(points);
  return `${points} ${line > 0 ? '+' : '−'} ${Math.abs(line)} = ${String(points + line).replace('-', '−')}`;
}
