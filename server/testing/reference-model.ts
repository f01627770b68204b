import type { Market, Side } from '#shared/domain/side.ts';
import type { Sport } from '#shared/domain/sport.ts';

// A second implementation of grading and funds, written without the product's code, so that both can be compared.

export type Outcome = 'won' | 'lost' | 'push' | 'void';
/**
 * The end of a game: the points that count, or 'off' if it was cancelled. Without `halfInnings` a baseball game was
 * played in full: 18 half-innings, or 17 if the home side leads.
 */
export type Ending = { home: number; away: number; halfInnings?: number | null } | 'off';

/** A leg as placed; `line` is null for the moneyline. */
export type PlacedLeg = {
  sport: Sport;
  gameId: string;
  market: Market;
  side: Side;
  line: number | null;
  price: number;
};
/** `stake` in hundredths of a Ching. */
export type PlacedTicket = { leagueId: string; userId: string; stake: number; legs: readonly PlacedLeg[] };
/** In hundredths of a Ching. */
export type Funds = { available: number; pending: number };

export function outcomeOf(
  { sport, market, side, line }: Pick<PlacedLeg, 'sport' | 'market' | 'side' | 'line'>,
  ending: Ending,
): Outcome {
  if (ending === 'off') return 'void';
  const { home, away, halfInnings = null } = ending;
  if (sport === 'MLB' && halfInnings !== null) {
    const missing = (full: number) => halfInnings < (home > away ? full - 1 : full);
    const isDecided = market === 'total' && home + away > (line ?? 0);
    if (market === 'moneyline' ? missing(10) : missing(18) && !isDecided) return 'void';
  }
  if (side === 'draw') return home === away ? 'won' : 'lost';
  if (market === 'total') return side === 'over' ? compared(home + away, line ?? 0) : compared(line ?? 0, home + away);
  const outcome = side === 'home' ? compared(home + (line ?? 0), away) : compared(away + (line ?? 0), home);
  return outcome === 'push' && sport === 'Soccer' ? 'lost' : outcome;
}

function compared(own: number, other: number): Outcome {
  if (own === other) return 'push';
  return own > other ? 'won' : 'lost';
}

/** The payout of the ticket, in hundredths, halves rounded up; null while it is open. */
export function backOf(stake: number, legs: readonly { outcome: Outcome | null; price: number }[]): number | null {
  if (legs.some(({ outcome }) => outcome === 'lost')) return 0;
  if (legs.some(({ outcome }) => outcome === null)) return null;
  let above = BigInt(stake);
  let below = 1n;
  for (const { outcome, price } of legs) {
    if (outcome !== 'won') continue;
    // +150 returns 250 for 100, -150 returns 250 for 150.
    above *= BigInt(Math.abs(price) + 100);
    below *= price > 0 ? 100n : BigInt(-price);
  }
  return Number(((above * 2n) / below + 1n) / 2n);
}

/** The ticket's grade and what it pays back; null while it is open. */
export function verdictOf(
  stake: number,
  legs: readonly { outcome: Outcome | null; price: number }[],
): { grade: Outcome; back: number } | null {
  const back = backOf(stake, legs);
  if (back === null) return null;
  const has = (outcome: Outcome) => legs.some((leg) => leg.outcome === outcome);
  return { grade: has('lost') ? 'lost' : has('won') ? 'won' : has('push') ? 'push' : 'void', back };
}

/** Funds of every member with a ticket, by `memberKey`, after a grant of 1,000 Ching each. */
export function fundsAfter(tickets: readonly { placed: PlacedTicket; back: number | null }[]): Map<string, Funds> {
  const funds = new Map<string, Funds>();
  for (const { placed, back } of tickets) {
    const key = memberKey(placed.leagueId, placed.userId);
    const { available, pending } = funds.get(key) ?? { available: 100_000, pending: 0 };
    funds.set(key, {
      available: available - placed.stake + (back ?? 0),
      pending: pending + (back === null ? placed.stake : 0),
    });
  }
  return funds;
}

export function memberKey(leagueId: string, userId: string): string {
  return `${leagueId} ${userId}`;
}
