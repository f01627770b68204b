import type { z } from 'zod';
import { type listBets, placeBet, placeParlay } from '#shared/api/bets.ts';
import type { Group } from '#shared/api/groups.ts';
import { aBet, type aLeg, aParlay } from './games.ts';
import type { Player } from './world.ts';

/** Bets as lists have them: a single is one, a parlay one a leg. */
export type Bets = z.output<typeof listBets.reply>;

/** A single bet of 10 Ching that was placed. */
export async function single(player: Player, league: Group, ...leg: Parameters<typeof aLeg>): Promise<Bets> {
  const [game, market, side] = leg;
  return [(await player.call(placeBet, { body: aBet(league, game, '10', market, side) })).reply];
}

/** A parlay of 10 Ching that was placed. */
export async function parlay(player: Player, league: Group, ...legs: ReturnType<typeof aLeg>[]): Promise<Bets> {
  return (await player.call(placeParlay, { body: aParlay(league, '10', legs) })).reply;
}
