import { type Cents, cents, fromWhole, maxStake, parseStake, showChing, sumCents } from './money.ts';
import { isNoWorse, maxPayout, type Price, passesMaxPayout } from './price.ts';
import type { Market, Side } from './side.ts';
import { type AllowedSports, allowsSport, type Sport } from './sport.ts';

/** A leg still on the slip, with the line and price that the player saw. */
export type Pick = {
  gameId: string;
  sport: Sport;
  market: Market;
  side: Side;
  line: number | null;
  price: Price;
  /** As section 9 of the specification labels bets: 'Spread Chiefs'. */
  label: string;
  /** 'KC @ BUF'. */
  game: string;
  startsAt: Date;
};

/** What a pick is taken at: line and price. */
export type Terms = { line: number | null; price: Price };

export type SlipMode = 'individual' | 'parlay';

/** `amount` is what stands in the field: digits only, possibly none. */
type SlipEntry = { pick: Pick; amount: string };

export type Slip = {
  mode: SlipMode;
  entries: readonly SlipEntry[];
  parlayAmount: string;
  /** What the parlay amount was summed from; null in Individual mode and once that amount was changed by hand. */
  carried: readonly SlipEntry[] | null;
};

/** A no in the specification's words: the title and text of its toast. */
export type SlipRefusal = { title: string; message: string };

export const emptySlip: Slip = { mode: 'individual', entries: [], parlayAmount: '', carried: null };

/** Ticket sizes. Source: design D2. */
export const minParlayLegs = 2;
export const maxLegs = 12;

export function isSamePick(a: Pick, b: Pick): boolean {
  return isSameMarket(a, b) && a.side === b.side;
}

function isSameMarket(a: Pick, b: Pick): boolean {
  return a.gameId === b.gameId && a.market === b.market;
}

/**
 * The slip after a tap on an odds button, or why it stays as it is.
 *
 * The same pick again takes it off; the other side of a market replaces the first and keeps its amount. A parlay takes
 * one leg per game. Source: screens, "Slip"; design D6.
 */
export function toggle(slip: Slip, pick: Pick): Slip | SlipRefusal {
  if (slip.entries.some((entry) => isSamePick(entry.pick, pick))) return remove(slip, pick);
  const replaces = slip.entries.findIndex((entry) => isSameMarket(entry.pick, pick));
  if (replaces >= 0) {
    return changed(
      slip,
      slip.entries.map((entry, at) => (at === replaces ? { ...entry, pick } : entry)),
    );
  }
  if (slip.mode === 'parlay') {
    const rival = slip.entries.find((entry) => entry.pick.gameId === pick.gameId);
    if (rival) return sameGame(rival.pick.game);
    if (slip.entries.length >= maxLegs) return parlayTooLong;
  }
  return changed(slip, [...slip.entries, { pick, amount: '' }]);
}

/** The slip without a pick; below two picks it is Individual again. Source: spec §4. */
export function remove(slip: Slip, pick: Pick): Slip {
  return changed(
    slip,
    slip.entries.filter((entry) => !isSamePick(entry.pick, pick)),
  );
}

/** Where the game of a pick stands, by the slate that came last. */
export type Availability = {
  /** When that slate came, in milliseconds. */
  asOf: number;
  startsAt: Date;
  isLocked: boolean;
  /** What is offered on the pick's side; null when its market is closed. */
  offer: Terms | null;
};

/** Whether a pick is taken as the player saw it: the same line, and the same or a better price. Source: design D7. */
export function isStillOffered(pick: Terms, offer: Terms | null): boolean {
  return offer !== null && offer.line === pick.line && isNoWorse(offer.price, pick.price);
}

/** The slip with the line and price of one pick renewed: the player accepted that they moved. Source: design D7. */
export function reprice(slip: Slip, pick: Pick, { line, price }: Terms): Slip {
  const entries = slip.entries.map((entry) =>
    isSamePick(entry.pick, pick) ? { ...entry, pick: { ...entry.pick, line, price } } : entry,
  );
  return { ...slip, entries };
}

