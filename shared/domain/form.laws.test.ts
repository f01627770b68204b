import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyPrice, anySport, usualPrice, usualStake } from '#shared/testing/arbitraries.ts';
import { easternDay } from './eastern.ts';
import { type Form, fewestForShare, formOf, mostLast, outcomeOf, type SettledTicket, weekdays } from './form.ts';
import { grades } from './grade.ts';
import { sumCents } from './money.ts';
import { combinedPrice, passesMaxPayout } from './price.ts';
import { mostPoints } from './race.ts';
import { verdict } from './settle.ts';
import { markets } from './side.ts';
import { weekOf } from './week.ts';

const begin = Date.UTC(2024, 0, 1);
const leg = fc.record({
  sport: anySport,
  market: fc.constantFrom(...markets),
  price: fc.oneof(usualPrice, anyPrice),
  grade: fc.constantFrom(...grades),
});

/** A ticket that settling could have made: its verdict is that of its legs. */
const ticket: fc.Arbitrary<SettledTicket> = fc
  .record({
    stake: usualStake,
    legs: fc.array(leg, { minLength: 1, maxLength: 4 }),
    placedAt: fc.integer({ min: 0, max: 3 * 365 * 86_400_000 }),
    after: fc.integer({ min: 0, max: 30 * 86_400_000 }),
  })
  .filter(
    ({ stake, legs }) =>
      !passesMaxPayout(
        stake,
        legs.map(({ price }) => price),
      ),
  )
  .map(({ stake, legs, placedAt, after }) => {
    const found = verdict(stake, legs);
    if (!found) throw new Error('every leg has a grade');
    return { ...found, stake, legs, placedAt: begin + placedAt, settledAt: begin + placedAt + after };
  });
const someTickets = fc.array(ticket, { maxLength: 120, size: 'max' });

const netOf = (tickets: readonly SettledTicket[]) =>
  tickets.reduce((sum, { back, stake }) => sum + BigInt(back) - BigInt(stake), 0n);
const splitsOf = ({ splits }: Form) => Object.values(splits);
const betsOf = ({ won, lost, returned }: Pick<Form, 'won' | 'lost' | 'returned'>) => won + lost + returned;

test('every split sums to the net and to the counts, and the net is what was paid back minus the stakes', () => {
  fc.assert(
    fc.property(someTickets, (tickets) => {
      const form = formOf(tickets);
      expect(BigInt(form.net)).toBe(netOf(tickets));
      expect(betsOf(form)).toBe(tickets.length);
      for (const rows of splitsOf(form)) {
        expect(sumCents(rows.map(({ net }) => net))).toBe(form.net);
        for (const outcome of ['won', 'lost', 'returned'] as const)
          expect(rows.reduce((sum, row) => sum + row[outcome], 0)).toBe(form[outcome]);
      }
    }),
  );
});

test('the net over time begins at 0, ends at the net, has at most 200 points and no net that never was', () => {
  fc.assert(
    fc.property(someTickets, (tickets) => {
      const { points, net } = formOf(tickets);
      expect(points[0]?.net).toBe(tickets.length === 0 ? undefined : 0);
      expect(points.at(-1)?.net ?? 0).toBe(net);
      expect(points.length).toBeLessThanOrEqual(mostPoints);
      const times = points.map(({ at }) => at);
      expect(times).toEqual([...times].sort((one, other) => one - other));
      for (const point of points.slice(1))
        expect(BigInt(point.net)).toBe(netOf(tickets.filter(({ settledAt }) => settledAt <= point.at)));
    }),
  );
});

test('the last bet of each week is a point of the line', () => {
  fc.assert(
    fc.property(someTickets, (tickets) => {
      const lastOfWeek = new Map<number, number>();
      for (const { settledAt } of [...tickets].sort((one, other) => one.settledAt - other.settledAt))
        lastOfWeek.set(weekOf(new Date(settledAt), new Date(begin)).number, settledAt);
      const times = formOf(tickets).points.map(({ at }) => at);
      expect(times).toEqual(expect.arrayContaining([...lastOfWeek.values()]));
    }),
    { numRuns: 30 },
  );
});

test('the order in which tickets come does not matter', () => {
  const apart = fc.uniqueArray(ticket, { selector: ({ settledAt }) => settledAt, maxLength: 40 });
  fc.assert(
    fc.property(apart, (tickets) => {
      expect(formOf([...tickets].reverse())).toEqual(formOf(tickets));
    }),
  );
});

