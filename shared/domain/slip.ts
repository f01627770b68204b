import { amountProblem, stakeOf, storedText, wholeOf } from './amount.ts';
import { type FairPlay, headroom } from './fair-play.ts';
import type { Terms } from './markets/market-rules.ts';
import { type Cents, cents, fromWhole, maxStake, showChing, showWhole, sumCents } from './money.ts';
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
  /** 'Spread Chiefs'. Source: docs/screens.md#names. */
  label: string;
  /** 'KC @ BUF'. */
  game: string;
  startsAt: Date;
};

export type SlipMode = 'individual' | 'parlay';

/** `amount` is the text of the input field as it was typed; `amount.ts` reads it. */
type SlipEntry = { pick: Pick; amount: string };

export type Slip = {
  mode: SlipMode;
  entries: readonly SlipEntry[];
  parlayAmount: string;
  /**
   * The entries whose amounts were summed into the parlay amount. Null in Individual mode, and once the player has
   * edited an amount.
   */
  carried: readonly SlipEntry[] | null;
  /** The bettor's words on each ticket of the slip, as typed; '' for none. */
  note: string;
};

/** The reason why the slip cannot be changed or placed: the title and text of its notification. */
export type SlipProblem = { title: string; message: string };

export const emptySlip: Slip = { mode: 'individual', entries: [], parlayAmount: '', carried: null, note: '' };

/** Fewest and most legs of a parlay. Source: docs/decisions/payout-rounded-once.md. */
export const minParlayLegs = 2;
export const maxLegs = 12;

export function isSamePick(a: Pick, b: Pick): boolean {
  return isSameMarket(a, b) && a.side === b.side;
}

function isSameMarket(a: Pick, b: Pick): boolean {
  return a.gameId === b.gameId && a.market === b.market;
}

/** Identifies a pick whatever its line and price. */
export function pickId({ gameId, market, side }: { gameId: string; market: Market; side: Side }): string {
  return `${gameId} ${market} ${side}`;
}

/**
 * Adds a pick to the slip, or removes it if it is on the slip already. Returns the new slip, or the problem.
 *
 * A pick on another side of the same market replaces the earlier pick and takes over its amount. A parlay accepts one
 * leg per game. Source: docs/screens.md#bet-slip; docs/decisions/one-leg-a-game.md.
 */
export function toggle(slip: Slip, pick: Pick): Slip | SlipProblem {
  if (slip.entries.some((entry) => isSamePick(entry.pick, pick))) return remove(slip, pick);
  const replacedAt = slip.entries.findIndex((entry) => isSameMarket(entry.pick, pick));
  if (replacedAt >= 0) {
    return withEntries(
      slip,
      slip.entries.map((entry, at) => (at === replacedAt ? { ...entry, pick } : entry)),
    );
  }
  if (slip.mode === 'parlay') {
    const other = slip.entries.find((entry) => entry.pick.gameId === pick.gameId);
    if (other) return sameGame(other.pick.game);
    if (slip.entries.length >= maxLegs) return parlayTooLong;
  }
  return withEntries(slip, [...slip.entries, { pick, amount: '' }]);
}

/** Removes a pick. A parlay of fewer than two picks becomes Individual again. Source: docs/screens.md#bet-slip. */
export function remove(slip: Slip, pick: Pick): Slip {
  return withEntries(
    slip,
    slip.entries.filter((entry) => !isSamePick(entry.pick, pick)),
  );
}

/** Whether a pick can be bet on, and at which line and price, according to the latest slate. */
export type Availability = {
  /** The time at which the slate was received, in milliseconds since 1970. */
  asOf: number;
  startsAt: Date;
  isLocked: boolean;
  /** The line and price on offer for the pick's side; null when its market is closed. */
  offer: Terms | null;
};

/**
 * Whether the offer has the pick's line, at its price or a better one: the server then accepts the pick.
 * Source: docs/decisions/prices-checked-by-the-server.md.
 */
export function isStillOffered(pick: Terms, offer: Terms | null): boolean {
  return offer !== null && offer.line === pick.line && isNoWorse(offer.price, pick.price);
}

/**
 * Sets the line and price of one pick, after the player has accepted the change.
 * Source: docs/decisions/prices-checked-by-the-server.md.
 */
export function reprice(slip: Slip, pick: Pick, { line, price }: Terms): Slip {
  const entries = slip.entries.map((entry) =>
    isSamePick(entry.pick, pick) ? { ...entry, pick: { ...entry.pick, line, price } } : entry,
  );
  return { ...slip, entries };
}

/** Sets the text in the amount field of one pick. Text that is not an amount blocks placing. */
export function setAmount(slip: Slip, pick: Pick, text: string): Slip {
  const amount = storedText(text);
  const entries = slip.entries.map((entry) => (isSamePick(entry.pick, pick) ? { ...entry, amount } : entry));
  return { ...slip, entries, carried: null };
}

/** Sets the text in the amount field of the parlay. Text that is not an amount blocks placing. */
export function setParlayAmount(slip: Slip, text: string): Slip {
  return { ...slip, parlayAmount: storedText(text), carried: null };
}

