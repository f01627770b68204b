import type { Market, Side } from './side.ts';

/** The points that count for bets: with overtime, extra innings and one shoot-out goal; in soccer after 90 minutes. */
export type Score = { home: number; away: number };

export type GradableLeg = {
  market: Market;
  side: Side;
  /** The line at placing, from the view of the picked side; null for the moneyline. */
  line: number | null;
};

/** The line of a spread or total. Throws when it is null: placing refuses such a leg. */
export function lineOf(leg: GradableLeg): number {
  if (leg.line === null) throw new Error(`a ${leg.market} leg needs a line`);
  return leg.line;
}

/** The lead of the picked team, in points. Throws when a side is no team: placing refuses such a leg. */
export function leadOf({ market, side }: GradableLeg, { home, away }: Score): number {
  if (side !== 'home' && side !== 'away') throw new Error(`no such side of a ${market}: ${side}`);
  return side === 'home' ? home - away : away - home;
}
