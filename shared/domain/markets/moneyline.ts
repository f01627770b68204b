import { defaultPrice, type Price } from '../price.ts';
import { hasPrice, type MarketRules } from './market-rules.ts';

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
} satisfies MarketRules<Moneyline, Flat>;
