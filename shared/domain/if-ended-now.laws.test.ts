import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gradable, gradeOrOpen, usualPrice, usualStake } from '#shared/testing/arbitraries.ts';
import { ranked } from './balance.ts';
import { type Grade, gradeLeg } from './grade.ts';
import { ifEndedNow, resultNow, type SeenTicket } from './if-ended-now.ts';
import { liveStatus } from './live-status.ts';
import { cents } from './money.ts';
import { gameStatuses } from './phase.ts';
import { type PricedLeg, postings, verdict } from './settle.ts';

const memberCount = 6;
/** Few amounts, so that members often share a rank. */
const total = fc.oneof(fc.constantFrom(0, 100_000, 109_091), fc.integer({ min: 0, max: 300_000 })).map(cents);
const standings = fc
  .array(total, { minLength: memberCount, maxLength: memberCount })
  .map((totals) => totals.map((one, at) => ({ userId: `${at}`, total: one })));

const priced = fc.record({ drawn: gradable, price: usualPrice });
const ticketOf = (leg: fc.Arbitrary<PricedLeg>): fc.Arbitrary<SeenTicket> =>
  fc.record({
    userId: fc.nat({ max: memberCount }).map(String), // the last one has left the league
    stake: usualStake,
    legs: fc.array(leg, { minLength: 1, maxLength: 4 }),
    hasHiddenLegs: fc.boolean(),
  });
const anyTicket = ticketOf(fc.record({ grade: gradeOrOpen, price: usualPrice }));
const tickets = fc.array(anyTicket, { maxLength: 8 });
const thousands = { numRuns: 3_000 };

test('at the final whistle of all games it is the standings after settlement', () => {
  const ofLegs = fc.record({
    userId: fc.nat({ max: memberCount - 1 }).map(String),
    stake: usualStake,
    legs: fc.array(priced, { minLength: 1, maxLength: 4 }),
  });
  fc.assert(
    fc.property(standings, fc.array(ofLegs, { maxLength: 8 }), (rows, placed) => {
      const seen = placed.map(({ userId, stake, legs }) => ({
        userId,
        stake,
        hasHiddenLegs: false,
        legs: legs.map(({ drawn: { leg, result }, price }) => {
          const { sport, score, halfInnings } = result;
          const [countedHome, countedAway] = [score.home, score.away];
          const now = resultNow({ sport, status: 'final', countedHome, countedAway, halfInnings });
          return { grade: now && gradeLeg(leg, now).grade, price };
        }),
      }));
      const after = rows.map((row) => ({ ...row }));
      for (const { userId, stake, legs } of placed) {
        const graded = legs.map(({ drawn, price }) => ({ grade: gradeLeg(drawn.leg, drawn.result).grade, price }));
        const moved = postings(stake, null, verdict(stake, graded));
        const row = after.find((one) => one.userId === userId);
        for (const change of [moved?.pending ?? 0, ...(moved?.entries.map(({ amount }) => amount) ?? [])]) {
          if (row) row.total = cents(row.total + change);
        }
      }
      const found = ifEndedNow(rows, seen).map(({ userId, total: one, rank }) => ({ userId, total: one, rank }));
      expect(found).toEqual(ranked(after));
    }),
    thousands,
  );
});

test('a running game grades as its live badge says, apart from ties, and as a full game in baseball', () => {
  fc.assert(
    fc.property(gradable, fc.constantFrom('live' as const, 'suspended' as const), fc.nat(18), (drawn, status, half) => {
      const { sport, score } = drawn.result;
      const game = { sport, status, countedHome: score.home, countedAway: score.away, halfInnings: half };
      const result = resultNow(game);
      const grade = result && gradeLeg(drawn.leg, result).grade;
      expect(grade).toBe(gradeLeg(drawn.leg, drawn.result).grade);
      expect(grade === 'won').toBe(liveStatus(drawn.leg, score) === 'winning');
    }),
  );
});

test('a game that has not begun, has no score or is called off has no result', () => {
  const score = fc.option(fc.nat(99), { nil: null });
  fc.assert(
    fc.property(gradable, fc.constantFrom(...gameStatuses), score, score, ({ result }, status, home, away) => {
      const game = { sport: result.sport, status, countedHome: home, countedAway: away, halfInnings: null };
      const isPlayed = status === 'live' || status === 'suspended' || status === 'final';
      expect(resultNow(game) !== null).toBe(isPlayed && home !== null && away !== null);
    }),
  );
});

test('the places before are those of the standings, and every member is in it once', () => {
  fc.assert(
    fc.property(standings, tickets, (rows, seen) => {
      const found = ifEndedNow(rows, seen);
      const before = found.map((row) => ({ userId: row.userId, ...row.before }));
      const byUser = (one: { userId: string }, other: { userId: string }) => one.userId.localeCompare(other.userId);
      expect(before.sort(byUser)).toEqual(ranked(rows).sort(byUser));
    }),
    thousands,
  );
});

test('a ticket with an open or hidden leg changes nothing unless a leg that is seen has lost', () => {
  fc.assert(
    fc.property(standings, tickets, (rows, seen) => {
      const decided = seen.filter(({ legs, hasHiddenLegs }) => {
        const has = (grade: Grade | null) => legs.some((leg) => leg.grade === grade);
        return has('lost') || !(hasHiddenLegs || has(null));
      });
      expect(ifEndedNow(rows, seen)).toEqual(ifEndedNow(rows, decided));
    }),
    thousands,
  );
});

test('nobody moves except by their own tickets, whose order does not matter', () => {
  fc.assert(
    fc.property(standings, tickets, (rows, seen) => {
      const found = ifEndedNow(rows, seen);
      expect(ifEndedNow(rows, [...seen].reverse())).toEqual(found);
      for (const { userId, total: now } of found) {
        const own = seen.filter((ticket) => ticket.userId === userId);
        expect(ifEndedNow(rows, own).find((row) => row.userId === userId)?.total).toBe(now);
      }
    }),
  );
});