/**
 * Switches between Individual and Parlay. A parlay needs two picks; with fewer the slip does not change.
 *
 * The parlay amount starts as the sum of the individual amounts, or empty if one of them is no amount. Switching back
 * restores the earlier amounts if the parlay amount was not edited and the picks are the same. Otherwise the parlay
 * amount is split evenly, and the first picks get one Ching more where it does not divide. A parlay amount that is no
 * stake is never split. Source: docs/screens.md#bet-slip.
 */
export function setMode(slip: Slip, mode: SlipMode): Slip {
  if (mode === slip.mode) return slip;
  if (mode === 'parlay') {
    if (slip.entries.length < minParlayLegs) return slip;
    const amounts = slip.entries.map(({ amount }) => amount);
    const sum = problemOf(amounts) === null ? amounts.reduce((total, amount) => total + wholeOf(amount), 0) : 0;
    return { ...slip, mode, parlayAmount: sum > 0 ? String(sum) : '', carried: slip.entries };
  }
  const earlier = earlierAmounts(slip);
  const shares = earlier ?? split(wholeOf(slip.parlayAmount), slip.entries.length);
  const entries = slip.entries.map((entry, at) => ({ ...entry, amount: shares[at] ?? '' }));
  return { ...slip, mode, entries, parlayAmount: '', carried: null };
}

/**
 * The amounts before the switch to Parlay, in the present order of the picks. A pick that was added since has none, or
 * that of the pick that it replaced. Null if the parlay amount is split instead: the player has edited it, or it is a
 * stake and the picks have changed.
 */
function earlierAmounts({ entries, carried, parlayAmount }: Slip): string[] | null {
  if (carried === null) return null;
  const earlierOf = (pick: Pick) => carried.find((entry) => isSamePick(entry.pick, pick));
  const isChanged = entries.length !== carried.length || entries.some(({ pick }) => !earlierOf(pick));
  if (isChanged && stakeOf(parlayAmount) !== null) return null;
  return entries.map((entry) => (earlierOf(entry.pick) ?? entry).amount);
}

/**
 * Splits whole Ching evenly over `count` fields; the first fields get the remainder. A share of 0 is an empty field.
 */
function split(whole: number, count: number): string[] {
  return Array.from({ length: count }, (_, at) => {
    const share = Math.floor(whole / count) + (at < whole % count ? 1 : 0);
    return share > 0 ? String(share) : '';
  });
}

function withEntries(slip: Slip, entries: readonly SlipEntry[]): Slip {
  const next = { ...slip, entries, note: entries.length === 0 ? '' : slip.note };
  if (slip.mode === 'individual' || entries.length >= minParlayLegs) return next;
  return setMode(next, 'individual');
}

/** The sum of the stakes that the slip would place, in Cents. Invalid amounts count as 0. */
export function totalStake(slip: Slip): Cents {
  return sumCents(ticketsOn(slip).map(({ stake }) => stake));
}

/** What a league lets the player stake: `pending` is what is open there already. */
export type StakeLimits = { available: Cents; pending: Cents; fairPlay: FairPlay };

/** The most that a slip may cost in the league: what is available, and no more than its cap leaves. */
export function mostStake({ available, pending, fairPlay }: StakeLimits): Cents {
  return cents(Math.max(0, Math.min(available, headroom(fairPlay.maxInPlayPct, available, pending))));
}

/**
 * Why a slip is against the league's options of fair play; null if it is not, or if it costs more than is available,
 * which is judged first.
 */
export function fairPlayProblem(slip: Slip, limits: StakeLimits): SlipProblem | null {
  const { available, pending, fairPlay } = limits;
  const total = totalStake(slip);
  if (total <= available && total > mostStake(limits)) {
    return overCap(fairPlay.maxInPlayPct, headroom(fairPlay.maxInPlayPct, available, pending));
  }
  const isTooLong = slip.mode === 'parlay' && slip.entries.length > fairPlay.maxLegs;
  return isTooLong ? tooManyLegs(fairPlay.maxLegs) : null;
}

/**
 * The reason why the slip cannot be placed with `available` Cents; null if it can. The league may have rules of its own:
 * `fairPlayProblem`. Source: docs/screens.md#bet-slip.
 */
export function slipProblem(slip: Slip, available: Cents): SlipProblem | null {
  const problem = slip.mode === 'parlay' ? parlayProblem(slip) : singlesProblem(slip);
  if (problem) return problem;
  const total = totalStake(slip);
  if (total > available) return insufficientBalance(slip.mode, total, available);
  return ticketsOn(slip).some(({ stake, prices }) => passesMaxPayout(stake, prices)) ? payoutTooHigh : null;
}

/** The tickets that the slip would place: one for each pick, or one parlay. */
export function ticketsOn(slip: Slip): { stake: Cents; prices: Price[] }[] {
  const stakeIn = (text: string) => stakeOf(text) ?? cents(0);
  if (slip.mode === 'individual') {
    return slip.entries.map(({ pick, amount }) => ({ stake: stakeIn(amount), prices: [pick.price] }));
  }
  return [{ stake: stakeIn(slip.parlayAmount), prices: slip.entries.map(({ pick }) => pick.price) }];
}

