import { ranked } from '#shared/domain/balance.ts';
import {
  type FairPlay,
  headroom,
  isActiveWeek,
  isCountedWeek,
  isEligible,
  lateGrant,
  mayBeRescued,
  type PlacedTicket,
} from '#shared/domain/fair-play.ts';
import { type Cents, cents, fromWhole, startingBalance } from '#shared/domain/money.ts';
import { defaultPrice } from '#shared/domain/price.ts';
import { winnersOf } from '#shared/domain/recap.ts';
import { verdict } from '#shared/domain/settle.ts';
import { netOf, weekNumbered } from '#shared/domain/week.ts';
import { Chance } from '../feed/simulation/chance.ts';

export const weeksOfSeason = 17;

/** A bet that a member wants to place: its legs, and its stake as a percentage of the balance at the week's start. */
export type WantedBet = { legs: number; pct: number };

/** The bets of a member in every week. */
export type Style = { name: string; bets: readonly WantedBet[] };

/**
 * A member during a season.
 *
 * total     available + pending. Every bet is settled before the next week, so nothing is pending between weeks.
 * given     the grant and the rescue.
 * totals    after each week; null before the member joined.
 * nets      of each week; 0 before the member joined.
 * weeksWon  the numbers of the weeks with the highest net, if that is above zero.
 */
export type Player = {
  index: number;
  style: Style;
  joinsInWeek: number;
  total: Cents;
  given: Cents;
  rescuedInWeek: number | null;
  activeWeeks: number;
  totals: (Cents | null)[];
  nets: Cents[];
  weeksWon: number[];
};

export type Finish = { player: Player; total: Cents; rank: number; isEligible: boolean };

/**
 * How a season is played.
 *
 * joinsInWeek  the week in which the last member joins; 1 if all begin together.
 * instead      replaces the bets of a member's style in a week; null leaves them.
 */
export type Plan = {
  options: FairPlay;
  styles: readonly Style[];
  joinsInWeek?: number;
  instead?(player: Player, week: number, players: readonly Player[]): readonly WantedBet[] | null;
};

// The dates decide nothing but the order of the weeks.
const beganAt = new Date('2026-09-01T12:00:00Z');
const dayMs = 86_400_000;
const weeks = Array.from({ length: weeksOfSeason }, (_, at) => weekNumbered(at + 1, beganAt));
const gameStarts = weeks.map(({ startsAt }) => new Date(startsAt.getTime() + 5 * dayMs));

/**
 * Plays a season: in each week every member bets, all bets of the week are open together, and all are settled.
 * Every leg costs -110 and wins with probability one half. Equal seeds give every member the same luck under every
 * plan with the same bets.
 */
export function playSeason(plan: Plan, seed: string): Finish[] {
  const { options, styles, joinsInWeek = 1 } = plan;
  const players = styles.map((style, index) => newPlayer(index, style, index === styles.length - 1 ? joinsInWeek : 1));
  const luck = players.map(({ index }) => new Chance(`${seed} ${index}`));
  for (const { number } of weeks) {
    for (const player of players) begin(player, number, players, options);
    const present = players.filter((player) => player.joinsInWeek <= number);
    // Everybody decides on the standings of the week's start: nobody sees how others bet.
    const wanted = present.map((player) => plan.instead?.(player, number, players) ?? player.style.bets);
    for (const [at, player] of present.entries()) {
      const chance = luck[player.index];
      if (chance) playWeek(player, wanted[at] ?? [], options, chance);
    }
    award(present, number);
  }
  return ranked(players.map((player) => ({ player, total: player.total }))).map((row) => ({
    ...row,
    isEligible: isEligible(options.activeWeeksPct, claimOf(row.player, options)),
  }));
}

function newPlayer(index: number, style: Style, joinsInWeek: number): Player {
  const nothing = { total: cents(0), given: cents(0), rescuedInWeek: null, activeWeeks: 0 };
  return { index, style, joinsInWeek, ...nothing, totals: [], nets: [], weeksWon: [] };
}

/** Gives a member the grant in the week of joining, and the rescue in a later one. */
function begin(player: Player, week: number, players: readonly Player[], options: FairPlay): void {
  if (week < player.joinsInWeek) {
    player.totals.push(null);
    player.nets.push(cents(0));
  } else if (week === player.joinsInWeek) {
    const others = players.filter(({ joinsInWeek }) => joinsInWeek < week).map(({ total }) => total);
    give(player, week === 1 ? startingBalance : lateGrant(options.lateStart, others));
  } else if (options.rescue !== null && mayBeRescued(options.rescue, player.total, player.rescuedInWeek !== null)) {
    give(player, options.rescue);
    player.rescuedInWeek = week;
  }
}

