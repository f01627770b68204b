import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCents } from '#shared/testing/arbitraries.ts';
import { aPick } from '#shared/testing/examples.ts';
import { fromWhole, maxStake, parseStake } from './money.ts';
import {
  addToAmount,
  emptySlip,
  isSamePick,
  maxLegs,
  remove,
  type Slip,
  setAmount,
  setMode,
  setParlayAmount,
  slipProblem,
  toggle,
  totalStake,
} from './slip.ts';

const amount = fc.oneof(fc.constant(''), fc.integer({ min: 1, max: 9_999 }).map(String));
const parlayable: fc.Arbitrary<Slip> = fc.array(amount, { minLength: 2, maxLength: maxLegs }).map((amounts) => ({
  ...emptySlip,
  entries: amounts.map((text, at) => ({ pick: aPick(`game-${at}`), amount: text })),
}));

/** A pick on one of four games: two sides of two markets. */
const anyPick = fc
  .tuple(
    fc.integer({ min: 0, max: 3 }),
    fc.constantFrom(
      { market: 'moneyline', side: 'home' } as const,
      { market: 'moneyline', side: 'away' } as const,
      { market: 'total', side: 'over', line: 47.5 } as const,
      { market: 'total', side: 'under', line: 47.5 } as const,
    ),
  )
  .map(([game, button]) => aPick(`game-${game}`, button));
const anyAct = fc.oneof(
  anyPick.map((pick) => (slip: Slip) => {
    const after = toggle(slip, pick);
    return 'title' in after ? slip : after;
  }),
  anyPick.map((pick) => (slip: Slip) => remove(slip, pick)),
  fc.constantFrom('individual' as const, 'parlay' as const).map((mode) => (slip: Slip) => setMode(slip, mode)),
  // Only the fields of the present mode are on screen.
  fc.tuple(anyPick, fc.oneof(amount, fc.string({ maxLength: 9 }))).map(
    ([pick, text]) =>
      (slip: Slip) =>
        slip.mode === 'individual' ? setAmount(slip, pick, text) : setParlayAmount(slip, text),
  ),
);
/** Any slip that a sequence of taps can produce. */
const anySlip = fc
  .array(anyAct, { maxLength: 20 })
  .map((list) => list.reduce<Slip>((slip, act) => act(slip), emptySlip));

test('splitting a parlay stake and summing gives it back', () => {
  fc.assert(
    fc.property(parlayable, fc.integer({ min: 0, max: maxStake }), (slip, whole) => {
      const touched = setParlayAmount(setMode(slip, 'parlay'), String(whole));
      const back = setMode(touched, 'individual');
      expect(totalStake(back)).toBe(fromWhole(whole));
      const shares = back.entries.map((entry) => Number(entry.amount));
      expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1);
      expect(shares).toEqual([...shares].sort((a, b) => b - a));
    }),
  );
});

test('to parlay and back untouched restores the slip, and stakes the same in between', () => {
  fc.assert(
    fc.property(parlayable, (slip) => {
      const parlay = setMode(slip, 'parlay');
      expect(totalStake(parlay)).toBe(totalStake(slip));
      expect(setMode(parlay, 'individual')).toEqual(slip);
    }),
  );
});

test('however it is tapped, a slip has one pick a market, a parlay has two or more, and a field holds a stake or nothing', () => {
  fc.assert(
    fc.property(anySlip, (slip) => {
      const markets = slip.entries.map(({ pick }) => `${pick.gameId} ${pick.market}`);
      expect(new Set(markets).size).toBe(markets.length);
      if (slip.mode === 'parlay') expect(slip.entries.length).toBeGreaterThanOrEqual(2);
      else expect([slip.parlayAmount, slip.carried]).toEqual(['', null]);
      for (const field of [slip.parlayAmount, ...slip.entries.map((entry) => entry.amount)]) {
        expect(field === '' || parseStake(field) !== null).toBe(true);
      }
    }),
  );
});

test('a tap puts a pick on the slip or takes it off, unless it is refused', () => {
  fc.assert(
    fc.property(anySlip, anyPick, (slip, pick) => {
      const isOn = (one: Slip) => one.entries.some((entry) => isSamePick(entry.pick, pick));
      const after = toggle(slip, pick);
      if ('title' in after) expect([slip.mode, isOn(slip)]).toEqual(['parlay', false]);
      else expect(isOn(after)).toBe(!isOn(slip));
    }),
  );
});

test('what is not refused stakes something, and no more than is available', () => {
  fc.assert(
    fc.property(anySlip, fc.integer({ min: -1_000, max: 50_000 }).map(fromWhole), (slip, available) => {
      if (slipProblem(slip, available) !== null) return;
      expect(totalStake(slip)).toBeGreaterThanOrEqual(fromWhole(1));
      expect(totalStake(slip)).toBeLessThanOrEqual(available);
    }),
  );
});

test('a quick stake always fills in a stake that the member has, or nothing', () => {
  fc.assert(
    fc.property(amount, fc.integer({ min: 1, max: 1_000 }), anyCents, (text, add, available) => {
      const filled = addToAmount(text, add, available);
      if (filled !== '') expect(parseStake(filled)).toBeLessThanOrEqual(available);
    }),
  );
});