function singlesProblem(slip: Slip): SlipProblem | null {
  const amounts = slip.entries.map((entry) => entry.amount);
  if (amounts.length > 0 && amounts.every((amount) => stakeOf(amount) !== null)) return null;
  const message = problemOf(amounts);
  if (message) return { title: 'Invalid Bet Amounts', message };
  return { title: 'Missing Bet Amounts', message: 'Please enter amounts for all selected bets' };
}

/** Says what is wrong with the first of the texts that is no amount; null if there is none. */
function problemOf(amounts: readonly string[]): string | null {
  return amounts.map(amountProblem).find((problem) => problem !== null) ?? null;
}

function parlayProblem(slip: Slip): SlipProblem | null {
  if (slip.entries.length < minParlayLegs) return parlayTooShort;
  if (slip.entries.length > maxLegs) return parlayTooLong;
  const repeated = slip.entries.find((entry, at) =>
    slip.entries.some((other, index) => index < at && other.pick.gameId === entry.pick.gameId),
  );
  if (repeated) return sameGame(repeated.pick.game);
  if (stakeOf(slip.parlayAmount) !== null) return null;
  return { title: 'Missing Parlay Amount', message: 'Please enter a valid parlay amount' };
}

export const parlayTooShort: SlipProblem = { title: 'Parlay Requirements', message: 'Parlay requires at least 2 bets' };

export const parlayTooLong: SlipProblem = {
  title: 'Parlay Requirements',
  message: `A parlay takes at most ${maxLegs} bets`,
};

/** Source: docs/decisions/payout-rounded-once.md. */
export const payoutTooHigh: SlipProblem = {
  title: 'Payout Limit',
  message: `A bet may return at most ${showChing(maxPayout)}`,
};

/** A changed line or price needs the player's consent. Source: docs/decisions/prices-checked-by-the-server.md. */
export const oddsChanged: SlipProblem = {
  title: 'Odds Changed',
  message: 'Accept the new odds, or remove those bets, to go on',
};

/**
 * Legs of one game depend on each other, so multiplied prices would be wrong. Source: docs/decisions/one-leg-a-game.md.
 */
export function sameGame(game: string): SlipProblem {
  return { title: 'Parlay Requirements', message: `A parlay takes one bet per game, and ${game} is on it already` };
}

export function insufficientBalance(mode: SlipMode, total: Cents, available: Cents): SlipProblem {
  const what = mode === 'parlay' ? 'Parlay amount' : 'Total bet amount';
  return {
    title: 'Insufficient Balance',
    message: `${what} (${showChing(total)}) exceeds your available balance (${showChing(available)}) in this league`,
  };
}

/** The cap of a league on open stakes. `headroom`: what may still be staked. */
export function overCap(maxInPlayPct: number, headroom: Cents): SlipProblem {
  const most = `Fair play: at most ${maxInPlayPct}% of your balance may be in open bets.`;
  return { title: 'Fair Play', message: `${most} You can stake ${showWhole(headroom)} more.` };
}

export function tooManyLegs(most: number): SlipProblem {
  return { title: 'Parlay Requirements', message: `This league allows parlays of up to ${most} legs.` };
}

export type SlipLeague = { id: string; name: string; allowedSports: AllowedSports };

/** The leagues that allow the sport of the slip's first pick. Source: docs/screens.md#bet-slip. */
export function leaguesFor<T extends SlipLeague>(slip: Slip, leagues: readonly T[]): T[] {
  const sport = slip.entries[0]?.pick.sport;
  return sport ? leagues.filter((league) => allowsSport(league.allowedSports, sport)) : [...leagues];
}

/** The reason why the player cannot choose any league; null if there is one. Source: docs/screens.md#bet-slip. */
export function leaguesProblem(slip: Slip, leagues: readonly SlipLeague[]): string | null {
  if (leagues.length === 0) return 'You need to join a league to place bets';
  const sport = slip.entries[0]?.pick.sport;
  if (leaguesFor(slip, leagues).length > 0) return null;
  return `No leagues allow ${sport} bets. Contact league commissioners to update sport restrictions.`;
}

/** The picks that the league does not allow. They block placing. Source: docs/decisions/allowed-sports.md. */
export function disallowed(slip: Slip, league: SlipLeague): Pick[] {
  return slip.entries.map((entry) => entry.pick).filter((pick) => !allowsSport(league.allowedSports, pick.sport));
}

/**
 * Adds whole Ching to the text of an amount field, up to `available` and `maxStake`. An amount of 0 is empty. A text
 * that is no amount stays: its field says what is wrong with it.
 */
export function addToAmount(amount: string, add: number, available: Cents): string {
  if (amountProblem(amount) !== null) return amount;
  const wanted = wholeOf(amount) + add;
  const most = Math.floor(Math.max(available, 0) / fromWhole(1));
  return String(Math.min(wanted, most, maxStake) || '');
}
