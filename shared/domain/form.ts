import { addDays, easternDay, startOfDay } from './eastern.ts';
import type { Grade } from './grade.ts';
import { type Cents, cents } from './money.ts';
import { combinedPrice, type Price } from './price.ts';
import { raceMoments } from './race.ts';
import { type Market, markets } from './side.ts';
import { type Sport, sports } from './sport.ts';
import { weekOf } from './week.ts';

/** A settled ticket as a form counts it. Times are in milliseconds since 1970. */
export type SettledTicket = {
  grade: Grade;
  stake: Cents;
  /** The amount that it paid back. */
  back: Cents;
  placedAt: number;
  settledAt: number;
  /** All legs, with the prices at which they were placed. */
  legs: readonly { sport: Sport; market: Market; price: Price }[];
};

/** What a settled ticket was for its member. A push and a void are both returned. */
export const outcomes = ['won', 'lost', 'returned'] as const;
export type Outcome = (typeof outcomes)[number];

/** Days of the week by their numbers: 0 is Sunday. */
export const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** The rows of each split, in the order of the screen. A ticket counts in one row of each split. */
export const splitRows = {
  /** `several`: a parlay on more than one sport. */
  sport: [...sports, 'several'],
  market: [...markets, 'parlay'],
  price: ['favorite', 'even', 'longshot'],
  /** The Eastern day on which the ticket was placed. */
  day: weekdays,
} as const;
export type Split = keyof typeof splitRows;
export type RowOf<S extends Split> = (typeof splitRows)[S][number];

/** Chosen: prices from here on are favorites below zero and longshots above. */
const bandEdge = 150;

/** Of fewer bets a share of wins says nothing. Source: docs/screens.md#form. */
export const fewestForShare = 20;

/** The outcomes of the last tickets that a form lists. Chosen: as many as fit on one line of a phone. */
export const mostLast = 18;

type Tally = {
  won: number;
  lost: number;
  returned: number;
  /** What was paid back minus what was staked. */
  net: Cents;
};

export type SplitRow<S extends Split = Split> = Tally & {
  row: RowOf<S>;
  /** The share won of the bets that were won or lost, in per cent with one decimal. Null if there are too few bets. */
  share: number | null;
  /** The share that the prices of these same bets ask for to end even. Null with `share`. */
  needed: number | null;
};

/** The bets of a week of leagues, Tuesday to Tuesday; `startsAt` in milliseconds since 1970. */
type FormWeek = { startsAt: number; net: Cents };

export type Form = Tally & {
  staked: Cents;
  /** The price that asks for the mean of the shares which all prices ask for. Null without a bet. */
  averagePrice: Price | null;
  /** The won ticket with the highest profit. */
  biggestWin: { settledAt: number; profit: Cents; price: Price; legs: number } | null;
  /** The weeks with the highest and the lowest net. Null until bets were settled in two weeks. */
  weeks: { best: FormWeek; worst: FormWeek } | null;
  /** The wins or losses in a row at the end. A returned bet neither ends a streak nor counts in it. */
  streak: { outcome: 'won' | 'lost'; length: number } | null;
  longestWon: number;
  longestLost: number;
  /** The last outcomes, the oldest first. */
  last: readonly Outcome[];
  /** Net over time, the oldest first, from 0 at the first bet to the net; empty without a settled bet. */
  points: readonly { at: number; net: Cents }[];
  /** The rows with a bet. */
  splits: { [S in Split]: SplitRow<S>[] };
};

