import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyPrice, usualStake } from '#shared/testing/arbitraries.ts';
import {
  type Award,
  awardedTickets,
  type EarlierWeek,
  seasonAwards,
  type Up,
  upsOf,
  weekAwards,
  weeksBefore,
} from './award.ts';
import { type Cents, cents } from './money.ts';
import { payout } from './price.ts';
import type { WeekRound, WeekRow } from './recap.ts';

const names = ['ann', 'bob', 'cleo'] as const;
const anyName = fc.constantFrom(...names);

let made = 0;

/** The first settlement of a won ticket that paid `back`. */
function won(userId: string, part: Pick<WeekRound, 'stake' | 'back'> & Partial<WeekRound>): WeekRound {
  made += 1;
  const payoutOf = part.back ?? cents(0);
  const ticket = { userId, ticketId: `ticket ${made}`, payout: payoutOf, legs: 1, legsWon: 1 };
  return { ...ticket, round: 1, at: made, grade: 'won', before: null, ...part };
}

function rowOf(userId: string, net: Cents, part: Partial<WeekRow> = {}): WeekRow {
  const record = { bets: 1, wins: 0, losses: 0, pushes: 0 };
  return { userId, net, ...record, rank: 1, rankBefore: 1, balance: cents(100_000), ...part };
}

test('a won single earns an award exactly at +300 and longer, whatever was staked', () => {
  fc.assert(
    fc.property(anyPrice, usualStake, (price, stake) => {
      const { longShots } = awardedTickets([won('ann', { stake, back: payout(stake, [price]) })]);
      expect(longShots.length).toBe(price >= 300 ? 1 : 0);
    }),
  );
});

test('a parlay earns one exactly with four legs won: a pushed leg is none, and no loss is a win', () => {
  const legs = fc.integer({ min: 2, max: 12 });
  fc.assert(
    fc.property(legs, fc.nat(12), fc.constantFrom('won' as const, 'lost' as const), (count, wins, grade) => {
      const legsWon = Math.min(count, wins);
      const round = won('ann', { stake: cents(100), back: cents(9_999), legs: count, legsWon, grade });
      expect(awardedTickets([round]).parlays.length).toBe(grade === 'won' && legsWon >= 4 ? 1 : 0);
      expect(awardedTickets([round]).longShots).toEqual([]);
    }),
  );
});

test('of each kind a member gets one award a week, for the best of their tickets', () => {
  const ticket = fc.record({
    who: anyName,
    times: fc.integer({ min: 400, max: 900 }),
    legsWon: fc.constantFrom(1, 4, 5, 6),
  });
  fc.assert(
    fc.property(fc.array(ticket), (tickets) => {
      const rounds = tickets.map(({ who, times, legsWon }) =>
        won(who, { stake: cents(100), back: cents(times), legs: legsWon, legsWon }),
      );
      const found = awardedTickets(rounds);
      const mostOf = (who: string, of: (round: WeekRound) => number, among: WeekRound[]) =>
        Math.max(...among.filter(({ userId }) => userId === who).map(of));
      const singles = rounds.filter(({ legs }) => legs === 1);
      const parlays = rounds.filter(({ legs }) => legs > 1);
      const owners = (among: WeekRound[]) => [...new Set(among.map(({ userId }) => userId))].sort();
      expect(found.longShots.map(({ userId }) => userId).sort()).toEqual(owners(singles));
      expect(found.parlays.map(({ userId }) => userId).sort()).toEqual(owners(parlays));
      for (const { userId, back } of found.longShots)
        expect(back).toBe(mostOf(userId, (round) => round.back ?? 0, singles));
      for (const { userId, legsWon } of found.parlays)
        expect(legsWon).toBe(mostOf(userId, (round) => round.legsWon, parlays));
    }),
  );
});

