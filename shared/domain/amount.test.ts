import { describe, expect, test } from 'vitest';
import { amountProblem, mayGrowWhole, stakeOf, storedText, wholeOf } from './amount.ts';
import { maxStake } from './money.ts';

const notWhole = 'Only whole Ching can be bet: a whole number, such as 100.';
const tooHigh = 'At most 9,999,999 Ching can be bet.';

describe('the text of an amount field', () => {
  test.each([
    ['100', 100],
    ['007', 7],
    [' 7', 7],
    ['7 ', 7],
    ['1,000', 1_000],
    ['1,234,567', 1_234_567],
    ['1 000', 1_000],
    ['1\u00a0000', 1_000],
    ['1\u202f000', 1_000],
    ["1'000", 1_000],
    ['1’000', 1_000],
    ['1.000.000', 1_000_000],
    ['1,000 Ching', 1_000],
    ['100.', 100],
    ['100.0', 100],
    ['1,000.00', 1_000],
    ['１，０００', 1_000],
    ['٧', 7],
    ['١٬٠٠٠', 1_000],
    ['۱۲۳', 123],
    ['\u2066١٢\u2069', 12],
    ['१००', 100],
    ['9999999', maxStake],
  ])('%j means %i', (text, whole) => {
    expect(wholeOf(text)).toBe(whole);
    expect(stakeOf(text)).toBe(whole * 100);
    expect(amountProblem(text)).toBeNull();
  });

  test.each(['', ' ', '0', '000', '0.00'])('%j is no amount yet', (text) => {
    expect([wholeOf(text), stakeOf(text), amountProblem(text)]).toEqual([0, null, null]);
  });

  test.each([
    '1.5',
    '1,5',
    '.5',
    '99.99',
    '1.000',
    '0,500',
    '0 500',
    '0.000.500',
    '1.05',
    '1,00',
    '1 5',
    '10,00,0',
    '1,000,00',
    '1,000.000',
    '1,000 000',
    '-4',
    '+5',
    '1e3',
    '0x10',
    '10²',
    'ten',
    '$5',
    '١٫٥',
    '½',
  ])('%j is not whole, and is said to be so', (text) => {
    expect([wholeOf(text), stakeOf(text), amountProblem(text)]).toEqual([0, null, notWhole]);
  });

  test.each(['10000000', '10,000,000', '9'.repeat(30)])('%j is too high', (text) => {
    expect([wholeOf(text), stakeOf(text), amountProblem(text)]).toEqual([0, null, tooHigh]);
  });
});

test('of all single characters only the other nine digits of seven scripts are stakes', () => {
  const characters = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code));
  const stakes = characters.filter((character) => stakeOf(character) !== null);
  expect(stakes).toHaveLength(7 * 9);
  for (const character of stakes) expect(character).toMatch(/^\p{Nd}$/u);
});

test.each(['1,', '1,0', '1,00', '1 0', "1'", '1,000,0', '1.000.0'])('%j may become a whole number', (text) => {
  expect(mayGrowWhole(text)).toBe(true);
});

test.each(['1.5', '-', '1e', '1,0000', 'ten', '10000000'])('%j may not become a whole number', (text) => {
  expect(mayGrowWhole(text)).toBe(false);
});

test('a field stores what was typed, and a text too long to be an amount never as a shorter amount', () => {
  expect(storedText(' 1,000 ')).toBe(' 1,000 ');
  expect(storedText(`${' '.repeat(60)}7`)).toBe('7');
  expect(stakeOf(storedText(`${'0'.repeat(39)}100`))).toBeNull();
  expect(amountProblem(storedText(`${'0'.repeat(39)}100`))).toBe(notWhole);
});