function give(player: Player, amount: Cents): void {
  player.total = cents(player.total + amount);
  player.given = cents(player.given + amount);
}

/** Places what the league allows of the wanted bets, and settles it. */
function playWeek(player: Player, wanted: readonly WantedBet[], options: FairPlay, chance: Chance): void {
  const atStart = player.total;
  const placed: PlacedTicket[] = [];
  let pending = cents(0);
  let net = 0;
  for (const { legs, pct } of wanted) {
    const available = cents(atStart - pending);
    const room = headroom(options.maxInPlayPct, available, pending);
    const stake = stakeOf(Math.floor((atStart * pct) / 100), available, room);
    if (stake === null) continue;
    const count = Math.min(legs, options.maxLegs);
    placed.push({ stake, legs: legsOf(placed.length, count) });
    pending = cents(pending + stake);
    net += netOf({ stake, before: null, back: backOf(stake, count, chance.happens(0.5 ** count)) });
  }
  if (options.activeWeeksPct !== null && isActiveWeek(placed, atStart)) player.activeWeeks += 1;
  player.total = cents(atStart + net);
  player.totals.push(player.total);
  player.nets.push(cents(net));
}

/** Whole Ching, at least 1; null if the league does not allow even that. */
function stakeOf(wanted: number, available: Cents, room: Cents): Cents | null {
  const most = Math.min(available, room);
  const stake = fromWhole(Math.floor(Math.min(Math.max(wanted, 100), most) / 100));
  return stake > 0 ? stake : null;
}

const legCache = new Map<string, PlacedTicket['legs']>();

/** The legs of a member's ticket number `ticket` in a week, each on a game of its own. */
function legsOf(ticket: number, count: number): PlacedTicket['legs'] {
  const key = `${ticket} ${count}`;
  const found = legCache.get(key);
  if (found) return found;
  const legs = Array.from({ length: count }, (_, at) => {
    return { match: `${ticket} ${at}`, market: 'spread', side: 'home', price: defaultPrice } as const;
  });
  legCache.set(key, legs);
  return legs;
}

const wonCache = new Map<number, Cents>();

/**
 * The return of a ticket, by the verdict on its legs: nothing if one lost. The wins are cached, because the exact
 * fraction of a payout takes most of a season's time.
 */
export function backOf(stake: Cents, legs: number, isWon: boolean): Cents {
  const key = stake * 16 + legs;
  const cached = isWon ? wonCache.get(key) : cents(0);
  if (cached !== undefined) return cached;
  const won = Array.from({ length: legs }, () => ({ grade: 'won', price: defaultPrice }) as const);
  const back = verdict(stake, won)?.back ?? stake;
  if (wonCache.size < mostCached) wonCache.set(key, back);
  return back;
}

/** Chosen: nearly all wins of the seasons, in a few megabytes. */
const mostCached = 100_000;

/** Notes the week with those who won it. Only who bet has a net. */
function award(present: readonly Player[], week: number): void {
  const rows = present.map((player) => {
    const net = player.nets.at(-1) ?? cents(0);
    return { player, userId: String(player.index), net, bets: net === 0 ? 0 : 1, rank: 1 };
  });
  for (const { player } of winnersOf(rows)) player.weeksWon.push(week);
}

function claimOf(player: Player, { lateStart }: FairPlay) {
  return {
    activeWeeks: player.activeWeeks,
    countedWeeks: countedWeeks(player.joinsInWeek),
    isGuest: player.joinsInWeek > 1 && lateStart === 'guest',
    isRescued: player.rescuedInWeek !== null,
  };
}

const countedCache = new Map<number, number>();

function countedWeeks(joinsInWeek: number): number {
  const found = countedCache.get(joinsInWeek);
  if (found !== undefined) return found;
  const joinedAt = weeks[joinsInWeek - 1]?.startsAt ?? beganAt;
  const counted = weeks.filter((week) => isCountedWeek(week, gameStarts, { joinedAt, endsAt: null })).length;
  countedCache.set(joinsInWeek, counted);
  return counted;
}
