import { type GradableLeg, leadOf, type Score } from '../leg.ts';
import { defaultPrice, type Price } from '../price.ts';
import { threeWayWords } from '../sports/soccer.ts';
import { tieWords } from '../sports/sport-rules.ts';
import { gradeBy, hasPrice, type MarketRules } from './market-rules.ts';

/** `draw` is null where a draw has no price: a sport without draws, or a source that does not offer one. */
export type Moneyline = { home: Price; away: Price; draw: Price | null };

type Flat = Record<'moneylineHome' | 'moneylineAway' | 'moneylineDraw', number | null>;

export const moneyline = {
  lines: {},
  prices: { moneylineHome: 'Home Moneyline', moneylineAway: 'Away Moneyline', moneylineDraw: 'Draw Moneyline' },
  mirrors: {},
  read({ moneylineHome: home, moneylineAway: away, moneylineDraw: draw }): Moneyline | null | string {
    if ([home, away, draw].every((value) => value === null)) return null;
    if (!hasPrice(home) || !hasPrice(away)) return 'The moneyline needs the odds of both teams';
    return { home, away, draw: hasPrice(draw) ? draw : null };
  },
  flat: ({ home, away, draw }): Flat => ({ moneylineHome: home, moneylineAway: away, moneylineDraw: draw }),
  sides: ({ drawOffered }) => (drawOffered ? ['away', 'draw', 'home'] : ['away', 'home']),
  terms(part, side) {
    if (side === 'over' || side === 'under') return null;
    const price = part[side];
    return price === null ? null : { line: null, price };
  },
  own: (part, { drawOffered }) => (drawOffered ? part : { ...part, draw: null }),
  swapped: ({ home, away, draw }) => ({ home: away, away: home, draw }),
  starting: ({ drawOffered }) => ({
    home: defaultPrice,
    away: defaultPrice,
    draw: drawOffered ? defaultPrice : null,
  }),

  rules: {
    moneyline: { words: 'The higher score wins.', cites: 'counts' },
    'moneyline-tie': { words: tieWords, cites: 'counts' },
    'three-way': { words: `The higher score wins. ${threeWayWords}`, cites: 'counts' },
  },
  edge,
  grade(leg, score, { drawOffered }) {
    const isTied = score.home === score.away;
    if (!drawOffered) return { grade: gradeBy(edge(leg, score)), rule: isTied ? 'moneyline-tie' : 'moneyline' };
    return { grade: edge(leg, score) > 0 ? 'won' : 'lost', rule: 'three-way' };
  },
  halfInnings: 10,
  decided: () => null,
  arithmetic(leg, score, names, { drawOffered }) {
    if (drawOffered) {
      const ahead = score.home === score.away ? 'Draw' : score.home > score.away ? names.home : names.away;
      // Only soccer offers a draw, and only soccer counts 90 minutes.
      return `90 minutes: ${names.away} ${score.away}–${score.home} ${names.home}, ${ahead}`;
    }
    const [own, other] = leg.side === 'home' ? (['home', 'away'] as const) : (['away', 'home'] as const);
    return `${names[own]} ${score[own]} against ${names[other]} ${score[other]}`;
  },

  heading: 'Moneyline',
  label: (side, teams) => (side === 'draw' ? 'ML Draw' : `${side === 'home' ? teams.home : teams.away} ML`),
  showLine: String,
  spoken: (side, _line, teams) => (side === 'draw' ? 'Draw' : `${side === 'home' ? teams.home : teams.away} moneyline`),
  form: ({ drawOffered }, teams) => ({
    title: 'Moneyline',
    rows: [
      { name: teams.away, fields: ['moneylineAway'] },
      ...(drawOffered ? [{ name: 'Draw', fields: ['moneylineDraw' as const] }] : []),
      { name: teams.home, fields: ['moneylineHome'] },
    ],
  }),
  guide: [
    { term: 'Moneyline', words: '', rule: 'moneyline' },
    { term: 'Moneyline in soccer', words: '', rule: 'three-way' },
  ],
} satisfies MarketRules<Moneyline, Flat, 'moneyline' | 'moneyline-tie' | 'three-way'>;

/**
 * Positive only while the score is level for a draw. The half point prevents a result of zero, which would be a push.
 */
function edge(leg: GradableLeg, score: Score): number {
  return leg.side === 'draw' ? 0.5 - Math.abs(score.home - score.away) : leadOf(leg, score);
}
