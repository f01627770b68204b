import type { Quote } from '#shared/domain/market.ts';
import { decimalOf, type Price } from '#shared/domain/price.ts';
import type { Chance } from '../feed/simulation/chance.ts';
import { american } from '../feed/simulation/quote.ts';

/** Chosen: by how much the chance that a price asks for moves at most until the start, as with real games. */
const mostMoved = 0.05;
/** Chosen: how often a total moves by half a point, whose legs are then not compared with the close. */
const movedTotals = 0.15;

/**
 * The odds at which members bet on a game that starts with the odds `closing`: bettors who knew more have moved them
 * since. Spread and moneyline move together.
 */
export function openingOdds({ spread, moneyline, total }: Quote, chance: Chance): Quote {
  const towardsHome = chance.between(-mostMoved, mostMoved);
  const towardsOver = chance.between(-mostMoved, mostMoved);
  const halfPoint = chance.happens(movedTotals) ? (towardsOver > 0 ? -0.5 : 0.5) : 0;
  return {
    spread: spread && { ...spread, ...moved({ home: spread.home, away: spread.away }, towardsHome) },
    moneyline: moneyline && { ...moneyline, ...moved({ home: moneyline.home, away: moneyline.away }, towardsHome) },
    total: total && {
      line: total.line + halfPoint,
      ...moved({ over: total.over, under: total.under }, towardsOver),
    },
  };
}

/** Two prices of which the first asks for so much more chance and the other for so much less; as they were at the edge. */
function moved<Side extends string>(prices: Record<Side, Price>, by: number): Record<Side, Price> {
  const [[first, one], [second, other]] = Object.entries(prices) as [[Side, Price], [Side, Price]];
  const [higher, lower] = [american(1 / decimalOf(one) + by), american(1 / decimalOf(other) - by)];
  return higher && lower ? ({ [first]: higher, [second]: lower } as Record<Side, Price>) : prices;
}
