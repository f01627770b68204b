import { ranked } from './balance.ts';
import type { Grade } from './grade.ts';
import type { GradableLeg, Score } from './leg.ts';
import { marketRules } from './market.ts';
import { type Cents, cents, sumCents } from './money.ts';
import type { Price } from './price.ts';
import { priceInForce } from './settle.ts';
import type { HomeAway } from './side.ts';
import { type Sport, sportRules } from './sport.ts';
import { netOf, type Round } from './week.ts';

/**
 * A member in a week.
 *
 * wasIn, isIn  whether the member was in the league at the start and at the end of the week.
 * balance      available and pending at the end.
 * given        what the member got within the week without a bet, such as the starting balance.
 */
export type WeekMember = { userId: string; wasIn: boolean; isIn: boolean; balance: Cents; given: Cents };

/** A settlement round that was written in a week, with its ticket as it stood at the end of the week. */
export type WeekRound = Round & {
  userId: string;
  ticketId: string;
  /** 1 for the first settlement, one more for each correction. */
  round: number;
  /** Milliseconds since 1970. */
  at: number;
  /** Null where a correction opened the ticket again. */
  grade: Grade | null;
  /** The amount that the ticket would have returned if every leg had won. */
  payout: Cents;
  legs: number;
  /** Of a won or lost ticket; 0 for any other. */
  legsWon: number;
};

/** A member's net of a week, and the number of their tickets that were settled in it for the first time. */
type WeekNet = { userId: string; net: Cents; bets: number };

/**
 * A line of a week's table. `wins`, `losses` and `pushes` count the tickets that were first settled in the week, by
 * their grade at its end; a void counts as a push. A rank is null for somebody who was not in the league then.
 */
export type WeekRow = WeekNet & {
  wins: number;
  losses: number;
  pushes: number;
  rank: number | null;
  rankBefore: number | null;
  balance: Cents;
};

/** The table of a week, the highest net first. Equal nets stand in the order of `members`. */
export function tableOf(members: readonly WeekMember[], rounds: readonly WeekRound[]): WeekRow[] {
  const roundsOf = byMember(rounds);
  const nets = members.map((member) => {
    const own = roundsOf.get(member.userId) ?? [];
    const net = sumCents(own.map(netOf));
    return { member, own, net, before: cents(member.balance - net - member.given) };
  });
  const rankOf = rankById(
    nets.filter(({ member }) => member.isIn).map(({ member }) => [member.userId, member.balance]),
  );
  const rankBeforeOf = rankById(
    nets.filter(({ member }) => member.wasIn).map(({ member, before }) => [member.userId, before]),
  );
  const rows = nets
    .filter(({ member, own }) => member.isIn || own.length > 0)
    .map(({ member: { userId, balance }, own, net }): WeekRow => {
      const grades = firstSettled(own).map(({ grade }) => grade);
      const count = (...counted: Grade[]) => grades.filter((grade) => grade && counted.includes(grade)).length;
      const record = { wins: count('won'), losses: count('lost'), pushes: count('push', 'void') };
      const ranks = { rank: rankOf.get(userId) ?? null, rankBefore: rankBeforeOf.get(userId) ?? null };
      return { userId, net, bets: grades.length, ...record, ...ranks, balance };
    });
  return rows.sort((a, b) => b.net - a.net);
}

/** Rows of several members, by the id of the member. */
export function byMember<Row extends { userId: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const rowsOf = new Map<string, Row[]>();
  for (const row of rows) {
    const own = rowsOf.get(row.userId);
    if (own) own.push(row);
    else rowsOf.set(row.userId, [row]);
  }
  return rowsOf;
}

function rankById(balances: readonly (readonly [string, Cents])[]): Map<string, number> {
  const entries = ranked(balances.map(([userId, total]) => ({ userId, total })));
  return new Map(entries.map(({ userId, rank }) => [userId, rank]));
}

/**
 * The winners of a week: the highest net above zero among members with a ticket that was first settled in it. Equal
 * nets share. Empty if the house won.
 */
export function winnersOf<Row extends WeekNet & { rank: number | null }>(rows: readonly Row[]): Row[] {
  const playing = rows.filter(({ rank, bets, net }) => rank !== null && bets > 0 && net > 0);
  const best = playing.reduce((most, { net }) => Math.max(most, net), 0);
  return playing.filter(({ net }) => net === best);
}