/** The awards of weeks that are frozen one after the other, with these rows. */
function awardsOver(weeks: readonly (readonly WeekRow[])[]): Award[] {
  const frozen: EarlierWeek[] = [];
  return weeks.flatMap((rows, at) => {
    const earlier = frozen.slice(-weeksBefore);
    const awards = weekAwards(at + 1, rows, { longShots: [], parlays: [] }, earlier, new Map());
    const awarded = awards.filter(({ kind }) => kind === 'five-weeks').map(({ userId }) => userId);
    frozen.push({ up: upsOf(at + 1, rows).map(({ userId }) => userId), awarded });
    return awards;
  });
}

test('every five weeks of a run that was up earn one award, in the fifth, and a week that was not up ends the run', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 30 }), (isUp) => {
      const weeks = isUp.map((up) => [rowOf('ann', cents(up ? 100 : 0)), rowOf('bob', cents(-100))]);
      const expected: number[] = [];
      let run = 0;
      for (const [at, up] of isUp.entries()) {
        run = up ? run + 1 : 0;
        if (run > 0 && run % 5 === 0) expected.push(at + 1);
      }
      const awards = awardsOver(weeks).filter(({ kind }) => kind === 'five-weeks');
      expect(awards.map(({ userId, week }) => [userId, week])).toEqual(expected.map((week) => ['ann', week]));
    }),
  );
});

const anyRow = fc.record({
  userId: anyName,
  net: fc.integer({ min: -300, max: 300 }).map(cents),
  bets: fc.nat(2),
  rank: fc.option(fc.integer({ min: 1, max: 9 }), { nil: null }),
  rankBefore: fc.option(fc.integer({ min: 1, max: 9 }), { nil: null }),
});
const anyWeek = fc
  .uniqueArray(anyRow, { selector: ({ userId }) => userId })
  .map((rows) => rows.map(({ userId, net, ...part }) => rowOf(userId, net, part)));

test('nobody earns an award of a week that they ended outside of the league', () => {
  fc.assert(
    fc.property(fc.array(anyWeek, { maxLength: 12 }), fc.array(anyName, { maxLength: 6 }), (weeks, shooters) => {
      const tickets = awardedTickets(shooters.map((who) => won(who, { stake: cents(100), back: cents(500) })));
      for (const rows of weeks) {
        const isIn = new Set(rows.filter(({ rank }) => rank !== null).map(({ userId }) => userId));
        for (const { userId } of weekAwards(1, rows, tickets, [], new Map())) expect(isIn).toContain(userId);
      }
    }),
  );
});

test('a season awards its champions, its best week and its biggest climb of three ranks or more, shared if equal', () => {
  fc.assert(
    fc.property(fc.array(anyWeek, { maxLength: 12 }), fc.subarray([...names]), (weeks, champions) => {
      const ups = weeks.flatMap((rows, at) => upsOf(at + 1, rows));
      const awards = seasonAwards(ups, { recaps: weeks.length, champions, last: 99 });
      const of = (kind: Award['kind']) => awards.filter((award) => award.kind === kind);
      const climb = ({ rank, rankBefore }: Up) => (rankBefore ?? rank) - rank;
      expect(of('title').map(({ userId }) => userId)).toEqual(champions);

      const best = Math.max(...ups.map(({ net }) => net));
      const bestOnes = weeks.length < 2 ? [] : ups.filter(({ net }) => net === best);
      expect(new Set(of('best-week').map(({ userId }) => userId))).toEqual(
        new Set(bestOnes.map(({ userId }) => userId)),
      );

      const most = Math.max(...ups.map(climb));
      const climbers = most < 3 ? [] : ups.filter((up) => climb(up) === most);
      expect(new Set(of('biggest-climb').map(({ userId }) => userId))).toEqual(
        new Set(climbers.map(({ userId }) => userId)),
      );
      for (const { week, userId, facts } of of('biggest-climb')) {
        expect((facts.from ?? 0) - (facts.to ?? 0)).toBe(most);
        expect(week).toBe(Math.min(...climbers.filter((up) => up.userId === userId).map((up) => up.week)));
      }
      const keys = awards.map(({ kind, userId }) => `${kind} ${userId}`);
      expect(new Set(keys).size).toBe(keys.length);
    }),
  );
});
