import { describe, expect, test } from 'vitest';
import { aPrice, ching } from '#shared/testing/examples.ts';
import type { Grade } from './grade.ts';
import type { Cents } from './money.ts';
import {
  candidatesOf,
  factsOf,
  longestStreak,
  nearestMiss,
  type RecapLeg,
  tableOf,
  tookTheLead,
  type WeekMember,
  type WeekRound,
  winnersOf,
} from './recap.ts';

let made = 0;

/** A first settlement of a single of 100: it paid back 190.91 if it won, and nothing if it lost. */
function round(userId: string, grade: Grade | null, changes: Partial<WeekRound> = {}): WeekRound {
  made += 1;
  const stake = changes.stake ?? ching(100);
  const backs: Record<Grade, Cents> = { won: ching(190.91), lost: ching(0), push: stake, void: stake };
  const back = grade && backs[grade];
  const ticket = { userId, ticketId: `ticket ${made}`, stake, payout: ching(190.91), legs: 1, legsWon: 0 };
  return { ...ticket, round: 1, at: made, grade, before: null, back, ...changes };
}

/** A member who was there from the start, with 1,000 then; `gained` is what the week's rounds moved. */
function member(userId: string, gained: number, changes: Partial<WeekMember> = {}): WeekMember {
  return { userId, wasIn: true, isIn: true, balance: ching(1_000 + gained), given: ching(0), ...changes };
}

const leg = (grade: Grade | null, changes: Partial<RecapLeg> = {}): RecapLeg => {
  const team = { abbr: 'BUF', city: 'Buffalo', name: 'Bills' };
  const picked = { market: 'spread', side: 'home', line: -3.5, price: aPrice(-110) } as const;
  return {
    ...picked,
    grade,
    score: { home: 20, away: 17 },
    game: { sport: 'NFL', home: team, away: team },
    ...changes,
  };
};

describe('the table of a week', () => {
  test('has nets, records and ranks at both ends, the best net first', () => {
    const rounds = [round('Ann', 'lost'), round('Bob', 'won'), round('Bob', 'void'), round('Bob', 'push')];
    const table = tableOf([member('Ann', -100), member('Bob', 90.91), member('Cleo', 0)], rounds);
    expect(table).toMatchObject([
      { userId: 'Bob', net: ching(90.91), bets: 3, wins: 1, losses: 0, pushes: 2, rank: 1, rankBefore: 1 },
      { userId: 'Cleo', net: 0, bets: 0, wins: 0, rank: 2, rankBefore: 1, balance: ching(1_000) },
      { userId: 'Ann', net: ching(-100), bets: 1, losses: 1, rank: 3, rankBefore: 1 },
    ]);
  });

  test('counts a correction in the net, not in the record', () => {
    const corrected = round('Ann', 'lost', { round: 2, before: ching(190.91) });
    expect(tableOf([member('Ann', -190.91)], [corrected])).toMatchObject([
      { net: ching(-190.91), bets: 0, wins: 0, losses: 0 },
    ]);
  });

  test('counts a ticket that is corrected within its week once, as it stands at the end', () => {
    const first = round('Ann', 'won');
    const again = {
      ...first,
      round: 2,
      at: first.at + 100,
      grade: 'lost' as const,
      before: first.back,
      back: ching(0),
    };
    expect(tableOf([member('Ann', -100)], [first, again])).toMatchObject([
      { net: ching(-100), bets: 1, wins: 0, losses: 1 },
    ]);
  });

  test('ranks nobody who was not there, and lists somebody who left only with a settlement', () => {
    const joined = member('Joy', 0, { wasIn: false, given: ching(1_000) });
    const gone = member('Gus', 90.91, { isIn: false });
    const idle = member('Ida', 0, { isIn: false });
    const table = tableOf([joined, gone, idle, member('Ann', 0)], [round('Gus', 'won')]);
    expect(table.map(({ userId, rank, rankBefore }) => [userId, rank, rankBefore])).toEqual([
      ['Gus', null, 1],
      ['Joy', 1, null],
      ['Ann', 1, 1],
    ]);
  });
});

describe('the winners of a week', () => {
  const row = (userId: string, net: number, bets = 1, rank: number | null = 1) => ({
    userId,
    net: ching(net),
    bets,
    rank,
  });
  const names = (rows: ReturnType<typeof row>[]) => winnersOf(rows).map(({ userId }) => userId);

  test.each([
    ['the highest net', [row('Ann', 10), row('Bob', 20)], ['Bob']],
    ['three with equal nets', [row('Ann', 10), row('Bob', 10), row('Cleo', 10), row('Dev', 9)], ['Ann', 'Bob', 'Cleo']],
    ['nobody at zero or below: the house', [row('Ann', 0), row('Bob', -1)], []],
    ['nobody with a correction alone', [row('Ann', 50, 0), row('Bob', 20)], ['Bob']],
    ['nobody who left', [row('Ann', 50, 1, null), row('Bob', 20)], ['Bob']],
    ['nobody in an empty league', [], []],
  ])('are %s', (_name, rows, winners) => {
    expect(names(rows)).toEqual(winners);
  });
});

