import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCents, refusedText, stakeText } from '#shared/testing/arbitraries.ts';
import { aPick } from '#shared/testing/examples.ts';
import { stakeOf, wholeOf } from './amount.ts';
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

/** The text of an amount field, nine times in ten a stake. */
const typed = fc.oneof(
  { weight: 18, arbitrary: stakeText.map(({ text }) => text) },
  { weight: 1, arbitrary: refusedText },
  { weight: 1, arbitrary: fc.constantFrom('', '0') },
);
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
  {
    weight: 3,
    arbitrary: anyPick.map((pick) => (slip: Slip) => {
      const after = toggle(slip, pick);
      return 'title' in after ? slip : after;
    }),
  },
  anyPick.map((pick) => (slip: Slip) => remove(slip, pick)),
  fc
    .constantFrom('individual' as const, 'parlay' as const, 'parlay' as const)
    .map((mode) => (slip: Slip) => setMode(slip, mode)),
  // Only the fields of the present mode are on screen.
  fc.tuple(anyPick, fc.oneof(typed, fc.string({ maxLength: 9 }))).map(
    ([pick, text]) =>
      (slip: Slip) =>
        slip.mode === 'individual' ? setAmount(slip, pick, text) : setParlayAmount(slip, text),
  ),
);
/** Any slip that a sequence of taps can produce. */
const anySlip = fc
  .array(anyAct, { maxLength: 20, size: 'max' })
  .map((list) => list.reduce<Slip>((slip, act) => act(slip), emptySlip));
/** Any slip whose player then fills in every field on screen. */
const filledSlip = fc
  .tuple(anySlip, fc.array(typed, { minLength: maxLegs, maxLength: maxLegs }))
  .map(([slip, [first = '', ...others]]) =>
    slip.mode === 'parlay'
      ? setParlayAmount(slip, first)
      : slip.entries.reduce((filled, { pick }, at) => setAmount(filled, pick, others[at] ?? first), slip),
  );

/** The texts of the amount fields on screen. */
const fieldsOf = (slip: Slip) =>
  slip.mode === 'parlay' ? [slip.parlayAmount] : slip.entries.map((entry) => entry.amount);

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

test('a parlay amount that is refused stakes nothing, nor do the singles that it was typed for', () => {
  fc.assert(
    fc.property(parlayable, refusedText, (slip, text) => {
      const parlay = setParlayAmount(setMode(slip, 'parlay'), text);
      expect([totalStake(parlay), totalStake(setMode(parlay, 'individual'))]).toEqual([0, 0]);
    }),
  );
});

test('however it is tapped, a slip has one pick a market, and a parlay has two or more', () => {
  fc.assert(
    fc.property(anySlip, (slip) => {
      const markets = slip.entries.map(({ pick }) => `${pick.gameId} ${pick.market}`);
      expect(new Set(markets).size).toBe(markets.length);
      if (slip.mode === 'parlay') expect(slip.entries.length).toBeGreaterThanOrEqual(2);
      else expect([slip.parlayAmount, slip.carried]).toEqual(['', null]);
    }),
  );
});

test('a slip stakes the sum of its fields, where one that is no stake counts as 0', () => {
  fc.assert(
    fc.property(fc.oneof(anySlip, filledSlip), (slip) => {
      const wholes = fieldsOf(slip).flatMap((text) => (stakeOf(text) === null ? [] : wholeOf(text)));
      expect(totalStake(slip)).toBe(fromWhole(wholes.reduce((sum, whole) => sum + whole, 0)));
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

test('a slip is refused if a field is no stake, its stakes exceed the balance or its parlay repeats a game, and else never', () => {
  const balance = fc.oneof(fc.integer({ min: -1_000, max: 50_000 }), fc.constant(maxStake * maxLegs)).map(fromWhole);
  fc.assert(
    fc.property(filledSlip, balance, (slip, available) => {
      const fields = fieldsOf(slip);
      const isStaked = fields.length > 0 && fields.every((text) => stakeOf(text) !== null);
      const games = new Set(slip.entries.map(({ pick }) => pick.gameId));
      const repeatsGame = slip.mode === 'parlay' && games.size < slip.entries.length;
      const mayBePlaced = isStaked && totalStake(slip) <= available && !repeatsGame;
      expect(slipProblem(slip, available) === null).toBe(mayBePlaced);
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
