import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aQuote, withOdds } from '#shared/testing/examples.ts';
import { emptyQuote, offers, type Quote } from './market.ts';
import { mergeQuotes } from './merge-quotes.ts';

const { spread, moneyline, total } = aQuote();
const extra = withOdds(emptyQuote, {
  spreadHome: -4,
  spreadAway: 4,
  spreadHomeOdds: -105,
  spreadAwayOdds: -115,
  moneylineHome: -190,
  moneylineAway: 160,
  totalPoints: 48,
  overOdds: -108,
  underOdds: -112,
});

test('a game without a quote of the main source gets the whole quote of the other source', () => {
  expect(mergeQuotes(null, extra)).toEqual(extra);
  expect(mergeQuotes(emptyQuote, extra)).toEqual(extra);
});

test('a market of the main source wins, and one that it lacks comes from the other source', () => {
  expect(mergeQuotes({ ...emptyQuote, spread, total }, extra)).toEqual({ spread, moneyline: extra.moneyline, total });
});

test('a market with a line but no price comes whole from the other source', () => {
  const bare = withOdds({ ...emptyQuote, moneyline }, { spreadHome: -3.5, spreadAway: 3.5 });
  expect(mergeQuotes(bare, extra)).toMatchObject({ spread: extra.spread, moneyline });
});

test('of two moneylines the one with the draw wins, whichever source it is from', () => {
  const twoWay = withOdds(emptyQuote, { moneylineHome: 120, moneylineAway: 200 });
  const threeWay = withOdds(emptyQuote, { moneylineHome: 130, moneylineAway: 210, moneylineDraw: 240 });
  expect(mergeQuotes(twoWay, threeWay)).toEqual(threeWay);
  expect(mergeQuotes(threeWay, twoWay)).toEqual(threeWay);
});

test('a market that both sources have in part is closed', () => {
  const line = withOdds(emptyQuote, { totalPoints: 47.5 });
  expect(mergeQuotes(line, withOdds(emptyQuote, { overOdds: -110, underOdds: -110 }))).toEqual(emptyQuote);
});

describe('any two quotes', () => {
  const parts = fc.subarray([{ spread }, { moneyline }, { total }]);
  const mains = parts.map((some): Quote => Object.assign({ ...emptyQuote }, ...some));

  test('merge to a quote with all offers of the main source, and those of the other where it has none', () => {
    fc.assert(
      fc.property(mains, (main) => {
        const merged = mergeQuotes(main, extra);
        expect(offers('NFL', merged)).toHaveLength(6);
        for (const offer of offers('NFL', main)) expect(offers('NFL', merged)).toContainEqual(offer);
      }),
    );
  });

  test('merge to the same quote when merged again, also with an empty one', () => {
    fc.assert(
      fc.property(mains, (main) => {
        expect(mergeQuotes(mergeQuotes(main, extra), extra)).toEqual(mergeQuotes(main, extra));
        expect(mergeQuotes(main, emptyQuote)).toEqual(main);
      }),
    );
  });
});
