import { describe, expect, test } from 'vitest';
import { ching } from '#shared/testing/examples.ts';
import {
  type Cents,
  cents,
  fromWhole,
  fromWire,
  maxStake,
  parseStake,
  showChing,
  showSigned,
  showWhole,
  startingBalance,
  sumCents,
  toWire,
} from './money.ts';

describe('the wire', () => {
  test.each([
    [0, '0.00'],
    [5, '0.05'],
    [19_091, '190.91'],
    [100_000, '1000.00'],
    [-909, '-9.09'],
    [-5, '-0.05'],
    [100_000_000_000, '1000000000.00'],
  ])('%i hundredths are "%s" and back', (amount, text) => {
    expect(toWire(cents(amount))).toBe(text);
    expect(fromWire(text)).toBe(amount);
  });

  test.each([
    ['100', 10_000],
    ['0.5', 50],
    ['-0', 0],
    ['-0.00', 0],
    ['007.10', 710],
  ])('"%s" is read as %i hundredths', (text, amount) => {
    expect(fromWire(text)).toBe(amount);
  });

  test.each(['', ' ', '1.', '.5', '1.234', '+1', '1e3', '1,000', ' 10 ', '10\n', '--1', 'NaN', '١', '99999999999999'])(
    '%j is not an amount',
    (text) => {
      expect(fromWire(text)).toBeNull();
    },
  );
});

describe('a stake', () => {
  test.each([
    ['1', 100],
    ['100', 10_000],
    ['9999999', 999_999_900],
  ])('%j is %i hundredths', (text, amount) => {
    expect(parseStake(text)).toBe(amount);
  });

  test.each([
    '1e3',
    '+5',
    '1.5',
    '1.0',
    '0',
    '00',
    '05',
    '-1',
    ' 10 ',
    '10 ',
    '10\n',
    '١',
    '１',
    '',
    'ten',
    '0x10',
    '1,000',
    '10000000',
  ])('%j is refused', (text) => {
    expect(parseStake(text)).toBeNull();
  });

  test('has at most as many digits as the largest one', () => {
    expect(parseStake(String(maxStake))).toBe(fromWhole(maxStake));
    expect(parseStake(String(maxStake + 1))).toBeNull();
  });
});

describe('the display', () => {
  test.each([
    [990.91, '990'],
    [1090.91, '1,090'],
    [1000, '1,000'],
    [1_234_567.99, '1,234,567'],
    [0, '0'],
    [0.99, '0'],
    [-0.01, '-1'],
    [-9.09, '-10'],
    [-1000, '-1,000'],
    [-1000.01, '-1,001'],
  ])('%d Ching show as %s', (amount, text) => {
    expect(showWhole(ching(amount))).toBe(text);
  });

  test('names the currency', () => {
    expect(showChing(ching(1090.91))).toBe('1,090 Ching');
  });

  test('never shows a minus before nothing', () => {
    expect(showWhole(cents(-0))).toBe('0');
    expect(toWire(cents(-0))).toBe('0.00');
  });
});

test('every member starts with 1,000 Ching', () => {
  expect(showChing(startingBalance)).toBe('1,000 Ching');
});

test.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, Number.MAX_SAFE_INTEGER + 1])(
  '%d is no amount of money',
  (value) => {
    expect(() => cents(value)).toThrow(RangeError);
  },
);

test('a sum adds signed amounts, and nothing is zero', () => {
  expect(sumCents([ching(1000), ching(-100), ching(190.91)])).toBe(109_091);
  expect(sumCents([])).toBe(0);
});

test('a sum that is not exact is refused', () => {
  const most = Number.MAX_SAFE_INTEGER as Cents;
  expect(() => sumCents([most, most])).toThrow(RangeError);
});

test.each([
  [90.91, '+90 Ching'],
  [0, '0 Ching'],
  [-9.09, '-10 Ching'],
])('a gain of %d reads %s', (gain, words) => {
  expect(showSigned(ching(gain))).toBe(words);
});