test('a share of wins is given from twenty bets on, and lies between 0 and 100 beside what the prices ask for', () => {
  fc.assert(
    fc.property(someTickets, (tickets) => {
      for (const row of splitsOf(formOf(tickets)).flat()) {
        const hasShare = betsOf(row) >= fewestForShare && row.won + row.lost > 0;
        expect([row.share !== null, row.needed !== null]).toEqual([hasShare, hasShare]);
        for (const each of [row.share ?? 0, row.needed ?? 0]) {
          expect(each).toBeGreaterThanOrEqual(0);
          expect(each).toBeLessThanOrEqual(100);
        }
      }
    }),
  );
});

test('streaks are the longest runs of wins and of losses, returned bets left out', () => {
  fc.assert(
    fc.property(someTickets, (tickets) => {
      const form = formOf(tickets);
      const ordered = [...tickets].sort((one, other) => one.settledAt - other.settledAt);
      const all = ordered.map(({ grade }) => outcomeOf(grade));
      const runs = all
        .filter((outcome) => outcome !== 'returned')
        .map((outcome) => (outcome === 'won' ? 'w' : 'l'))
        .join('');
      const longest = (runOf: RegExp) => Math.max(0, ...(runs.match(runOf) ?? []).map(({ length }) => length));
      expect([form.longestWon, form.longestLost]).toEqual([longest(/w+/g), longest(/l+/g)]);
      expect(form.streak?.length ?? 0).toBe(/(w*|l*)$/.exec(runs)?.[0].length);
      expect(form.last).toEqual(all.slice(-mostLast));
    }),
  );
});

test('the average price lies between the lowest and the highest, and of equal prices it is that price', () => {
  fc.assert(
    fc.property(usualPrice, fc.integer({ min: 1, max: 30 }), ticket, (price, count, { legs: [first], ...rest }) => {
      if (!first) throw new Error('a leg is expected');
      const equal = Array.from({ length: count }, () => ({ ...rest, legs: [{ ...first, price }] }));
      expect(formOf(equal).averagePrice).toBe(price === -100 ? 100 : price);
    }),
  );
  fc.assert(
    fc.property(fc.array(ticket, { minLength: 1, maxLength: 30 }), (tickets) => {
      const asFactor = (price: number) => (price > 0 ? price / 100 : 100 / -price);
      const factors = tickets.map(({ legs }) => asFactor(combinedPrice(legs.map(({ price }) => price))));
      const average = asFactor(formOf(tickets).averagePrice ?? 0);
      expect(average).toBeGreaterThanOrEqual(Math.min(...factors) * 0.99);
      expect(average).toBeLessThanOrEqual(Math.max(...factors) * 1.01);
    }),
  );
});

test('the biggest win and the best and the worst week are those of the tickets', () => {
  fc.assert(
    fc.property(someTickets, (tickets) => {
      const form = formOf(tickets);
      const profits = tickets.filter(({ grade }) => grade === 'won').map(({ back, stake }) => back - stake);
      expect(form.biggestWin?.profit ?? null).toBe(profits.length === 0 ? null : Math.max(...profits));
      const nets = new Map<number, number>();
      for (const { settledAt, back, stake } of tickets) {
        const { startsAt } = weekOf(new Date(settledAt), new Date(begin));
        nets.set(startsAt.getTime(), (nets.get(startsAt.getTime()) ?? 0) + back - stake);
      }
      const { best, worst } = form.weeks ?? {};
      const all = [...nets.values()];
      expect([best?.net, worst?.net]).toEqual(
        all.length < 2 ? [undefined, undefined] : [Math.max(...all), Math.min(...all)],
      );
      for (const week of [best, worst]) expect(nets.get(week?.startsAt ?? 0)).toBe(week?.net);
    }),
    { numRuns: 40 },
  );
});

test('a bet counts on the Eastern day on which it was placed', () => {
  fc.assert(
    fc.property(ticket, (one) => {
      const day = new Date(`${easternDay(new Date(one.placedAt))}T00:00:00Z`).getUTCDay();
      expect(formOf([one]).splits.day.map(({ row }) => row)).toEqual([weekdays[day]]);
    }),
  );
});

test('a parlay has its own market, and its own sport where its legs are of several', () => {
  fc.assert(
    fc.property(ticket, (one) => {
      const form = formOf([one]);
      const kinds = new Set(one.legs.map(({ sport }) => sport));
      expect(form.splits.sport[0]?.row).toBe(kinds.size === 1 ? one.legs[0]?.sport : 'several');
      expect(form.splits.market[0]?.row).toBe(one.legs.length === 1 ? one.legs[0]?.market : 'parlay');
    }),
  );
});

test('the tickets of these laws are of every kind', () => {
  const kinds = fc.sample(ticket, { numRuns: 400, seed: 1 }).map(({ grade, legs }) => `${grade} ${legs.length > 1}`);
  expect(new Set(kinds).size).toBe(8);
});