/** The tickets that were first settled in the week, each with its last round of the week, in the order of settling. */
export function firstSettled(rounds: readonly WeekRound[]): WeekRound[] {
  const last = new Map<string, WeekRound>();
  for (const round of [...rounds].sort((a, b) => a.round - b.round)) {
    if (round.round === 1 || last.has(round.ticketId)) last.set(round.ticketId, round);
  }
  return [...last.values()].sort((a, b) => a.at - b.at || (a.ticketId < b.ticketId ? -1 : 1));
}

/** Chosen: the legs of so many tickets are read in a few milliseconds. Only a league of thousands loses more singles. */
const mostMisses = 500;

/** The tickets that the facts of a week may be about. Their legs are needed to tell them. */
export type Candidates = { bestHit: WeekRound | null; biggestSingle: WeekRound | null; misses: WeekRound[] };

/**
 * The candidates among the tickets that were first settled in the week.
 *
 * bestHit        the won ticket with the longest price, measured by what it paid back for each Ching, to the hundredth.
 * biggestSingle  the won or lost single with the largest stake.
 * misses         the lost parlay with all legs but one won, and the largest payout; without one, the lost singles, at
 *                most 500 of the largest stakes.
 */
export function candidatesOf(rounds: readonly WeekRound[]): Candidates {
  const tickets = firstSettled(rounds);
  const wins = tickets.filter(({ grade }) => grade === 'won');
  const losses = tickets.filter(({ grade }) => grade === 'lost');
  const isSingle = ({ legs }: WeekRound) => legs === 1;
  const byOneLeg = losses.filter(({ legs, legsWon }) => legs > 1 && legsWon === legs - 1);
  const closest = firstMost(byOneLeg, ({ payout }) => payout);
  return {
    bestHit: firstMost(wins, returnForOne, ({ back }) => back ?? 0),
    biggestSingle: firstMost([...wins, ...losses].filter(isSingle), ({ stake }) => stake),
    misses: closest
      ? [closest]
      : losses
          .filter(isSingle)
          .sort((a, b) => b.stake - a.stake)
          .slice(0, mostMisses),
  };
}

function returnForOne({ back, stake }: WeekRound): number {
  return Math.round((100 * (back ?? 0)) / stake);
}

/** The first item with the greatest first measure, and among those with the greatest second; null without items. */
function firstMost<T>(items: readonly T[], ...measures: ((item: T) => number)[]): T | null {
  return items.reduce<T | null>((most, item) => {
    const measure = measures.find((of) => most === null || of(item) !== of(most));
    return most === null || (measure && measure(item) > measure(most)) ? item : most;
  }, null);
}

/** The teams of a leg's game, home and away as they were when the ticket was placed. */
type RecapGame = { sport: Sport } & HomeAway<{ abbr: string; city: string; name: string }>;

/** A leg of a ticket as it stood at the end of a week. `score` is what it was graded on; null for none. */
export type RecapLeg = GradableLeg & { price: Price; grade: Grade | null; score: Score | null; game: RecapGame };

/** The lost leg of a near miss: its index, and the points by which it lost; null if no score decided it. */
type Miss = { ticket: WeekRound; missed: number; margin: number | null };

/** The points by which a leg lost. */
function marginOf(leg: RecapLeg, score: Score): number {
  const margin = 0 - marketRules[leg.market].edge(leg, score);
  // Where Draw is a side, a level score loses by the goal that it lacks, and the edge of Draw has half a goal more.
  return sportRules[leg.game.sport].drawOffered ? Math.max(1, Math.ceil(margin)) : margin;
}

/** The nearest miss of the candidates: the smallest margin, else the first without one. Null without any. */
export function nearestMiss(
  misses: readonly WeekRound[],
  legsOf: ReadonlyMap<string, readonly RecapLeg[]>,
): Miss | null {
  const found = misses.flatMap((ticket): Miss[] => {
    const legs = legsOf.get(ticket.ticketId) ?? [];
    const missed = legs.findIndex(({ grade }) => grade === 'lost');
    const leg = legs[missed];
    if (!leg) return [];
    return [{ ticket, missed, margin: leg.score && marginOf(leg, leg.score) }];
  });
  return firstMost(found, ({ margin }) => (margin === null ? Number.NEGATIVE_INFINITY : -margin));
}

/** Chosen: two wins in a row are nothing to talk about. */
const leastStreak = 3;
/** Chosen: a streak that more people share is no story. */
const mostSharing = 3;

