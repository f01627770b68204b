import { type Offer, offers, type Quote } from '#shared/domain/market.ts';
import { type Cents, fromWhole } from '#shared/domain/money.ts';
import type { Side } from '#shared/domain/side.ts';
import type { Sport } from '#shared/domain/sport.ts';
import type { Chance } from '../feed/simulation/chance.ts';
import type { SentSlip } from '../tickets/place.ts';
import { oneOf, type Style, shuffled } from './cast.ts';

/**
 * How somebody bets: the offers that they prefer, the share of their balance that they stake, and how often they bet a
 * parlay.
 */
type Habits = { likes: (offer: Offer) => boolean; stake: number; parlays: number };

const habits: Record<Style, Habits> = {
  favorites: { likes: ({ line, price }) => line === null && price < -120, stake: 0.08, parlays: 0.1 },
  underdogs: { likes: ({ price }) => price >= 150, stake: 0.03, parlays: 0.05 },
  overs: { likes: ({ side }) => side === 'over', stake: 0.05, parlays: 0.15 },
  unders: { likes: ({ side }) => side === 'under' || side === 'draw', stake: 0.05, parlays: 0.05 },
  points: { likes: ({ side, line }) => isTeam(side) && (line ?? 0) > 0, stake: 0.06, parlays: 0.1 },
  anything: { likes: () => true, stake: 0.05, parlays: 0.2 },
  away: { likes: ({ side }) => side === 'away', stake: 0.05, parlays: 0.15 },
  parlays: { likes: ({ price }) => price < 0, stake: 0.04, parlays: 0.6 },
};

/** The amount that a stake is a share of, and the most that may be staked. */
export type Funds = { of: Cents; most: Cents };

/** A game that takes bets, with its quote. */
export type Open = { gameId: string; sport: Sport; quote: Quote | null };

const stakeStep = 5;
const leastStake = 5;
const legsAtMost = 3;

/** A bet in this style on one or some of these games; null if nothing is offered or too little may be staked. */
export function slipOf(style: Style, games: readonly Open[], { of, most }: Funds, chance: Chance): SentSlip | null {
  const { likes, stake, parlays } = habits[style];
  const picks = shuffled(games, chance).flatMap(({ gameId, sport, quote }) => {
    const offered = offers(sport, quote);
    const liked = offered.filter(likes);
    const among = liked.length > 0 ? liked : offered;
    return among.length > 0 ? [{ gameId, ...oneOf(among, chance) }] : [];
  });
  const legs = chance.happens(parlays) ? Math.floor(chance.between(2, legsAtMost + 1)) : 1;
  const whole = (of / 100) * stake * chance.between(0.5, 1.6);
  const stakeWhole = Math.max(leastStake, Math.round(whole / stakeStep) * stakeStep);
  if (picks.length === 0 || fromWhole(stakeWhole) > most) return null;
  return { stake: fromWhole(stakeWhole), picks: picks.slice(0, legs) };
}

function isTeam(side: Side): boolean {
  return side === 'home' || side === 'away';
}
