import type { Bet } from '#shared/api/bets.ts';
import { marketRules, showLine } from '#shared/domain/market.ts';
import { type GameTeams, teamsOf } from './game-title.ts';

/** What names a leg; of its game no more than the teams. */
type NamedLeg = Pick<Bet, 'betType' | 'betSide' | 'line'> & { game: GameTeams };

/** A leg with its line: 'Spread Chiefs -3.5', 'Total Over 47.5', 'Bills ML'. Source: docs/screens.md#names. */
export function legWords({ betType, betSide, line, game }: NamedLeg): string {
  const label = marketRules[betType].label(betSide, teamsOf(game));
  return [label, showLine(betType, line)].filter(Boolean).join(' ');
}