/** The longest run of won tickets of one member within a week. Pushes and voids do not end it. Null for a short one. */
export function longestStreak(rounds: readonly WeekRound[]): { userIds: string[]; wins: number } | null {
  const runs = [...byMember(firstSettled(rounds))].map(([userId, tickets]) => {
    let longest = 0;
    let run = 0;
    for (const { grade } of tickets) {
      if (grade === 'won') run += 1;
      if (grade === 'lost') run = 0;
      longest = Math.max(longest, run);
    }
    return { userId, longest };
  });
  const wins = runs.reduce((most, { longest }) => Math.max(most, longest), 0);
  const userIds = runs.filter(({ longest }) => longest === wins).map(({ userId }) => userId);
  return wins >= leastStreak && userIds.length <= mostSharing ? { userIds, wins } : null;
}

/**
 * The member who was not alone on rank 1 at the start of the week and is at its end, with the lead over the second.
 * `from` led alone before; null if several shared rank 1. Null if nobody took the lead, and in a first week. Nobody takes
 * it by joining without a bet, or because the leader left.
 */
export function tookTheLead(rows: readonly WeekRow[]): { userId: string; from: string | null; by: Cents } | null {
  const before = rows.filter(({ rankBefore }) => rankBefore === 1);
  const [leader, ...sharing] = rows.filter(({ rank }) => rank === 1);
  const second = rows.find(({ rank }) => rank === 2);
  if (!leader || sharing.length > 0 || !second || before.length === 0) return null;
  if (leader.rankBefore === null && leader.bets === 0) return null;
  const [first, ...others] = before;
  const from = first && others.length === 0 ? first : null;
  if (from && (from.userId === leader.userId || from.rank === null)) return null;
  return { userId: leader.userId, from: from?.userId ?? null, by: cents(leader.balance - second.balance) };
}

/** A ticket of a recap. */
type Story = { userId: string; stake: Cents; legs: readonly RecapLeg[] };

/** The frozen facts of a week. They name members by their ids, so that names stay those of the league. */
export type WeekFacts = {
  rows: WeekRow[];
  /** The ids of the winners; empty if the house won. */
  winners: string[];
  /** The net of each winner, or of all together if the house won. */
  net: Cents;
  /** The number of tickets that were first settled in the week. */
  bets: number;
  bestHit: (Story & { back: Cents; price: Price }) | null;
  biggestSingle: (Story & { back: Cents; grade: 'won' | 'lost' }) | null;
  nearestMiss: (Story & { payout: Cents; missed: number; margin: number | null }) | null;
  longestStreak: { userIds: string[]; wins: number } | null;
  tookTheLead: { userId: string; from: string | null; by: Cents } | null;
};

/**
 * The facts of a week.
 *
 * members  those who were in the league at its end, and those with rounds in it.
 * rounds   all settlement rounds that were written in the week, and what `candidatesOf` finds in them.
 * legsOf   the legs of every candidate.
 */
export function factsOf(
  members: readonly WeekMember[],
  rounds: readonly WeekRound[],
  { bestHit, biggestSingle, misses }: Candidates,
  legsOf: ReadonlyMap<string, readonly RecapLeg[]>,
): WeekFacts {
  const rows = tableOf(members, rounds);
  const winners = winnersOf(rows);
  const miss = nearestMiss(misses, legsOf);
  const storyOf = ({ userId, stake, ticketId }: WeekRound): Story => ({
    userId,
    stake,
    legs: legsOf.get(ticketId) ?? [],
  });
  const hitPrice = bestHit && priceInForce(legsOf.get(bestHit.ticketId) ?? []);
  return {
    rows,
    winners: winners.map(({ userId }) => userId),
    net: winners[0]?.net ?? sumCents(rows.map(({ net }) => net)),
    bets: rows.reduce((sum, { bets }) => sum + bets, 0),
    bestHit: bestHit && hitPrice && { ...storyOf(bestHit), back: bestHit.back ?? cents(0), price: hitPrice },
    biggestSingle: biggestSingle && {
      ...storyOf(biggestSingle),
      back: biggestSingle.back ?? cents(0),
      grade: biggestSingle.grade === 'won' ? 'won' : 'lost',
    },
    nearestMiss: miss && {
      ...storyOf(miss.ticket),
      payout: miss.ticket.payout,
      missed: miss.missed,
      margin: miss.margin,
    },
    longestStreak: longestStreak(rounds),
    tookTheLead: tookTheLead(rows),
  };
}
