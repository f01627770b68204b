import { type Cents, cents, fromWhole, startingBalance, sumCents } from './money.ts';
import { combinedPrice, type Price } from './price.ts';
import type { Market } from './side.ts';
import type { Week } from './week.ts';

/** The grant of those who join after the first frozen week. `guest`: the usual grant without a claim to the title. */
export const lateStarts = ['full', 'median', 'guest'] as const;
export type LateStart = (typeof lateStarts)[number];

/**
 * The options of a league.
 *
 * activeWeeksPct  the percentage of counted weeks in which a champion must have been active; null asks for none.
 * maxInPlayPct    the most that open stakes may be, as a percentage of available + pending.
 * rescue          what a member with almost nothing may take once, giving up the title; null if there is none.
 * maxLegs         the most legs of a parlay.
 */
export type FairPlay = {
  activeWeeksPct: number | null;
  maxInPlayPct: number;
  lateStart: LateStart;
  rescue: Cents | null;
  maxLegs: number;
};

const fairPlayOptions = [
  'activeWeeksPct',
  'maxInPlayPct',
  'lateStart',
  'rescue',
  'maxLegs',
] as const satisfies (keyof FairPlay)[];

/** `classic` asks nothing: the highest balance wins. Source of the figures of `fairPlay`: docs/fair-play.md. */
export const presets = {
  classic: { activeWeeksPct: null, maxInPlayPct: 100, lateStart: 'full', rescue: null, maxLegs: 12 },
  fairPlay: { activeWeeksPct: 75, maxInPlayPct: 25, lateStart: 'median', rescue: fromWhole(250), maxLegs: 6 },
} as const satisfies Record<string, FairPlay>;

/** Chosen: open stakes may always be so much, so that a small balance can still be played with. */
const alwaysInPlay = fromWhole(10);

/** Whether the options are Classic: nothing but the balance decides. */
export function isClassic(options: FairPlay): boolean {
  return isSameFairPlay(options, presets.classic);
}

export function isSameFairPlay(one: FairPlay, other: FairPlay): boolean {
  return fairPlayOptions.every((option) => one[option] === other[option]);
}

/**
 * The stake that the cap alone still allows a member besides the open stakes: whole Ching, rounded down, never below 0.
 * It may be more than is available: an insufficient balance is refused first.
 */
export function headroom(maxInPlayPct: number, available: Cents, pending: Cents): Cents {
  const most = Math.max(percent(maxInPlayPct, available + pending), alwaysInPlay);
  return fromWhole(Math.max(0, Math.floor((most - pending) / 100)));
}

/**
 * A ticket as it was placed: also one that was settled or voided since.
 *
 * match  of a leg: its game and both teams. A feed may make another match of a game.
 * side   of a leg: the id of the team, as home and away may be swapped from one ticket to the next; else its side.
 */
export type PlacedTicket = {
  stake: Cents;
  legs: readonly { match: string; market: Market; side: string; price: Price }[];
};

/** Chosen: a shorter price hardly risks its stake. */
const shortestPrice = -300;

/**
 * The stakes that a member still has to place in a week to make the week an active one, rounded up to whole Ching; 0 if
 * it is active. An active week needs a tenth of the balance at its start, at least 1 and at most 100 Ching.
 *
 * Tickets of a price shorter than -300 do not count, nor tickets with a side that another of the member's tickets
 * opposes in the same market of the same game: neither risks what it stakes.
 *
 * taken  the sides of all tickets of the member, those of other weeks too.
 */
export function missingStakes(placed: readonly PlacedTicket[], atStart: Cents, taken = sidesTaken(placed)): Cents {
  const counts = placed.filter((ticket) => isRisk(ticket) && !isOpposed(ticket, taken));
  const needed = Math.max(fromWhole(1), Math.min(fromWhole(100), percent(10, atStart)));
  const missing = needed - sumCents(counts.map(({ stake }) => stake));
  return fromWhole(Math.max(0, Math.ceil(missing / 100)));
}

export function isActiveWeek(placed: readonly PlacedTicket[], atStart: Cents): boolean {
  return missingStakes(placed, atStart) === 0;
}

function isRisk({ legs }: PlacedTicket): boolean {
  return combinedPrice(legs.map(({ price }) => price)) >= shortestPrice;
}

/** The sides that tickets took in each market of each game. */
export type SidesTaken = ReadonlyMap<string, ReadonlySet<string>>;

export function sidesTaken(tickets: readonly PlacedTicket[]): SidesTaken {
  const taken = new Map<string, Set<string>>();
  for (const leg of tickets.flatMap(({ legs }) => legs)) {
    const sides = taken.get(marketOf(leg)) ?? new Set();
    taken.set(marketOf(leg), sides.add(leg.side));
  }
  return taken;
}

