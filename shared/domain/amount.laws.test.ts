import fc from 'fast-check';
import { expect, test } from 'vitest';
import { refusedText, stakeText } from '#shared/testing/arbitraries.ts';
import { amountProblem, stakeOf, wholeOf } from './amount.ts';
import { fromWhole } from './money.ts';

/** A text of digits with some of the characters that people write around and between them. */
const digitsAndMarks = fc
  .array(fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...'0123456789') }, fc.constantFrom(...",. '-+e٣")), {
    maxLength: 9,
  })
  .map((characters) => characters.join(''));
const anyText = fc.oneof(
  stakeText.map(({ text }) => text),
  refusedText,
  digitsAndMarks,
  fc.string({ maxLength: 9 }),
);

test('a number as people write it stakes that number', () => {
  fc.assert(
    fc.property(stakeText, ({ text, whole }) => {
      expect([wholeOf(text), stakeOf(text), amountProblem(text)]).toEqual([whole, fromWhole(whole), null]);
    }),
  );
});

test('a refused text stakes nothing, and its field says so', () => {
  fc.assert(
    fc.property(refusedText, (text) => {
      expect([wholeOf(text), stakeOf(text), amountProblem(text)]).toEqual([0, null, expect.any(String)]);
    }),
  );
});

test('whatever the text, it is a stake unless its field says why not or it is 0', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(stakeOf(text) !== null).toBe(amountProblem(text) === null && wholeOf(text) > 0);
      expect(stakeOf(text) ?? 0).toBe(fromWhole(wholeOf(text)));
    }),
  );
});
