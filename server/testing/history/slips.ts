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
 * Slips that back every side of every market of these games: of every third game one side as a single, all others on
 * parlays of two to eight legs over neighbouring games.
 */
export function slipsOver(games: readonly PastGame[]): Bet[][] {
  const slips: Bet[][] = [];
  const rows = games.map((game, at) => {
    const bets = betsOn(game);
    // Turned by one from game to game, so that a parlay has different sides on it.
    const turned = [...bets.slice(at % bets.length), ...bets.slice(0, at % bets.length)];
    if (at % 3 > 0) return turned;
    const alone = Math.floor(at / 3) % bets.length;
    slips.push(...turned.slice(alone, alone + 1).map((bet) => [bet]));
    return turned.toSpliced(alone, 1);
  });
  for (let column = 0; rows.some((row) => row.length > column); column += 1) {
    let legs: Bet[] = [];
    for (const bet of rows.flatMap((row) => row.slice(column, column + 1))) {
      legs.push(bet);
      if (legs.length < 2 + (slips.length % 7)) continue;
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
