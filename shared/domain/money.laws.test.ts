import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCents } from '#shared/testing/arbitraries.ts';
import { cents, fromWire, parseStake, showWhole, startingBalance, sumCents, toWire } from './money.ts';

const wireCents = fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 }).map(cents);

test('cents survive the wire', () => {
  fc.assert(
    fc.property(wireCents, (amount) => {
      expect(fromWire(toWire(amount))).toBe(amount);
    }),
  );
});

test('the wire always carries two decimals', () => {
  fc.assert(
    fc.property(anyCents, (amount) => {
      expect(toWire(amount)).toMatch(/^-?\d+\.\d\d$/);
    }),
  );
});

test('what is shown is the greatest whole Ching that is not above the amount', () => {
  fc.assert(
    fc.property(anyCents, (amount) => {
      const shown = BigInt(showWhole(amount).replaceAll(',', '')) * 100n;
      expect(shown <= BigInt(amount) && BigInt(amount) < shown + 100n).toBe(true);
    }),
  );
});

test('a shown balance and its shown profit always agree, also below the start', () => {
  const whole = (text: string) => Number(text.replaceAll(',', ''));
  fc.assert(
    fc.property(fc.integer({ min: -10_000_000, max: 10_000_000 }).map(cents), (total) => {
      const profit = sumCents([total, cents(-startingBalance)]);
      expect(whole(showWhole(total)) - whole(showWhole(profit))).toBe(1_000);
    }),
  );
});

test('only whole numbers written plainly are stakes', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.integer().map(String), fc.double().map(String)), (text) => {
      const stake = parseStake(text);
      if (stake !== null) expect([stake > 0, String(stake / 100)]).toEqual([true, text]);
    }),
  );
});
