import { cents, fromWhole, showWhole } from '#shared/domain/money.ts';
import { combinedPrice, type Price, payout, showPrice } from '#shared/domain/price.ts';

/** What a bet comes to when it wins, in whole Ching as screens show it. */
export type WorkedOdds = { odds: string; legs: number; stake: string; profit: string; returned: string };

/** Reckons an example of How to Play with the rule that pays tickets. `stake` in whole Ching. */
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

const evenish = -110 as Price;

/** The specification's two examples of odds, and a parlay of three legs. Source: spec §2, "How to Play". */
export const examples = {
  underdog: workedOdds(100, [150 as Price]),
  favourite: workedOdds(110, [evenish]),
  parlay: workedOdds(100, [evenish, evenish, evenish]),
} as const;
