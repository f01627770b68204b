import type { Grade } from './grade.ts';
import { offerFor, type Quote, sidesOf } from './market.ts';
import { type Cents, cents } from './money.ts';
import { decimalOf, type Price } from './price.ts';
import type { Market, Side } from './side.ts';
import type { Sport } from './sport.ts';

/** Where a quote comes from: the main feed, an admin, or the second provider. */
export const quoteSources = ['feed', 'manual', 'extra'] as const;

/**
 * Where the closing odds of a market came from, and when that source last had them, in milliseconds since 1970; null if
 * nobody knows any more.
 */
export type Origin = { source: (typeof quoteSources)[number]; heardAt: number | null };

/** The quote of a game at its lock, and the teams that it is of; `lockedAt` in milliseconds since 1970. */
export type Closing = {
  homeTeamId: string;
  awayTeamId: string;
  lockedAt: number;
  quote: Quote;
  origins: Partial<Record<Market, Origin>>;
};

/** A leg of a settled ticket. */
export type SettledLeg = {
  gameId: string;
  sport: Sport;
  market: Market;
  side: Side;
  line: number | null;
  price: Price;
  /** Null while the leg of a ticket that another leg has lost is open. */
  grade: Grade | null;
  /** The teams at the bet. */
  homeTeamId: string;
  awayTeamId: string;
};

/** A settled ticket; `back` is what it paid back. */
export type SettledTicket = { stake: Cents; back: Cents; legs: readonly SettledLeg[] };

/** Why a leg cannot be compared with the close. Source: docs/decisions/luck-and-the-close.md. */
type LeftOut = 'manual' | 'old' | 'moved' | 'missing';

/** A member's settled bets beside the closing odds of their games. */
export type Luck = {
  /** Legs that were compared with the close, and how many of them had a price better than the fair one. */
  legs: number;
  beat: number;
  /** The mean of what these prices pay beyond the fair ones, in per cent with one decimal. Null without a leg. */
  edge: number | null;
  /** Legs that are void: no close has a say in them. */
  returned: number;
  /** Legs that were not compared, by the reason. */
  leftOut: Record<LeftOut, number>;
  /** Compared legs that decide the net: no push, and every leg of their ticket was compared. */
  legsInNet: number;
  /** Null with fewer than `fewestForLuck` legs in the net. */
  outcome: Outcome | null;
};

/** The tickets of which each leg was compared. */
type Outcome = {
  tickets: number;
  /** What they paid back minus what was staked, and what the close expected of that. */
  net: Cents;
  expected: Cents;
  /** The standard error of the net: two times out of three, luck alone moves it by less than this. */
  error: Cents;
  /** Whether the net is more than two standard errors from what the close expected: luck alone does so once in 20. */
  isBeyondLuck: boolean;
};

/** Chosen: of fewer legs the net says nothing about the player. */
export const fewestForLuck = 20;

/** Odds that their source last had more than three hours before the lock are no closing odds. */
export const oldMs = 3 * 3_600_000;

/**
 * The chances of each side of a market by its closing odds, without the bookmaker's margin: the share that each price
 * asks for, divided by the sum of these shares. Null unless every side of the market has a price.
 */
export function fairChances(sport: Sport, quote: Quote, market: Market): ReadonlyMap<Side, number> | null {
  const shares = sidesOf(sport, market).map((side) => {
    const offer = offerFor(sport, quote, market, side);
    return { side, share: offer ? 1 / decimalOf(offer.price) : Number.NaN };
  });
  const sum = shares.reduce((total, { share }) => total + share, 0);
  if (shares.length === 0 || Number.isNaN(sum)) return null;
  return new Map(shares.map(({ side, share }) => [side, share / sum]));
}

/** A leg with the fair chances of its market; `edge` is what its price pays beyond the fair one, as a share of a stake. */
type Judged = { leg: SettledLeg; chances: ReadonlyMap<Side, number>; chance: number; edge: number };

type ChancesOf = (leg: SettledLeg, closing: Closing) => ReadonlyMap<Side, number> | null;

function judge(leg: SettledLeg, closing: Closing | undefined, chancesOf: ChancesOf): Judged | LeftOut {
  const { sport, market, side, line, price } = leg;
  const origin = closing?.origins[market];
  if (!closing || !origin || !isOfSameSides(leg, closing)) return 'missing';
  if (origin.source === 'manual') return 'manual';
  if (origin.heardAt !== null && closing.lockedAt - origin.heardAt > oldMs) return 'old';
  const chances = chancesOf(leg, closing);
  const chance = chances?.get(side);
  if (!chances || chance === undefined) return 'missing';
  // The chance at one line says nothing certain about another.
  if (offerFor(sport, closing.quote, market, side)?.line !== line) return 'moved';
  return { leg, chances, chance, edge: decimalOf(price) * chance - 1 };
}

/** Whether both have the same teams at the same sides: else the closing odds are those of the other side or match. */
function isOfSameSides(leg: SettledLeg, closing: Closing): boolean {
  return leg.homeTeamId === closing.homeTeamId && leg.awayTeamId === closing.awayTeamId;
}

