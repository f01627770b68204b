import type { Grade } from '#shared/domain/grade.ts';
import { type Offer, offers } from '#shared/domain/market.ts';
import type { PastGame } from './past-game.ts';

export type Bet = { game: PastGame; offer: Offer };
/** The bets of one ticket; the stake is in whole Ching. */
export type Slip = { stake: number; bets: Bet[] };

/** A bet on every side of every offered market of a game. */
export function betsOn(game: PastGame): Bet[] {
  return offers(game.sport, game.quote).map((offer) => ({ game, offer }));
}

/**
 * Slips that cover every side of every market of these games. Of every third game one side is a single; all other sides
 * are on parlays of two to eight legs over neighbouring games.
 */
export function slipsOver(games: readonly PastGame[]): Bet[][] {
  const slips: Bet[][] = [];
  const rows = games.map((game, at) => {
    const bets = betsOn(game);
    // Rotated by one from game to game, so that a parlay has different sides.
    const rotated = [...bets.slice(at % bets.length), ...bets.slice(0, at % bets.length)];
    if (at % 3 > 0) return rotated;
    const alone = Math.floor(at / 3) % bets.length;
    slips.push(...rotated.slice(alone, alone + 1).map((bet) => [bet]));
    return rotated.toSpliced(alone, 1);
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

/**
 * The verdict of a ticket by the tables' grades, without any code of the product. `back` is in hundredths.
 * Source: docs/house-rules.md#bets, docs/decisions/payout-rounded-once.md, docs/decisions/parlay-grade.md.
 */
export function ownVerdict({ stake, bets }: Slip): { grade: Grade; back: bigint } {
  const staked = BigInt(stake) * 100n;
  const graded = bets.map(({ game, offer }) => ({ grade: game.gradeOf(offer.market, offer.side), price: offer.price }));
  if (graded.some(({ grade }) => grade === 'lost')) return { grade: 'lost', back: 0n };
  const won = graded.filter(({ grade }) => grade === 'won');
  if (won.length === 0) {
    return { grade: graded.every(({ grade }) => grade === 'void') ? 'void' : 'push', back: staked };
  }
  let [amount, parts] = [staked, 1n];
  for (const { price } of won) {
    // A price above zero is the profit on a stake of 100; below zero it is the stake for a profit of 100.
    const [gained, on] = price > 0 ? [BigInt(price), 100n] : [100n, BigInt(-price)];
    amount = amount * on + amount * gained;
    parts *= on;
  }
  const isRoundedUp = (amount % parts) * 2n >= parts;
  return { grade: 'won', back: amount / parts + (isRoundedUp ? 1n : 0n) };
}
