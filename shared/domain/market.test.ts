import { describe, expect, test } from 'vitest';
import { aPrice, aQuote, withOdds } from '#shared/testing/examples.ts';
import {
  emptyQuote,
  type FlatQuote,
  flatQuote,
  isSideOf,
  marketRules,
  type Offer,
  offerFor,
  offers,
  ownMarkets,
  type Quote,
  showLine,
  sidesOf,
  startingQuote,
  swappedQuote,
} from './market.ts';
import { isLine } from './markets/market-rules.ts';
import type { Market } from './side.ts';

const marketsOf = (list: readonly Offer[]): Market[] => [...new Set(list.map((offer) => offer.market))];
const soccerQuote = withOdds(emptyQuote, { moneylineHome: 120, moneylineDraw: 230, moneylineAway: 210 });

test('a full quote offers both sides of every market, away before home', () => {
  expect(offers('NFL', aQuote())).toEqual([
    { market: 'spread', side: 'away', line: 3.5, price: -105 },
    { market: 'spread', side: 'home', line: -3.5, price: -110 },
    { market: 'moneyline', side: 'away', line: null, price: 155 },
    { market: 'moneyline', side: 'home', line: null, price: -180 },
    { market: 'total', side: 'over', line: 47.5, price: -112 },
    { market: 'total', side: 'under', line: 47.5, price: -108 },
  ]);
});

test('soccer offers the moneyline alone, with the draw between the teams', () => {
  expect(offers('Soccer', { ...aQuote(), moneyline: soccerQuote.moneyline })).toEqual([
    { market: 'moneyline', side: 'away', line: null, price: 210 },
    { market: 'moneyline', side: 'draw', line: null, price: 230 },
    { market: 'moneyline', side: 'home', line: null, price: 120 },
  ]);
});

test.each([null, 0])('soccer without a price for the draw (%s) offers the two teams', (moneylineDraw) => {
  expect(offers('Soccer', withOdds(soccerQuote, { moneylineDraw })).map((offer) => offer.side)).toEqual([
    'away',
    'home',
  ]);
});

test('a draw is offered in no other sport, even where the feed prices one', () => {
  expect(offers('Hockey', aQuote({ moneylineDraw: 300 })).some((offer) => offer.side === 'draw')).toBe(false);
});

describe('the markets of a sport', () => {
  test('are all that it takes of a quote: no spread or total in soccer, no draw elsewhere', () => {
    const full = aQuote({ moneylineDraw: 300 });
    expect(ownMarkets('Soccer', full)).toEqual({ ...emptyQuote, moneyline: full.moneyline });
    expect(ownMarkets('NFL', full)).toEqual(aQuote());
  });

  test('are closed by an empty quote, and not by one that has markets of other sports only', () => {
    expect(ownMarkets('Soccer', emptyQuote)).toEqual(emptyQuote);
    expect(ownMarkets('Soccer', { ...aQuote(), moneyline: null })).toBeNull();
  });
});

test('after a swap of home and away each team has its own line and price, and draw and total are the same', () => {
  expect(flatQuote(swappedQuote(aQuote({ moneylineDraw: 300 })))).toEqual({
    spreadHome: 3.5,
    spreadAway: -3.5,
    spreadHomeOdds: -105,
    spreadAwayOdds: -110,
    moneylineHome: 155,
    moneylineAway: -180,
    moneylineDraw: 300,
    totalPoints: 47.5,
    overOdds: -112,
    underOdds: -108,
  });
});

test('no quote and an empty quote offer nothing', () => {
  expect(offers('NFL', null)).toEqual([]);
  expect(offers('NFL', emptyQuote)).toEqual([]);
});

describe('a market that is incomplete is not offered', () => {
  test.each<[string, Partial<FlatQuote>, Market[]]>([
    ['no home spread', { spreadHome: null }, ['moneyline', 'total']],
    ['no away spread', { spreadAway: null }, ['moneyline', 'total']],
    ['no price for the home spread', { spreadHomeOdds: null }, ['moneyline', 'total']],
    ['no price for the away spread', { spreadAwayOdds: null }, ['moneyline', 'total']],
    ['spreads that do not mirror', { spreadAway: 4.5 }, ['moneyline', 'total']],
    ['spreads of one sign', { spreadAway: -3.5 }, ['moneyline', 'total']],
    ['a spread in quarters', { spreadHome: -3.25, spreadAway: 3.25 }, ['moneyline', 'total']],
    ['no home moneyline', { moneylineHome: null }, ['spread', 'total']],
    ['a home moneyline of zero', { moneylineHome: 0 }, ['spread', 'total']],
    ['an away moneyline of zero', { moneylineAway: 0 }, ['spread', 'total']],
    ['a moneyline below 100', { moneylineAway: 55 }, ['spread', 'total']],
    ['no total', { totalPoints: null }, ['spread', 'moneyline']],
    ['a total of zero', { totalPoints: 0 }, ['spread', 'moneyline']],
    ['a total below zero', { totalPoints: -47.5 }, ['spread', 'moneyline']],
    ['no over price', { overOdds: null }, ['spread', 'moneyline']],
    ['no under price', { underOdds: null }, ['spread', 'moneyline']],
    ['an under price of zero', { underOdds: 0 }, ['spread', 'moneyline']],
  ])('%s', (_, changes, left) => {
    expect(marketsOf(offers('NFL', aQuote(changes)))).toEqual(left);
  });
});