describe('the stories of a week', () => {
  test('are the longest price that won and the largest single', () => {
    const long = round('Ann', 'won', { stake: ching(10), back: ching(38.5) });
    const longer = round('Bob', 'won', { stake: ching(60), back: ching(231) });
    const large = round('Cleo', 'lost', { stake: ching(500) });
    const parlay = round('Dev', 'lost', { stake: ching(900), legs: 3, legsWon: 1 });
    expect(candidatesOf([long, longer, large, parlay, round('Ann', 'push', { stake: ching(999) })])).toEqual({
      bestHit: longer, // the same price, and more of it
      biggestSingle: large,
      misses: [large],
    });
  });

  test('prefer the parlay that missed by one leg to any single', () => {
    const single = round('Ann', 'lost');
    const byOne = round('Bob', 'lost', { legs: 3, legsWon: 2, payout: ching(300) });
    const dearer = round('Cleo', 'lost', { legs: 2, legsWon: 1, payout: ching(400) });
    expect(candidatesOf([single, byOne, dearer]).misses).toEqual([dearer]);
  });

  test('have the smallest margin of the lost singles', () => {
    const [byHalf, byMore, unscored] = [round('Ann', 'lost'), round('Bob', 'lost'), round('Cleo', 'lost')];
    const legsOf = new Map([
      [byMore.ticketId, [leg('lost', { score: { home: 20, away: 24 } })]],
      [unscored.ticketId, [leg('lost', { score: null })]],
      [byHalf.ticketId, [leg('lost')]],
    ]);
    expect(nearestMiss([byMore, unscored, byHalf], legsOf)).toEqual({ ticket: byHalf, missed: 0, margin: 0.5 });
    expect(nearestMiss([unscored], legsOf)).toEqual({ ticket: unscored, missed: 0, margin: null });
    expect(nearestMiss([], legsOf)).toBeNull();
  });

  test.each([
    ['a team that drew', 'away', 1, 1, 1],
    ['a team that lost by one', 'away', 1, 0, 1],
    ['a team that lost by two', 'away', 2, 0, 2],
    ['Draw with one goal between the teams', 'draw', 2, 1, 1],
    ['Draw with two goals between the teams', 'draw', 1, 3, 2],
  ] as const)('miss by whole goals where a draw is a side: %s', (_what, side, home, away, margin) => {
    const picked = { market: 'moneyline', side, line: null, score: { home, away } } as const;
    const game = { ...leg('lost').game, sport: 'Soccer' } as const;
    const lost = round('Ann', 'lost');
    const legsOf = new Map([[lost.ticketId, [leg('lost', { ...picked, game })]]]);
    expect(nearestMiss([lost], legsOf)).toMatchObject({ margin });
  });

  test('have the longest run of wins, which a push does not end', () => {
    const grades: Grade[] = ['won', 'won', 'push', 'won', 'lost', 'won'];
    const rounds = grades.map((grade) => round('Ann', grade));
    expect(longestStreak(rounds)).toEqual({ userIds: ['Ann'], wins: 3 });
    expect(longestStreak(rounds.slice(0, 3))).toBeNull();
    const four = ['Ann', 'Bob', 'Cleo', 'Dev'].flatMap((who) => [1, 2, 3].map(() => round(who, 'won')));
    expect(longestStreak(four)).toBeNull();
    expect(longestStreak(four.slice(0, 9))).toEqual({ userIds: ['Ann', 'Bob', 'Cleo'], wins: 3 });
  });

  test('say who took the lead, from whom and by how much', () => {
    const lead = (...members: WeekMember[]) => tookTheLead(tableOf(members, []));
    const [theo, maya] = [member('Theo', 300), member('Maya', 250)];
    // Nothing was settled, so `given` alone moves a balance.
    const rising = { ...theo, given: ching(200) };
    expect(lead(rising, maya)).toEqual({ userId: 'Theo', from: 'Maya', by: ching(50) });
    expect(lead(theo, maya)).toBeNull();
    expect(lead({ ...theo, given: ching(50) }, maya)).toEqual({ userId: 'Theo', from: null, by: ching(50) });
    expect(lead({ ...theo, wasIn: false }, { ...maya, wasIn: false })).toBeNull();
    expect(lead(maya, { ...maya, userId: 'Sam' })).toBeNull();
    expect(lead(theo)).toBeNull();
  });

  test('do not say that somebody took the lead by joining, or because the leader left', () => {
    const behind = [member('Ann', -100), member('Bob', -200)];
    const joined = member('Theo', 0, { wasIn: false, given: ching(1_000) });
    const won = round('Theo', 'won');
    expect(tookTheLead(tableOf([...behind, joined], []))).toBeNull();
    const playing = { ...joined, balance: ching(1_090.91) };
    expect(tookTheLead(tableOf([...behind, playing], [won]))).toMatchObject({ userId: 'Theo' });
    const left = member('Maya', 500, { isIn: false });
    expect(tookTheLead(tableOf([...behind, left], [round('Maya', 'lost')]))).toBeNull();
  });

  test('name a ticket with its price in force, without void legs', () => {
    const hit = round('Ann', 'won', { legs: 2, legsWon: 1 });
    const legsOf = new Map([[hit.ticketId, [leg('won'), leg('void')]]]);
    const facts = factsOf([member('Ann', 90.91)], [hit], candidatesOf([hit]), legsOf);
    expect(facts).toMatchObject({ winners: ['Ann'], net: ching(90.91), bets: 1, bestHit: { price: -110 } });
  });

  test('are none where everybody lost: the house won what they lost together', () => {
    const rounds = [round('Ann', 'lost'), round('Bob', 'lost')];
    const facts = factsOf([member('Ann', -100), member('Bob', -100)], rounds, candidatesOf(rounds), new Map());
    expect(facts).toMatchObject({ winners: [], net: ching(-200), bets: 2, bestHit: null, nearestMiss: null });
  });
});
