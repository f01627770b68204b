import { describe, expect, test } from 'vitest';
import { emptyQuote, flatQuote, offers } from '#shared/domain/market.ts';
import { withOdds } from '#shared/testing/examples.ts';
import { readOdds } from './espn-odds.ts';
import { gameBetween, readExample } from './examples/example.ts';

const at = (line: string | undefined, odds: string) => ({ close: { line, odds } });
const block = {
  provider: { priority: 1 },
  moneyline: { home: at(undefined, '-192'), away: at(undefined, '+160') },
  pointSpread: { home: at('-3.5', '-110'), away: at('+3.5', '-105') },
  total: { over: at('o44.5', '-110'), under: at('u44.5', 'EVEN') },
};
const whole = withOdds(emptyQuote, {
  spreadHome: -3.5,
  spreadAway: 3.5,
  spreadHomeOdds: -110,
  spreadAwayOdds: -105,
  moneylineHome: -192,
  moneylineAway: 160,
  totalPoints: 44.5,
  overOdds: -110,
  underOdds: 100,
});
const noSpread = { ...whole, spread: null };
const noMoneyline = { ...whole, moneyline: null };
const noTotal = { ...whole, total: null };

describe('current odds', () => {
  test('give all three markets', () => {
    expect(readOdds('NFL', [block])).toEqual(whole);
    expect(offers('NFL', readOdds('NFL', [block]))).toHaveLength(6);
  });

  test.each([[undefined], [null], [[]], [[null]], ['odds'], [[{}]], [[{ provider: { priority: 1 } }]]])(
    'that say nothing are null: %j',
    (odds) => {
      expect(readOdds('NFL', odds)).toBeNull();
      expect(readOdds('Soccer', odds)).toBeNull();
    },
  );

  test.each([
    ['a closed moneyline', { moneyline: { home: at(undefined, 'OFF'), away: at(undefined, 'OFF') } }, noMoneyline],
    ['half a moneyline', { moneyline: { home: at(undefined, '-192') } }, noMoneyline],
    ['a price below 100', { moneyline: { home: at(undefined, '-99'), away: at(undefined, '+160') } }, noMoneyline],
    ['a price without a sign', { moneyline: { home: at(undefined, '192'), away: at(undefined, '+160') } }, noMoneyline],
    [
      'spread lines that are no mirror',
      { pointSpread: { home: at('-3.5', '-110'), away: at('+4', '-110') } },
      noSpread,
    ],
    ['spread lines of one sign', { pointSpread: { home: at('-3.5', '-110'), away: at('-3.5', '-110') } }, noSpread],
    ['quarter points', { pointSpread: { home: at('-3.25', '-110'), away: at('+3.25', '-110') } }, noSpread],
    [
      'a closed spread beside a number',
      { spread: -3.5, pointSpread: { home: at('OFF', 'OFF'), away: at('OFF', 'OFF') } },
      noSpread,
    ],
    ['a number with another sign', { spread: 3.5 }, noSpread],
    ['totals that differ', { total: { over: at('o44.5', '-110'), under: at('u45', '-110') } }, noTotal],
    ['a closed total', { total: { over: at('OFF', 'OFF'), under: at('OFF', 'OFF') } }, noTotal],
    ['a total of zero', { total: { over: at('o0', '-110'), under: at('u0', '-110') } }, noTotal],
    [
      'one side that has moved and one that has not',
      { total: { over: at('o44.5', '-110'), under: { open: { line: 'u44.5', odds: '-110' } } } },
      noTotal,
    ],
    ['a market of another shape', { total: 44.5, overUnder: 44.5 }, noTotal],
  ])('with %s lose that market and keep the others', (_, change, quote) => {
    expect(readOdds('NFL', [{ ...block, ...change }])).toEqual(quote);
  });

  test('that are all closed are an empty quote, not a missing one', () => {
    const off = { over: at('OFF', 'OFF'), under: at('OFF', 'OFF') };
    expect(readOdds('NFL', [{ total: off }])).toEqual(emptyQuote);
  });

  test('of a level game are zero on both sides', () => {
    const quote = readOdds('NFL', [{ pointSpread: { home: at('PK', '-110'), away: at('PK', '-110') } }]);
    expect(flatQuote(quote)).toMatchObject({ spreadHome: 0, spreadAway: 0 });
  });

  test('that have only opened are taken as they opened', () => {
    const opened = (odds: string) => ({ open: { odds } });
    const quote = readOdds('NFL', [{ moneyline: { home: opened('-120'), away: opened('+100') } }]);
    expect(flatQuote(quote)).toMatchObject({ moneylineHome: -120, moneylineAway: 100 });
  });

  test('of soccer are the moneyline with its draw, and nothing else', () => {
    const soccer = { ...block, moneyline: { ...block.moneyline, draw: at(undefined, '+275') } };
    const quote = withOdds(emptyQuote, { moneylineHome: -192, moneylineAway: 160 });
    expect(readOdds('Soccer', [soccer])).toEqual(withOdds(quote, { moneylineDraw: 275 }));
    expect(readOdds('Soccer', [{ ...block, drawOdds: { moneyLine: 260 } }])).toEqual(
      withOdds(quote, { moneylineDraw: 260 }),
    );
    expect(readOdds('Soccer', [{ ...soccer, moneyline: { ...soccer.moneyline, draw: at(undefined, 'OFF') } }])).toEqual(
      quote,
    );
    expect(readOdds('Soccer', [{ homeTeamOdds: { summary: '6/5', value: 2.2 } }])).toBeNull();
  });

  test('of several books are those of the one that comes first by priority', () => {
    const other = {
      provider: { priority: 0 },
      moneyline: { home: at(undefined, '+120'), away: at(undefined, '-140') },
    };
    expect(readOdds('NFL', [block, other, block])).toEqual(
      withOdds(emptyQuote, { moneylineHome: 120, moneylineAway: -140 }),
    );
  });
});