function isOpposed({ legs }: PlacedTicket, taken: SidesTaken): boolean {
  return legs.some((leg) => (taken.get(marketOf(leg))?.size ?? 0) > 1);
}

function marketOf({ match, market }: PlacedTicket['legs'][number]): string {
  return `${match} ${market}`;
}

/**
 * Whether a week counts for a member: a game that had odds started in it after the member joined, while the league was
 * open.
 *
 * starts  of games of the allowed sports that had odds.
 * endsAt  the end of the league; null if it has none.
 */
export function isCountedWeek(
  week: Pick<Week, 'startsAt' | 'endsAt'>,
  starts: readonly Date[],
  { joinedAt, endsAt }: { joinedAt: Date; endsAt: Date | null },
): boolean {
  return starts.some(
    (at) => at >= week.startsAt && at < week.endsAt && at >= joinedAt && (endsAt === null || at < endsAt),
  );
}

/** A week of a member in a league that asks for active weeks. `missing`: see `missingStakes`. */
export type MemberWeek = { isCounted: boolean; missing: Cents };

/** Only counted weeks are needed, so only they are active for the title. */
export function claimOf(
  { isGuest, isRescued }: Pick<Claim, 'isGuest' | 'isRescued'>,
  weeks: readonly MemberWeek[],
): Claim {
  const counted = weeks.filter(({ isCounted }) => isCounted);
  const active = counted.filter(({ missing }) => missing === 0);
  return { activeWeeks: active.length, countedWeeks: counted.length, isGuest, isRescued };
}

/**
 * The counted weeks that a member may still miss; negative if the title is out of reach. Weeks to come are taken as
 * counted: the running one until it is over, and all after it.
 *
 * weeks       until the running one, which is the last.
 * laterWeeks  the number of weeks after the running one until the league ends; null once it has ended.
 */
export function spareWeeks(
  activeWeeksPct: number | null,
  weeks: readonly MemberWeek[],
  laterWeeks: number | null,
): number {
  const isRunning = (at: number) => laterWeeks !== null && at === weeks.length - 1;
  const byEnd = weeks.map((week, at) => (isRunning(at) ? { isCounted: true, missing: cents(0) } : week));
  const { activeWeeks, countedWeeks } = claimOf({ isGuest: false, isRescued: false }, byEnd);
  const later = laterWeeks ?? 0;
  return activeWeeks + later - neededWeeks(activeWeeksPct, countedWeeks + later);
}

/** The facts that decide a claim to the title. `isGuest`: joined late as a guest. `isRescued`: took the rescue. */
export type Claim = { activeWeeks: number; countedWeeks: number; isGuest: boolean; isRescued: boolean };

export function isEligible(activeWeeksPct: number | null, claim: Claim): boolean {
  return !claim.isGuest && !claim.isRescued && claim.activeWeeks >= neededWeeks(activeWeeksPct, claim.countedWeeks);
}

/** The active weeks that the title needs: rounded down, at least 1; 0 if none is asked for or no week counted. */
export function neededWeeks(activeWeeksPct: number | null, countedWeeks: number): number {
  if (activeWeeksPct === null || countedWeeks === 0) return 0;
  return Math.max(1, percent(activeWeeksPct, countedWeeks));
}

/** The best of those who are eligible; several with equal totals, none if nobody is eligible. */
export function championsOf<T extends { total: Cents; isEligible: boolean }>(members: readonly T[]): T[] {
  const eligible = members.filter((member) => member.isEligible);
  const best = Math.max(...eligible.map(({ total }) => total));
  return eligible.filter(({ total }) => total === best);
}

/**
 * The grant of a member who joins after the first frozen week. The median of an even number of members is the mean of
 * the middle two; it is rounded down to whole Ching, and is at least 250 and at most 1,000 Ching.
 *
 * totals  available + pending of the present members.
 */
export function lateGrant(lateStart: LateStart, totals: readonly Cents[]): Cents {
  if (lateStart !== 'median' || totals.length === 0) return startingBalance;
  const sorted = [...totals].sort((a, b) => a - b);
  const middle = sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1);
  const median = fromWhole(Math.floor(sumCents(middle) / middle.length / 100));
  return cents(Math.min(startingBalance, Math.max(fromWhole(250), median)));
}

/** Chosen: with less a member can hardly bet. */
export const rescueBelow = fromWhole(50);

/** Whether a member may take the rescue: once, with available + pending below 50 Ching. */
export function mayBeRescued(rescue: Cents | null, total: Cents, isRescued: boolean): boolean {
  return rescue !== null && !isRescued && total < rescueBelow;
}

/** A whole percentage of a whole number, rounded down. */
function percent(pct: number, of: number): number {
  return Math.floor((pct * of) / 100);
}
