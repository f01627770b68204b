import fc from 'fast-check';
import { expect, test } from 'vitest';
import { usualPrice, usualStake } from '#shared/testing/arbitraries.ts';
import { championsOf, headroom, isActiveWeek, isEligible, lateGrant } from './fair-play.ts';
import { type Cents, cents, fromWhole } from './money.ts';

const amount = fc.integer({ min: -500_000, max: 5_000_000 }).map(cents);
const share = fc.integer({ min: 1, max: 100 });

test('stakes within the headroom never put more in play than the cap or 10 Ching, in whatever steps', () => {
  fc.assert(
    fc.property(share, amount, fc.array(usualStake), (pct, total, wanted) => {
      const most = Math.max((total * pct) / 100, 1_000);
      let pending = cents(0);
      for (const stake of wanted) {
        const room = headroom(pct, cents(total - pending), pending);
        expect(room % 100).toBe(0);
        expect(room).toBeGreaterThanOrEqual(0);
        if (stake <= room) pending = cents(pending + stake);
        expect(pending).toBeLessThanOrEqual(most);
      }
      // The rest is less than the smallest stake above the headroom.
      const room = headroom(pct, cents(total - pending), pending);
      expect(pending + room + fromWhole(1)).toBeGreaterThan(most);
    }),
  );
});

const leg = fc.record({
  match: fc.constantFrom('a', 'b', 'c', 'd'),
  market: fc.constantFrom('spread', 'moneyline'),
  side: fc.constantFrom('home', 'away'),
  price: usualPrice,
});
const ticket = fc.record({ stake: usualStake, legs: fc.array(leg, { minLength: 1, maxLength: 3 }) });

test('the order of tickets and legs never decides whether a week is active', () => {
  fc.assert(
    fc.property(fc.array(ticket, { maxLength: 6 }), amount, (placed, atStart) => {
      const reversed = [...placed].reverse().map(({ stake, legs }) => ({ stake, legs: [...legs].reverse() }));
      expect(isActiveWeek(reversed, atStart)).toBe(isActiveWeek(placed, atStart));
    }),
  );
});

test('a ticket on a game of its own never makes a week less active, and one of 100 Ching makes it active', () => {
  fc.assert(
    fc.property(fc.array(ticket, { maxLength: 6 }), ticket, amount, (placed, { stake, legs }, atStart) => {
      const apart = {
        stake,
        legs: legs.map((one) => ({ ...one, match: 'apart', market: 'spread', side: 'home' }) as const),
      };
      if (isActiveWeek(placed, atStart)) expect(isActiveWeek([...placed, apart], atStart)).toBe(true);
      const [first] = legs;
      if (!first || first.price < -300) return;
      const enough = { stake: fromWhole(100), legs: [{ ...first, match: 'apart' }] };
      expect(isActiveWeek([...placed, enough], atStart)).toBe(true);
    }),
  );
});

test('a further active week never takes a claim away, and all weeks active are always enough', () => {
  fc.assert(
    fc.property(share, fc.nat(60), fc.nat(60), (pct, activeWeeks, countedWeeks) => {
      const claim = { activeWeeks, countedWeeks, isGuest: false, isRescued: false };
      if (isEligible(pct, claim)) expect(isEligible(pct, { ...claim, activeWeeks: activeWeeks + 1 })).toBe(true);
      expect(isEligible(pct, { ...claim, activeWeeks: countedWeeks })).toBe(true);
    }),
  );
});

test('nobody eligible has more than a champion, and champions are eligible and equal', () => {
  const members = fc.array(fc.record({ total: amount, isEligible: fc.boolean() }));
  fc.assert(
    fc.property(members, (list) => {
      const champions = championsOf(list);
      expect(champions.length > 0).toBe(list.some(({ isEligible: is }) => is));
      for (const { total, isEligible: is } of champions) {
        expect(is).toBe(true);
        expect(list.every((other) => !other.isEligible || other.total <= total)).toBe(true);
      }
    }),
  );
});

test('the median of late joiners splits the others in halves, within 250 and 1,000 whole Ching', () => {
  fc.assert(
    fc.property(fc.array(amount, { minLength: 1 }), (totals) => {
      const grant: Cents = lateGrant('median', totals);
      expect(grant % 100).toBe(0);
      expect(grant >= fromWhole(250) && grant <= fromWhole(1_000)).toBe(true);
      const half = totals.length / 2;
      if (grant > fromWhole(250)) expect(totals.filter((total) => total >= grant).length).toBeGreaterThanOrEqual(half);
      if (grant < fromWhole(1_000)) {
        expect(totals.filter((total) => total < grant + 100).length).toBeGreaterThanOrEqual(half);
      }
    }),
  );
});