/** The form of a member from all settled tickets, in any order. */
export function formOf(tickets: readonly SettledTicket[]): Form {
  const ordered = [...tickets].sort((one, other) => one.settledAt - other.settledAt);
  const total = new Sums();
  const splits = {
    sport: new SplitSums<'sport'>(),
    market: new SplitSums<'market'>(),
    price: new SplitSums<'price'>(),
    day: new SplitSums<'day'>(),
  };
  const weekdayOf = weekdayFinder();
  const [weeks, streaks] = [new WeekSums(), new Streaks()];
  let staked = 0;
  let biggestWin: Form['biggestWin'] = null;
  for (const ticket of ordered) {
    const price = priceOf(ticket);
    const bet = { outcome: outcomeOf(ticket.grade), net: ticket.back - ticket.stake, needed: neededOf(price) };
    total.add(bet);
    splits.sport.add(sportRow(ticket), bet);
    splits.market.add(marketRow(ticket), bet);
    splits.price.add(priceRow(price), bet);
    splits.day.add(weekdayOf(ticket.placedAt), bet);
    weeks.add(ticket.settledAt, bet.net);
    streaks.add(bet.outcome);
    staked += ticket.stake;
    if (bet.outcome === 'won' && bet.net > (biggestWin?.profit ?? -1))
      biggestWin = { settledAt: ticket.settledAt, profit: cents(bet.net), price, legs: ticket.legs.length };
  }
  return {
    ...total.tally(),
    staked: cents(staked),
    averagePrice: ordered.length === 0 ? null : priceFor(total.needed / ordered.length),
    biggestWin,
    weeks: weeks.extremes(),
    ...streaks.result(),
    points: pointsOf(ordered),
    splits: {
      sport: splits.sport.rows(splitRows.sport),
      market: splits.market.rows(splitRows.market),
      price: splits.price.rows(splitRows.price),
      day: splits.day.rows(splitRows.day),
    },
  };
}

export function outcomeOf(grade: Grade): Outcome {
  return grade === 'won' || grade === 'lost' ? grade : 'returned';
}

/** The price at which a ticket was placed: of all its legs together, also those that were returned. */
function priceOf({ legs: [first, ...others] }: SettledTicket): Price {
  if (!first) throw new Error('a ticket has a leg');
  return others.length === 0 ? first.price : combinedPrice([first.price, ...others.map(({ price }) => price)]);
}

/** The share of wins, from 0 to 1, with which bets at a price end even. */
function neededOf(price: Price): number {
  const size = Math.abs(price);
  return price > 0 ? 100 / (100 + size) : size / (100 + size);
}

/** The price that asks for a share: the inverse of `neededOf`, as a whole number. */
function priceFor(share: number): Price {
  const price = share > 0.5 ? (-100 * share) / (1 - share) : (100 * (1 - share)) / share;
  return Math.round(price) as Price;
}

function sportRow({ legs }: SettledTicket): RowOf<'sport'> {
  const [first] = legs;
  return first && legs.every(({ sport }) => sport === first.sport) ? first.sport : 'several';
}

function marketRow({ legs: [first, ...others] }: SettledTicket): RowOf<'market'> {
  return first && others.length === 0 ? first.market : 'parlay';
}

function priceRow(price: Price): RowOf<'price'> {
  if (Math.abs(price) < bandEdge) return 'even';
  return price < 0 ? 'favorite' : 'longshot';
}

/**
 * A function that finds the Eastern weekday of a time. An Eastern day begins within a day of UTC, so two Eastern days
 * are enough for each; to ask the time zone for each of thousands of bets would take 50 ms.
 */
function weekdayFinder(): (at: number) => RowOf<'day'> {
  const known = new Map<number, { secondBegins: number; first: number }>();
  return (at) => {
    const utcDay = Math.floor(at / 86_400_000);
    let day = known.get(utcDay);
    if (!day) {
      const first = easternDay(new Date(utcDay * 86_400_000));
      const secondBegins = startOfDay(addDays(first, 1)).getTime();
      day = { secondBegins, first: new Date(`${first}T00:00:00Z`).getUTCDay() };
      known.set(utcDay, day);
    }
    return weekdays[(day.first + (at < day.secondBegins ? 0 : 1)) % 7] ?? 'Sunday';
  };
}

type Bet = { outcome: Outcome; net: number; needed: number };

/** Sums over bets. */
class Sums {
  readonly #counts = { won: 0, lost: 0, returned: 0 };
  #net = 0;
  #neededOfDecided = 0;
  /** The sum of the shares that the prices ask for. */
  needed = 0;

