import { describe, expect, test } from 'vitest';
import { emptyQuote, offers } from '#shared/domain/market.ts';
import { readOdds } from './espn-odds.ts';
import { gameBetween, readExample } from './examples/example.ts';

const teams = { home: 'HOM', away: 'AWY' };
const at = (line: string | undefined, odds: string) => ({ close: { line, odds } });
const block = {
  provider: { priority: 1 },
  moneyline: { home: at(undefined, '-192'), away: at(undefined, '+160') },
  pointSpread: { home: at('-3.5', '-110'), away: at('+3.5', '-105') },
  total: { over: at('o44.5', '-110'), under: at('u44.5', 'EVEN') },
};
const whole = {
  ...emptyQuote,
  spreadHome: -3.5,
  spreadAway: 3.5,
  spreadHomePrice: -110,
  spreadAwayPrice: -105,
  moneylineHome: -192,
  moneylineAway: 160,
  totalPoints: 44.5,
  overPrice: -110,
  underPrice: 100,
};
const noSpread = { ...whole, spreadHome: null, spreadAway: null, spreadHomePrice: null, spreadAwayPrice: null };
const noMoneyline = { ...whole, moneylineHome: null, moneylineAway: null };
const noTotal = { ...whole, totalPoints: null, overPrice: null, underPrice: null };

describe('current odds', () => {
  test('give all three markets', () => {
    expect(readOdds('NFL', [block], teams)).toEqual(whole);
    expect(offers('NFL', readOdds('NFL', [block], teams))).toHaveLength(6);
  });

  test.each([[undefined], [null], [[]], [[null]], ['odds'], [[{}]], [[{ provider: { priority: 1 } }]]])(
    'that say nothing are null: %j',
    (odds) => {
      expect(readOdds('NFL', odds, teams)).toBeNull();
      expect(readOdds('Soccer', odds, teams)).toBeNull();
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
    expect(readOdds('NFL', [{ ...block, ...change }], teams)).toEqual(quote);
  });

  test('that are all closed are an empty quote, not a missing one', () => {
    const off = { over: at('OFF', 'OFF'), under: at('OFF', 'OFF') };
    expect(readOdds('NFL', [{ total: off }], teams)).toEqual(emptyQuote);
  });

  test('of a level game are zero on both sides', () => {
    const quote = readOdds('NFL', [{ pointSpread: { home: at('PK', '-110'), away: at('PK', '-110') } }], teams);
    expect([quote?.spreadHome, quote?.spreadAway]).toEqual([0, 0]);
  });

  test('that have only opened are taken as they opened', () => {
    const opened = (odds: string) => ({ open: { odds } });
    const quote = readOdds('NFL', [{ moneyline: { home: opened('-120'), away: opened('+100') } }], teams);
    expect(quote).toMatchObject({ moneylineHome: -120, moneylineAway: 100 });
  });

  test('of soccer are the moneyline with its draw, and nothing else', () => {
    const soccer = { ...block, moneyline: { ...block.moneyline, draw: at(undefined, '+275') } };
    const quote = { ...emptyQuote, moneylineHome: -192, moneylineAway: 160 };
    expect(readOdds('Soccer', [soccer], teams)).toEqual({ ...quote, moneylineDraw: 275 });
    expect(readOdds('Soccer', [{ ...block, drawOdds: { moneyLine: 260 } }], teams)).toEqual({
      ...quote,
      moneylineDraw: 260,
    });
    expect(
      readOdds('Soccer', [{ ...soccer, moneyline: { ...soccer.moneyline, draw: at(undefined, 'OFF') } }], teams),
    ).toEqual(quote);
    expect(readOdds('Soccer', [{ homeTeamOdds: { summary: '6/5', value: 2.2 } }], teams)).toBeNull();
  });

  test('of several books are those of the one that comes first by priority', () => {
    const other = {
      provider: { priority: 0 },
      moneyline: { home: at(undefined, '+120'), away: at(undefined, '-140') },
    };
    expect(readOdds('NFL', [block, other, block], teams)).toEqual({
      ...emptyQuote,
      moneylineHome: 120,
      moneylineAway: -140,
    });
  });
});

describe('older odds', () => {
  test('have a line without a price, which is kept and not offered', () => {
    const quote = gameBetween(readExample('nfl'), 'LOU @ BOI').quote;
    expect(quote).toEqual({
      ...emptyQuote,
      spreadHome: -6.5,
      spreadAway: 6.5,
      totalPoints: 42.5,
      overPrice: -105,
      underPrice: -115,
    });
    expect(offers('NFL', quote).map(({ market }) => market)).toEqual(['total', 'total']);
  });

  test('may have the prices of a total only as `alternateDisplayValue`, and its line only among them', () => {
    const current = {
      over: { alternateDisplayValue: 'EVEN' },
      under: { alternateDisplayValue: '-120' },
      total: { alternateDisplayValue: '8.5' },
    };
    const quote = { ...emptyQuote, totalPoints: 8.5, overPrice: 100, underPrice: -120 };
    expect(readOdds('MLB', [{ overUnder: 8.5, current }], teams)).toEqual(quote);
    expect(readOdds('MLB', [{ current }], teams)).toEqual(quote);
    const both = { ...current, over: { american: 'OFF', alternateDisplayValue: '-110' } };
    expect(offers('MLB', readOdds('MLB', [{ overUnder: 8.5, current: both }], teams))).toEqual([]);
    const half = { ...current, over: { american: -110 }, under: undefined };
    expect(offers('MLB', readOdds('MLB', [{ overUnder: 8.5, current: half }], teams))).toEqual([]);
  });

  test('have the spread in words in football', () => {
    const quote = gameBetween(readExample('nfl'), 'TUL @ HON').quote;
    expect(quote).toEqual({ ...emptyQuote, spreadHome: 7.5, spreadAway: -7.5, totalPoints: 50 });
    expect(offers('NFL', quote)).toEqual([]);
    expect(readOdds('NFL', [{ details: 'HOM -3.0' }], teams)).toMatchObject({ spreadHome: -3, spreadAway: 3 });
    expect(readOdds('NFL', [{ details: 'XXX -3.0' }], teams)).toEqual(emptyQuote);
  });

  test('have the moneyline in words in baseball, where it is no spread', () => {
    const quote = gameBetween(readExample('mlb'), 'NOR @ VAN').quote;
    expect(quote).toEqual({ ...emptyQuote, moneylineHome: 127, moneylineAway: -148, totalPoints: 8 });
  });
});
