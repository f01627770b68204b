import type { Bet } from '#shared/api/bets.ts';
import { marketRules, showLine } from '#shared/domain/market.ts';
import { teamsOf } from './game-title.ts';

/** A leg with its line: 'Spread Chiefs -3.5', 'Total Over 47.5', 'Bills ML'. Source: docs/screens.md#names. */
export function legWords({ betType, betSide, line, game }: Bet): string {
  const label = marketRules[betType].label(betSide, teamsOf(game));
  return [label, showLine(betType, line)].filter(Boolean).join(' ');
}
