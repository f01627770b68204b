import { showLine } from '#shared/domain/market.ts';
import type { Terms } from '#shared/domain/markets/market-rules.ts';
import { showPrice } from '#shared/domain/price.ts';
import type { Pick, Slip } from '#shared/domain/slip.ts';

/** 'Spread Chiefs -3.5', 'Total Over 44.5', 'Chiefs ML'. */
export function pickWords(pick: Pick): string {
  return [pick.label, showLine(pick.market, pick.line)].filter(Boolean).join(' ');
}

/** 'Total Over 44.5, LAC @ KC': in names of controls, which screen readers read without what stands around them. */
export function pickName(pick: Pick): string {
  return `${pickWords(pick)}, ${pick.game}`;
}

/** '-4 at -125', '44.5 at -110', '-125'. */
export function termsWords({ market }: Pick, { line, price }: Terms): string {
  return [showLine(market, line), showPrice(price)].filter(Boolean).join(' at ');
}

/** 'Confirm Parlay', 'Confirm Bet', 'Confirm Bets'. */
export function confirmWords({ mode, entries }: Slip): string {
  if (mode === 'parlay') return 'Confirm Parlay';
  return entries.length > 1 ? 'Confirm Bets' : 'Confirm Bet';
}

/** The confirm label after new terms were accepted: 'Confirm at -115', 'Confirm with Spread Chiefs -4 at -125'. */
export function confirmAcceptedWords({ entries }: Slip, accepted: Pick): string {
  if (entries.length > 1) return `Confirm with ${pickWords(accepted)} at ${showPrice(accepted.price)}`;
  const terms = termsWords(accepted, accepted);
  return accepted.line === null ? `Confirm at ${terms}` : `Confirm ${terms}`;
}

/** About a ticket without an answer, on the slip and in the notification. */
export const safeAgainWords = 'Placing it again is safe: it counts only once.';
export const noAnswerWords = `No answer came, so it may be placed or not. ${safeAgainWords}`;

export function returnsWords(bets: number): string {
  if (bets === 1) return 'Returns if it wins';
  return bets === 2 ? 'Returns if both win' : `Returns if all ${bets} win`;
}

/** The message that picks were removed from the slip because their games take no more bets. */
export function lockedWords(picks: readonly Pick[]): string {
  const games = [...new Set(picks.map((pick) => pick.game))].join(', ');
  return `${games}: betting is locked, so ${picks.length === 1 ? 'that bet was' : 'those bets were'} taken off the slip.`;
}
