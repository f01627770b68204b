import type { Bet } from '#shared/api/bets.ts';
import { showPrice } from '#shared/domain/price.ts';
import type { EntryKind } from '#shared/domain/statement.ts';
import type { GameTeams } from './game-title.ts';
import { legWords } from './leg-words.ts';

/** What a statement says of a leg: its side, line and price; of its game no more than the teams. */
type StatedLeg = Pick<Bet, 'betType' | 'betSide' | 'line' | 'odds'> & { game: GameTeams };

/** A ticket by its legs: 'Spread Chiefs -3.5 (-110)', 'Parlay of 2: Bills ML (+120), Total Over 47.5 (-110)'. */
export function ticketWords(legs: readonly StatedLeg[]): string {
  const words = legs.map((leg) => `${legWords(leg)} (${showPrice(leg.odds)})`).join(', ');
  return legs.length > 1 ? `Parlay of ${legs.length}: ${words}` : words;
}

/**
 * Why an entry moved money: the bet, or the reason. `round` above 1 is that of a correction. A payout of a parlay whose
 * legs push is one of its stake, as that of a single is.
 */
export function entryWords(kind: EntryKind, round: number, ticket: string): string {
  const [won, back] = round > 1 ? ['Won after a correction', 'Stake back after a correction'] : ['Won', 'Stake back'];
  switch (kind) {
    case 'grant':
      return 'Starting balance';
    case 'rescue':
      return 'Rescue';
    case 'stake':
      return ticket;
    case 'payout':
      return `${won}: ${ticket}`;
    case 'refund':
      return `${back}: ${ticket}`;
    case 'reversal':
      return `Taken back by a correction: ${ticket}`;
  }
}