/** Works the chances of each market out once: members of many leagues have many legs on one game. */
function createChancesOf(): ChancesOf {
  const known = new Map<string, ReadonlyMap<Side, number> | null>();
  return ({ gameId, sport, market }, { quote }) => {
    const name = `${gameId} ${market}`;
    const chances = known.get(name) ?? fairChances(sport, quote, market);
    known.set(name, chances);
    return chances;
  };
}

/** `closings` has the closing quotes of the games of these tickets; a game may have none. */
export function luckOf(tickets: readonly SettledTicket[], closings: ReadonlyMap<string, Closing>): Luck {
  const leftOut: Luck['leftOut'] = { manual: 0, old: 0, moved: 0, missing: 0 };
  let [legs, beat, returned, edges, legsInNet] = [0, 0, 0, 0, 0];
  const positions = new Positions();
  const chancesOf = createChancesOf();
  for (const ticket of tickets) {
    // A parlay that is lost early waits for its other games, as one that may be won does: else the losers count first.
    if (ticket.legs.some(({ grade }) => grade === null)) continue;
    const played: Judged[] = [];
    let isWhole = true;
    for (const leg of ticket.legs) {
      if (leg.grade === 'void') {
        returned += 1;
        continue;
      }
      const judged = judge(leg, closings.get(leg.gameId), chancesOf);
      if (typeof judged === 'string') {
        leftOut[judged] += 1;
        isWhole = false;
        continue;
      }
      legs += 1;
      edges += judged.edge;
      if (judged.edge > 0) beat += 1;
      if (leg.grade !== 'push') played.push(judged);
    }
    if (!isWhole || played.length === 0) continue;
    legsInNet += played.length;
    positions.add(ticket, played);
  }
  return {
    legs,
    beat,
    edge: legs === 0 ? null : Math.round((1_000 * edges) / legs) / 10,
    returned,
    leftOut,
    legsInNet,
    outcome: legsInNet < fewestForLuck ? null : positions.outcome(),
  };
}

/**
 * What tickets return and how far luck moves that, by the fair chances of their legs. Pushed legs are left out, as in
 * the payout: the chances of the close are those of a game that does not end on the line.
 *
 * Singles on one market are one position, whose sides exclude each other; so are parlays of the same legs. All other
 * tickets count as independent.
 */
class Positions {
  #tickets = 0;
  #net = 0;
  #expected = 0;
  /** What the singles on a market return if a side of it wins. */
  readonly #markets = new Map<string, { chances: ReadonlyMap<Side, number>; returns: Map<Side, number> }>();
  /** What parlays of the same legs return together, and their chance. */
  readonly #parlays = new Map<string, { chance: number; returns: number }>();

  add({ stake, back }: SettledTicket, played: readonly Judged[]): void {
    const returns = played.reduce<number>((product, { leg }) => product * decimalOf(leg.price), stake);
    const chance = played.reduce((product, judged) => product * judged.chance, 1);
    this.#tickets += 1;
    this.#net += back - stake;
    this.#expected += returns * chance - stake;
    const [first] = played;
    if (first && played.length === 1) {
      const { gameId, market, side } = first.leg;
      const position = this.#markets.get(`${gameId} ${market}`) ?? { chances: first.chances, returns: new Map() };
      position.returns.set(side, (position.returns.get(side) ?? 0) + returns);
      this.#markets.set(`${gameId} ${market}`, position);
    } else {
      const names = played.map(({ leg: { gameId, market, side } }) => `${gameId} ${market} ${side}`);
      const name = names.sort().join();
      const position = this.#parlays.get(name) ?? { chance, returns: 0 };
      this.#parlays.set(name, { chance, returns: position.returns + returns });
    }
  }

  outcome(): Outcome {
    const markets = [...this.#markets.values()].map(({ chances, returns }) =>
      varianceOf([...returns].map(([side, amount]) => ({ chance: chances.get(side) ?? 0, amount }))),
    );
    const parlays = [...this.#parlays.values()].map(({ chance, returns }) => varianceOf([{ chance, amount: returns }]));
    const error = Math.sqrt([...markets, ...parlays].reduce((sum, variance) => sum + variance, 0));
    return {
      tickets: this.#tickets,
      net: cents(this.#net),
      expected: cents(Math.round(this.#expected)),
      error: cents(Math.round(error)),
      isBeyondLuck: Math.abs(this.#net - this.#expected) > 2 * error + roundingOf(this.#tickets),
    };
  }
}

/** The most that payouts lose or gain together because each is rounded to a hundredth. */
function roundingOf(tickets: number): number {
  return tickets / 2;
}

/** The variance of an amount that is 0 unless one of these cases, of which at most one happens, gives it. */
function varianceOf(cases: readonly { chance: number; amount: number }[]): number {
  const mean = cases.reduce((sum, { chance, amount }) => sum + chance * amount, 0);
  const rest = 1 - cases.reduce((sum, { chance }) => sum + chance, 0);
  // A sum of squares alone: a difference of large numbers comes out below 0 where nothing is left to luck.
  return cases.reduce((sum, { chance, amount }) => sum + chance * (amount - mean) ** 2, Math.max(0, rest) * mean ** 2);
}