/** The slip with the amount of one pick as typed; text that is no amount leaves it as it was. */
export function setAmount(slip: Slip, pick: Pick, text: string): Slip {
  const amount = typed(text);
  if (amount === null) return slip;
  const entries = slip.entries.map((entry) => (isSamePick(entry.pick, pick) ? { ...entry, amount } : entry));
  return { ...slip, entries, carried: null };
}

/** The slip with the parlay amount as typed; text that is no amount leaves it as it was. */
export function setParlayAmount(slip: Slip, text: string): Slip {
  const parlayAmount = typed(text);
  return parlayAmount === null ? slip : { ...slip, parlayAmount, carried: null };
}

/**
 * The slip in the other mode; a parlay needs two picks.
 *
 * To parlay: the sum of the individual amounts. Back: the earlier amounts if the parlay amount was not touched and the
 * picks are the same, else an even split with one Ching more for the first ones. Source: spec §4; screens, "Slip".
 */
export function setMode(slip: Slip, mode: SlipMode): Slip {
  if (mode === slip.mode) return slip;
  if (mode === 'parlay') {
    if (slip.entries.length < minParlayLegs) return slip;
    const sum = slip.entries.reduce((total, entry) => total + Number(entry.amount), 0);
    return { ...slip, mode, parlayAmount: sum > 0 ? String(sum) : '', carried: slip.entries };
  }
  const earlier = earlierAmounts(slip);
  const shares = earlier ?? split(Number(slip.parlayAmount), slip.entries.length);
  const entries = slip.entries.map((entry, at) => ({ ...entry, amount: shares[at] ?? '' }));
  return { ...slip, mode, entries, parlayAmount: '', carried: null };
}

/** The amounts before the picks became a parlay, in their present order; null when the picks are not the same ones. */
function earlierAmounts({ entries, carried }: Slip): string[] | null {
  if (carried?.length !== entries.length) return null;
  const amounts = entries.flatMap(({ pick }) => carried.find((entry) => isSamePick(entry.pick, pick))?.amount ?? []);
  return amounts.length === entries.length ? amounts : null;
}

/** Whole Ching split evenly over `count` fields, one more for the first ones; nothing stays nothing. */
function split(whole: number, count: number): string[] {
  return Array.from({ length: count }, (_, at) => {
    const share = Math.floor(whole / count) + (at < whole % count ? 1 : 0);
    return share > 0 ? String(share) : '';
  });
}

function changed(slip: Slip, entries: readonly SlipEntry[]): Slip {
  const next = { ...slip, entries };
  if (slip.mode === 'individual' || entries.length >= minParlayLegs) return next;
  return setMode(next, 'individual');
}

/** What a field holds after `text` was typed or pasted: up to seven digits, or none; null when it is anything else. Source: spec §5. */
function typed(text: string): string | null {
  return /^0*((?:[1-9]\d{0,6})?)$/.exec(text)?.[1] ?? null;
}

/** What the slip would stake in all, in Cents; unusable amounts count as nothing. */
export function totalStake(slip: Slip): Cents {
  return sumCents(tickets(slip).map(({ stake }) => stake));
}

/** Why the slip cannot be placed from `available`, in the specification's words; null when it can. Source: spec §5. */
export function refuse(slip: Slip, available: Cents): SlipRefusal | null {
  const refusal = slip.mode === 'parlay' ? refuseParlay(slip) : refuseSingles(slip);
  if (refusal) return refusal;
  const total = totalStake(slip);
  if (total > available) return insufficientBalance(slip.mode, total, available);
  return tickets(slip).some(({ stake, prices }) => passesMaxPayout(stake, prices)) ? payoutTooHigh : null;
}