describe('older odds', () => {
  test('have a line without a price, which is no market', () => {
    const quote = gameBetween(readExample('nfl'), 'LOU @ BOI').quote;
    expect(quote).toEqual(withOdds(emptyQuote, { totalPoints: 42.5, overOdds: -105, underOdds: -115 }));
    expect(offers('NFL', quote).map(({ market }) => market)).toEqual(['total', 'total']);
  });

  test('may have the prices of a total only as `alternateDisplayValue`, and its line only among them', () => {
    const current = {
      over: { alternateDisplayValue: 'EVEN' },
      under: { alternateDisplayValue: '-120' },
      total: { alternateDisplayValue: '8.5' },
    };
    const quote = withOdds(emptyQuote, { totalPoints: 8.5, overOdds: 100, underOdds: -120 });
    expect(readOdds('MLB', [{ overUnder: 8.5, current }])).toEqual(quote);
    expect(readOdds('MLB', [{ current }])).toEqual(quote);
    const both = { ...current, over: { american: 'OFF', alternateDisplayValue: '-110' } };
    expect(offers('MLB', readOdds('MLB', [{ overUnder: 8.5, current: both }]))).toEqual([]);
    const half = { ...current, over: { american: -110 }, under: undefined };
    expect(offers('MLB', readOdds('MLB', [{ overUnder: 8.5, current: half }]))).toEqual([]);
  });

  test('have the spread in words in football, without prices: it is closed', () => {
    const quote = gameBetween(readExample('nfl'), 'TUL @ HON').quote;
    expect(quote).toEqual(emptyQuote);
    expect(readOdds('NFL', [{ details: 'HOM -3.0' }])).toEqual(emptyQuote);
    expect(readOdds('NFL', [{ details: 'XXX -3.0' }])).toEqual(emptyQuote);
    expect(readOdds('MLB', [{ details: 'HOM -150' }])).toBeNull();
  });

  test('have the moneyline in words in baseball, where it is no spread', () => {
    const quote = gameBetween(readExample('mlb'), 'NOR @ VAN').quote;
    expect(quote).toEqual(withOdds(emptyQuote, { moneylineHome: 127, moneylineAway: -148 }));
  });
});
