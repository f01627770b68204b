import type { Grade } from '#shared/domain/grade.ts';
import { type Offer, offers } from '#shared/domain/market.ts';
import type { PastGame } from './past-game.ts';

export type Bet = { game: PastGame; offer: Offer };
/** What is backed, with the stake in whole Ching. */
export type Slip = { stake: number; bets: Bet[] };

/** Every side of every market that is offered on a game. */
export function betsOn(game: PastGame): Bet[] {
  return offers(game.sport, game.quote).map((offer) => ({ game, offer }));
}

/**
 * Slips that back every side of every market of these games: one market of each game as singles, the others on parlays
 * of two to six legs over neighbouring games. Where there is one market only, a side of it is on a parlay as well.
 */
export function slipsOver(games: readonly PastGame[]): Bet[][] {
  const slips: Bet[][] = [];
  const rows = games.map((game, at) => {
    const bets = betsOn(game);
    const alone = bets[at % bets.length]?.offer.market;
    const singles = bets.filter(({ offer }) => offer.market === alone);
    slips.push(...singles.map((bet) => [bet]));
    const others = bets.filter(({ offer }) => offer.market !== alone);
    const rest = others.length > 0 ? others : singles.slice(at % 3).slice(0, 1);
    // Turned by one from game to game, so that a parlay has different sides on it.
    return [...rest.slice(at % rest.length), ...rest.slice(0, at % rest.length)];
  });
  for (let column = 0; rows.some((row) => row.length > column); column += 1) {
    let legs: Bet[] = [];
    for (const bet of rows.flatMap((row) => row.slice(column, column + 1))) {
      legs.push(bet);
      if (legs.length < 2 + (slips.length % 5)) continue;
      slips.push(legs);
      legs = [];
    }
    if (legs.length > 0) slips.push(legs);
  }
  return slips;
}

/** What a ticket comes to, by the tables' grades alone. Source: house rules, "Payouts"; design D2, D5. */
export function ownVerdict({ stake, bets }: Slip): { grade: Grade; back: bigint } {
  const staked = BigInt(stake) * 100n;
  const graded = bets.map(({ game, offer }) => ({ grade: game.comesTo(offer.market, offer.side), price: offer.price }));
  if (graded.some(({ grade }) => grade === 'lost')) return { grade: 'lost', back: 0n };
  const won = graded.filter(({ grade }) => grade === 'won');
  if (won.length === 0) {
    return { grade: graded.every(({ grade }) => grade === 'void') ? 'void' : 'push', back: staked };
  }
  let [amount, parts] = [staked, 1n];
  for (const { price } of won) {
    // A price says what is gained on 100, or below zero on how much 100 is gained.
    const [gained, on] = price > 0 ? [BigInt(price), 100n] : [100n, BigInt(-price)];
    amount = amount * on + amount * gained;
    parts *= on;
  }
  const isRoundedUp = (amount % parts) * 2n >= parts;
  return { grade: 'won', back: amount / parts + (isRoundedUp ? 1n : 0n) };
}