/** What the slip would place, ticket by ticket. */
function tickets(slip: Slip): { stake: Cents; prices: Price[] }[] {
  const stakeIn = (text: string) => parseStake(text) ?? cents(0);
  if (slip.mode === 'individual') {
    return slip.entries.map(({ pick, amount }) => ({ stake: stakeIn(amount), prices: [pick.price] }));
  }
  return [{ stake: stakeIn(slip.parlayAmount), prices: slip.entries.map(({ pick }) => pick.price) }];
}

function refuseSingles(slip: Slip): SlipRefusal | null {
  if (slip.entries.length > 0 && slip.entries.every((entry) => parseStake(entry.amount) !== null)) return null;
  return { title: 'Missing Bet Amounts', message: 'Please enter amounts for all selected bets' };
}

function refuseParlay(slip: Slip): SlipRefusal | null {
  if (slip.entries.length < minParlayLegs) return parlayTooShort;
  if (slip.entries.length > maxLegs) return parlayTooLong;
  const twice = slip.entries.find((entry, at) =>
    slip.entries.some((other, index) => index < at && other.pick.gameId === entry.pick.gameId),
  );
  if (twice) return sameGame(twice.pick.game);
  if (parseStake(slip.parlayAmount) !== null) return null;
  return { title: 'Missing Parlay Amount', message: 'Please enter a valid parlay amount' };
}

export const parlayTooShort: SlipRefusal = { title: 'Parlay Requirements', message: 'Parlay requires at least 2 bets' };

export const parlayTooLong: SlipRefusal = {
  title: 'Parlay Requirements',
  message: `A parlay takes at most ${maxLegs} bets`,
};

/** Source: design D2. */
export const payoutTooHigh: SlipRefusal = {
  title: 'Payout Limit',
  message: `A bet may return at most ${showChing(maxPayout)}`,
};

/** Source: design D7: what moved is placed only after the player has said yes to it. */
export const oddsChanged: SlipRefusal = {
  title: 'Odds Changed',
  message: 'Accept the new odds, or remove those bets, to go on',
};

/** Source: design D6: multiplied prices would misprice legs of one game. */
export function sameGame(game: string): SlipRefusal {
  return { title: 'Parlay Requirements', message: `A parlay takes one bet per game, and ${game} is on it already` };
}

export function insufficientBalance(mode: SlipMode, total: Cents, available: Cents): SlipRefusal {
  const what = mode === 'parlay' ? 'Parlay amount' : 'Total bet amount';
  return {
    title: 'Insufficient Balance',
    message: `${what} (${showChing(total)}) exceeds your available balance (${showChing(available)}) in this league`,
  };
}

export type SlipLeague = { id: string; name: string; allowedSports: AllowedSports };

/** The leagues offered for a slip: those that allow the sport of its first pick. Source: spec §5. */
export function leaguesFor<T extends SlipLeague>(slip: Slip, leagues: readonly T[]): T[] {
  const sport = slip.entries[0]?.pick.sport;
  return sport ? leagues.filter((league) => allowsSport(league.allowedSports, sport)) : [...leagues];
}

/** Why there is no league to choose; null when there is one. Source: spec §2, "Bet slip and confirm modal". */
export function refuseLeagues(slip: Slip, leagues: readonly SlipLeague[]): string | null {
  if (leagues.length === 0) return 'You need to join a league to place bets';
  const sport = slip.entries[0]?.pick.sport;
  if (leaguesFor(slip, leagues).length > 0) return null;
  return `No leagues allow ${sport} bets. Contact league commissioners to update sport restrictions.`;
}

/** The picks that the chosen league does not allow: they are marked and block placing. Source: design D13. */
export function disallowed(slip: Slip, league: SlipLeague): Pick[] {
  return slip.entries.map((entry) => entry.pick).filter((pick) => !allowsSport(league.allowedSports, pick.sport));
}

/** A quick stake in whole Ching added to a field, never past `available` or the most that a ticket stakes. */
export function addToAmount(amount: string, add: number, available: Cents): string {
  const wanted = Number(amount) + add;
  const most = Math.floor(Math.max(available, 0) / fromWhole(1));
  return String(Math.min(wanted, most, maxStake) || '');
}
