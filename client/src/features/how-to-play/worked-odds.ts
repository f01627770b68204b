import { cents, fromWhole, showWhole } from '#shared/domain/money.ts';
import { combinedPrice, type Price, payout, showPrice } from '#shared/domain/price.ts';

/** A bet with its profit and return on a win, in whole Ching as screens show them. */
export type WorkedOdds = { odds: string; legs: number; stake: string; profit: string; returned: string };

/** Computes an example of How to Play with the function that pays tickets. `stake` is in whole Ching. */
function workedOdds(stake: number, prices: readonly Price[]): WorkedOdds {
  const staked = fromWhole(stake);
  const returned = payout(staked, prices);
  return {
    odds: showPrice(combinedPrice(prices)),
    legs: prices.length,
    stake: showWhole(staked),
    profit: showWhole(cents(returned - staked)),
    returned: showWhole(returned),
  };
}

const minus110 = -110 as Price;

/** The two examples of odds and a parlay of three legs. Source: `docs/screens.md#how-to-play`. */
export const examples = {
  underdog: workedOdds(100, [150 as Price]),
  favourite: workedOdds(110, [minus110]),
  parlay: workedOdds(100, [minus110, minus110, minus110]),
} as const;
