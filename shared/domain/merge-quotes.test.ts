import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emptyQuote, offers, type Quote } from './market.ts';
import { mergeQuotes } from './merge-quotes.ts';

const spread = { spreadHome: -3.5, spreadAway: 3.5, spreadHomePrice: -110, spreadAwayPrice: -110 };
const moneyline = { moneylineHome: -180, moneylineAway: 152 };
const total = { totalPoints: 47.5, overPrice: -110, underPrice: -110 };
const extra: Quote = {
  spreadHome: -4,
  spreadAway: 4,
  spreadHomePrice: -105,
  spreadAwayPrice: -115,
  moneylineHome: -190,
  moneylineAway: 160,
  moneylineDraw: null,
  totalPoints: 48,
  overPrice: -108,
  underPrice: -112,
};

test('a game that the main source does not quote has all from the other', () => {
  expect(mergeQuotes(null, extra)).toEqual(extra);
  expect(mergeQuotes(emptyQuote, extra)).toEqual(extra);
});

test('a market of the main source stands, and one that it lacks is the other’s', () => {
  expect(mergeQuotes({ ...emptyQuote, ...spread, ...total }, extra)).toEqual({
    ...emptyQuote,
    ...spread,
    ...total,
    moneylineHome: -190,
    moneylineAway: 160,
  });
});

test('a line without a price gives way with its price’s whole market', () => {
  const bare = { ...emptyQuote, ...moneyline, spreadHome: -3.5, spreadAway: 3.5 };
  expect(mergeQuotes(bare, extra)).toMatchObject({ spreadHome: -4, spreadHomePrice: -105, ...moneyline });
});

test('a moneyline without its draw gives way to one that has it, and not the other way round', () => {
  const twoWay = { ...emptyQuote, moneylineHome: 120, moneylineAway: 200 };
  const threeWay = { ...emptyQuote, moneylineHome: 130, moneylineAway: 210, moneylineDraw: 240 };
  expect(mergeQuotes(twoWay, threeWay)).toEqual(threeWay);
  expect(mergeQuotes(threeWay, twoWay)).toEqual(threeWay);
});

test('what both lack in part stays as the main source has it', () => {
  const line = { ...emptyQuote, totalPoints: 47.5 };
  expect(mergeQuotes(line, { ...emptyQuote, overPrice: -110, underPrice: -110 })).toEqual(line);
});

describe('any two quotes', () => {
  const parts = fc.subarray([spread, moneyline, total]);
  const mains = parts.map((some): Quote => Object.assign({ ...emptyQuote }, ...some));

  test('make one that offers what either offers, and whose every market is of one of them', () => {
    fc.assert(
      fc.property(mains, (main) => {
        const filled = mergeQuotes(main, extra);
        expect(offers('NFL', filled)).toHaveLength(6);
        for (const offer of offers('NFL', main)) expect(offers('NFL', filled)).toContainEqual(offer);
      }),
    );
  });

  test('make the same when filled again, and nothing new of nothing', () => {
    fc.assert(
      fc.property(mains, (main) => {
        expect(mergeQuotes(mergeQuotes(main, extra), extra)).toEqual(mergeQuotes(main, extra));
        expect(mergeQuotes(main, emptyQuote)).toEqual(main);
      }),
    );
  });
});