  add({ outcome, net, needed }: Bet): void {
    this.#counts[outcome] += 1;
    this.#net += net;
    this.needed += needed;
    if (outcome !== 'returned') this.#neededOfDecided += needed;
  }

  tally(): Tally {
    return { ...this.#counts, net: cents(this.#net) };
  }

  shares(): Pick<SplitRow, 'share' | 'needed'> {
    const { won, lost, returned } = this.#counts;
    const decided = won + lost;
    if (decided + returned < fewestForShare || decided === 0) return { share: null, needed: null };
    return { share: perCent(won / decided), needed: perCent(this.#neededOfDecided / decided) };
  }
}

const perCent = (share: number) => Math.round(share * 1_000) / 10;

class SplitSums<S extends Split> {
  readonly #rows = new Map<RowOf<S>, Sums>();

  add(row: RowOf<S>, bet: Bet): void {
    const sums = this.#rows.get(row) ?? new Sums();
    this.#rows.set(row, sums);
    sums.add(bet);
  }

  rows(order: readonly RowOf<S>[]): SplitRow<S>[] {
    return order.flatMap((row) => {
      const sums = this.#rows.get(row);
      return sums ? [{ row, ...sums.tally(), ...sums.shares() }] : [];
    });
  }
}

/** Nets of weeks. Bets are added in the order of their settling, so that the calendar is asked once a week. */
class WeekSums {
  readonly #weeks: { startsAt: number; endsAt: number; net: number }[] = [];

  add(at: number, net: number): void {
    const newest = this.#weeks.at(-1);
    if (newest && at < newest.endsAt) {
      newest.net += net;
      return;
    }
    const { startsAt, endsAt } = weekOf(new Date(at), new Date(at));
    this.#weeks.push({ startsAt: startsAt.getTime(), endsAt: endsAt.getTime(), net });
  }

  extremes(): Form['weeks'] {
    const [first, second] = this.#weeks;
    if (!first || !second) return null;
    let [best, worst] = [first, first];
    for (const week of this.#weeks) {
      if (week.net > best.net) best = week;
      if (week.net < worst.net) worst = week;
    }
    const shown = ({ startsAt, net }: typeof first) => ({ startsAt, net: cents(net) });
    return { best: shown(best), worst: shown(worst) };
  }
}

class Streaks {
  #current: Form['streak'] = null;
  readonly #longest = { won: 0, lost: 0 };
  readonly #last: Outcome[] = [];

  add(outcome: Outcome): void {
    this.#last.push(outcome);
    if (this.#last.length > mostLast) this.#last.shift();
    if (outcome === 'returned') return;
    const length = this.#current?.outcome === outcome ? this.#current.length + 1 : 1;
    this.#current = { outcome, length };
    this.#longest[outcome] = Math.max(this.#longest[outcome], length);
  }

  result(): Pick<Form, 'streak' | 'longestWon' | 'longestLost' | 'last'> {
    return {
      streak: this.#current,
      longestWon: this.#longest.won,
      longestLost: this.#longest.lost,
      last: this.#last,
    };
  }
}

/**
 * Net over time, in at most `mostPoints` points (race.ts): of several bets within a short time the last stands for all.
 * In up to 198 weeks the last bet of each week is a point.
 */
function pointsOf(ordered: readonly SettledTicket[]): { at: number; net: Cents }[] {
  const [first, last] = [ordered[0], ordered.at(-1)];
  if (!first || !last) return [];
  const moments = raceMoments(new Date(first.settledAt), new Date(last.settledAt)).map((moment) => moment.getTime());
  const points = [{ at: Math.min(first.placedAt, first.settledAt), net: cents(0) }];
  let net = 0;
  let part = 0;
  for (const [index, { settledAt, back, stake }] of ordered.entries()) {
    net += back - stake;
    while (settledAt >= (moments[part] ?? Number.POSITIVE_INFINITY)) part += 1;
    const next = ordered[index + 1];
    const isLastOfPart = !next || next.settledAt >= (moments[part] ?? Number.POSITIVE_INFINITY);
    if (isLastOfPart) points.push({ at: settledAt, net: cents(net) });
  }
  return points;
}