test("a spread of 0.0 is a value: pick'em is offered", () => {
  const sides = offers('NFL', aQuote({ spreadHome: 0, spreadAway: 0 })).filter((offer) => offer.market === 'spread');
  expect(sides).toHaveLength(2);
});

test('the offer for a side is found, and null where it is not offered', () => {
  expect(offerFor('NFL', aQuote(), 'total', 'under')).toEqual({
    market: 'total',
    side: 'under',
    line: 47.5,
    price: -108,
  });
  expect(offerFor('NFL', aQuote(), 'moneyline', 'draw')).toBeNull();
  expect(offerFor('NFL', aQuote(), 'total', 'home')).toBeNull();
  expect(offerFor('Soccer', aQuote(), 'spread', 'home')).toBeNull();
  expect(offerFor('NFL', null, 'total', 'under')).toBeNull();
});

test('sides belong to their markets', () => {
  expect(sidesOf('NBA', 'total')).toEqual(['over', 'under']);
  expect(sidesOf('NBA', 'moneyline')).toEqual(['away', 'home']);
  expect(sidesOf('Soccer', 'moneyline')).toEqual(['away', 'draw', 'home']);
  expect(sidesOf('Soccer', 'spread')).toEqual([]);
  expect(isSideOf('Soccer', 'moneyline', 'draw')).toBe(true);
  expect(isSideOf('NFL', 'moneyline', 'draw')).toBe(false);
  expect(isSideOf('NFL', 'spread', 'over')).toBe(false);
});

test.each([0, 3, -3.5, 228.5, 1_000])('%d is a line', (value) => {
  expect(isLine(value)).toBe(true);
});

test.each([0.25, 3.3, Number.NaN, Number.POSITIVE_INFINITY, 1_000.5])('%d is no line', (value) => {
  expect(isLine(value)).toBe(false);
});

describe('the odds form of a game without odds starts with', () => {
  test.each([
    ['NFL', 44.5],
    ['CFB', 44.5],
    ['MLB', 7.5],
    ['NBA', 228.5],
    ['Hockey', 6.5],
  ] as const)("a pick'em, -110 everywhere and, in %s, a total of %s", (sport, total) => {
    expect(flatQuote(startingQuote(sport))).toEqual({
      spreadHome: 0,
      spreadAway: 0,
      spreadHomeOdds: -110,
      spreadAwayOdds: -110,
      moneylineHome: -110,
      moneylineAway: -110,
      moneylineDraw: null,
      totalPoints: total,
      overOdds: -110,
      underOdds: -110,
    });
  });

  test('the moneyline with its draw alone in soccer', () => {
    expect(startingQuote('Soccer')).toEqual(
      withOdds(emptyQuote, { moneylineHome: -110, moneylineAway: -110, moneylineDraw: -110 }),
    );
  });
});

test('half a market cannot be written', () => {
  const quotes: Quote[] = [
    // @ts-expect-error: a spread without the away price
    { ...emptyQuote, spread: { line: -3.5, home: aPrice(-110) } },
    // @ts-expect-error: a spread without a line
    { ...emptyQuote, spread: { line: null, home: aPrice(-110), away: aPrice(-110) } },
    // @ts-expect-error: a moneyline of one team
    { ...emptyQuote, moneyline: { home: aPrice(-110), away: null, draw: null } },
    // @ts-expect-error: a number that is no price
    { ...emptyQuote, total: { line: 47.5, over: -110, under: 50 } },
    // @ts-expect-error: a quote without one of its markets
    { spread: null, moneyline: null },
  ];
  expect(quotes).toHaveLength(5);
});

describe('a bet label', () => {
  const teams = { home: 'Chiefs', away: 'Chargers' };

  test.each([
    ['spread', 'home', 'Spread Chiefs'],
    ['spread', 'away', 'Spread Chargers'],
    ['moneyline', 'home', 'Chiefs ML'],
    ['moneyline', 'away', 'Chargers ML'],
    ['moneyline', 'draw', 'ML Draw'],
    ['total', 'over', 'Total Over'],
    ['total', 'under', 'Total Under'],
  ] as const)('for the %s of %s is %s', (market, side, label) => {
    expect(marketRules[market].label(side, teams)).toBe(label);
  });
});

describe('a line', () => {
  test.each([
    ['spread', 3.5, '+3.5'],
    ['spread', -3.5, '-3.5'],
    ['spread', 7, '+7'],
    ['spread', 0, 'PK'],
    ['spread', -0, 'PK'],
    ['total', 47.5, '47.5'],
    ['total', 8, '8'],
    ['moneyline', null, ''],
  ] as const)('of a %s at %s is printed as "%s"', (market, line, text) => {
    expect(showLine(market, line)).toBe(text);
  });
});
