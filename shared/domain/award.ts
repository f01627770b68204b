import type { Cents } from './money.ts';
import { type Price, payout } from './price.ts';
import { byMember, firstSettled, type RecapLeg, type WeekRound, type WeekRow, winnersOf } from './recap.ts';

/** The awards, in the order in which a shelf shows them. Source: docs/house-rules.md#awards. */
export const awardKinds = [
  'title',
  'week-won',
  'best-week',
  'biggest-climb',
  'five-weeks',
  'beat-300',
  'four-legs',
] as const;
export type AwardKind = (typeof awardKinds)[number];

/**
 * What is frozen of an award besides its week: the leg of a long shot, the won legs of a parlay, the ranks of a climb;
 * nothing of the other kinds. It has no names, and no Ching.
 */
export type AwardFacts = { leg?: RecapLeg; legsWon?: number; from?: number; to?: number };

/** An award of a member. `ticketId` is null where no single ticket earned it. */
export type Award = { kind: AwardKind; userId: string; week: number; ticketId: string | null; facts: AwardFacts };

/** A member whose week was up: a net above zero, a bet first settled in it, and in the league at its end. */
export type Up = { week: number; userId: string; net: Cents; rank: number; rankBefore: number | null };

/** The members whose week was up. */
export function upsOf(week: number, rows: readonly WeekRow[]): Up[] {
  return rows.flatMap(({ userId, net, bets, rank, rankBefore }) =>
    rank !== null && bets > 0 && net > 0 ? [{ week, userId, net, rank, rankBefore }] : [],
  );
}

const longPrice = 300 as Price;
const leastLegs = 4;
/** The weeks with a recap that must be up in a row. */
const runLength = 5;

/** The number of earlier recaps that decide about a run. */
export const weeksBefore = runLength - 1;

/** An earlier week with a recap: the members who were up in it, and those who got the award for a run in it. */
export type EarlierWeek = { up: readonly string[]; awarded: readonly string[] };

/**
 * The won tickets of a week that earn an award by themselves, at most one of a kind for each member. Only tickets count
 * that were first settled in the week, by their grade at its end.
 *
 * longShots  the single with the longest price, at +300 or longer.
 * parlays    the parlay with the most won legs, at least four: a pushed or void leg is none.
 */
export function awardedTickets(rounds: readonly WeekRound[]): { longShots: WeekRound[]; parlays: WeekRound[] } {
  const won = firstSettled(rounds).filter(({ grade }) => grade === 'won');
  const longShots = won.filter(({ legs, stake, back }) => legs === 1 && (back ?? 0) >= payout(stake, [longPrice]));
  const parlays = won.filter(({ legsWon }) => legsWon >= leastLegs);
  return {
    longShots: bestOfEach(longShots, ({ back, stake }) => (back ?? 0) / stake),
    parlays: bestOfEach(parlays, ({ legsWon }) => legsWon),
  };
}

/** For each member the round with the greatest measure; of equal ones the first. */
function bestOfEach(rounds: readonly WeekRound[], measure: (round: WeekRound) => number): WeekRound[] {
  return [...byMember(rounds).values()].map((own) =>
    own.reduce((best, round) => (measure(round) > measure(best) ? round : best)),
  );
}

/**
 * The awards of a week.
 *
 * rows     the table of the week.
 * earlier  the last four weeks before it that have a recap; fewer in a young league.
 * legsOf   the legs of every long shot.
 */
export function weekAwards(
  week: number,
  rows: readonly WeekRow[],
  { longShots, parlays }: ReturnType<typeof awardedTickets>,
  earlier: readonly EarlierWeek[],
  legsOf: ReadonlyMap<string, readonly RecapLeg[]>,
): Award[] {
  const isIn = new Set(rows.filter(({ rank }) => rank !== null).map(({ userId }) => userId));
  const ofTicket = ({ userId, ticketId }: WeekRound) => ({ userId, week, ticketId });
  const ofMember = (userId: string) => ({ userId, week, ticketId: null, facts: {} });
  const awards: Award[] = [
    ...winnersOf(rows).map(({ userId }) => ({ kind: 'week-won' as const, ...ofMember(userId) })),
    ...runsOf(week, rows, earlier).map((userId) => ({ kind: 'five-weeks' as const, ...ofMember(userId) })),
    ...longShots.map((shot) => {
      const [leg] = legsOf.get(shot.ticketId) ?? [];
      return { kind: 'beat-300' as const, ...ofTicket(shot), facts: leg ? { leg } : {} };
    }),
    ...parlays.map((parlay) => ({
      kind: 'four-legs' as const,
      ...ofTicket(parlay),
      facts: { legsWon: parlay.legsWon },
    })),
  ];
  return awards.filter(({ userId }) => isIn.has(userId));
}

/** The members whose run of weeks that were up reaches five with this week, or five more since the last award for it. */
function runsOf(week: number, rows: readonly WeekRow[], earlier: readonly EarlierWeek[]): string[] {
  if (earlier.length < weeksBefore) return [];
  const sets = earlier.map(({ up, awarded }) => ({ up: new Set(up), awarded: new Set(awarded) }));
  return upsOf(week, rows)
    .map(({ userId }) => userId)
    .filter((userId) => sets.every(({ up, awarded }) => up.has(userId) && !awarded.has(userId)));
}

/** Chosen: in most weeks somebody climbs by one or two ranks. */
const leastClimb = 3;
/** Chosen: the best of one week is that week's winner. */
const leastWeeks = 2;

/**
 * The awards of a season, once all its weeks are frozen. Equal ones share; a member who is equal with themselves gets it
 * for the earlier week.
 *
 * ups        those of all its weeks.
 * recaps     the number of its weeks with a recap.
 * champions  the champions of the frozen standings.
 * last       the number of the week in which the season ended.
 */
export function seasonAwards(
  ups: readonly Up[],
  { recaps, champions, last }: { recaps: number; champions: readonly string[]; last: number },
): Award[] {
  const best = recaps < leastWeeks ? [] : firstOfGreatest(ups, ({ net }) => net);
  const climbs = firstOfGreatest(
    ups.filter((up) => climbOf(up) >= leastClimb),
    climbOf,
  );
  return [
    ...champions.map((userId) => ({ kind: 'title' as const, userId, week: last, ticketId: null, facts: {} })),
    ...best.map(({ userId, week }) => ({ kind: 'best-week' as const, userId, week, ticketId: null, facts: {} })),
    ...climbs.map(({ userId, week, rank, rankBefore }) => ({
      kind: 'biggest-climb' as const,
      userId,
      week,
      ticketId: null,
      facts: { from: rankBefore ?? rank, to: rank },
    })),
  ];
}

function climbOf({ rank, rankBefore }: Up): number {
  return rankBefore === null ? 0 : rankBefore - rank;
}

/** Of each member with the greatest measure of all, the earliest week that has it. */
function firstOfGreatest(ups: readonly Up[], measure: (up: Up) => number): Up[] {
  const greatest = ups.reduce((most, up) => Math.max(most, measure(up)), Number.NEGATIVE_INFINITY);
  const earliestFirst = ups.filter((up) => measure(up) === greatest).sort((one, other) => one.week - other.week);
  return [...byMember(earliestFirst).values()].flatMap(([first]) => first ?? []);
}
