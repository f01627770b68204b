import { showLine } from '#shared/domain/naming.ts';
import type { Pick } from '#shared/domain/slip.ts';

/** 'Spread Chiefs -3.5', 'Total Over 44.5', 'Chiefs ML'. */
export function pickWords(pick: Pick): string {
  return [pick.label, showLine(pick.market, pick.line)].filter(Boolean).join(' ');
}

export function returnsWords(bets: number): string {
  if (bets === 1) return 'Returns if it wins';
  return bets === 2 ? 'Returns if both win' : `Returns if all ${bets} win`;
}

/** That picks were taken off the slip because their games take no more bets. */
export function lockedWords(picks: readonly Pick[]): string {
  const games = [...new Set(picks.map((pick) => pick.game))].join(', ');
  return `${games}: betting is locked, so ${picks.length === 1 ? 'that bet was' : 'those bets were'} taken off the slip.`;
}
