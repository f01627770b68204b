import { describe, expect, test } from 'vitest';
import { emptyQuote, flatQuote } from '#shared/domain/market.ts';
import { withOdds } from '#shared/testing/examples.ts';
import { type OddsExample, oddsExample } from './examples/odds-api/example.ts';
import { FeedFailure } from './feed.ts';
import { type OddsEvent, quoteOf, readOddsEvents } from './odds-events.ts';

type Change = (event: OddsExample[number]) => unknown;
type Side = OddsExample[number]['bookmakers'][number]['markets'][number]['outcomes'][number];

/** The first event of an example, read after a change. */
function firstOf(league: 'nfl' | 'mlb' | 'epl', change: Change = () => undefined): OddsEvent {
  const payload = oddsExample(league).slice(0, 1);
  for (const event of payload) change(event);
  const [event] = readOddsEvents(payload).events;
  if (!event) throw new Error('nothing was read');
  return event;
}

/** A market of the most preferred book. */
function draftkings(event: OddsExample[number], key: string) {
  const book = event.bookmakers.find((one) => one.key === 'draftkings');
  const market = book?.markets.find((one) => one.key === key);
  if (!market) throw new Error(`no ${key}`);
  return market;
}

/** A change of every side of a market of the most preferred book. */
function sides(key: string, change: (side: Side, place: number, event: OddsExample[number]) => object): Change {
  return (event) => {
    for (const [place, side] of draftkings(event, key).outcomes.entries()) {
      Object.assign(side, change(side, place, event));
    }
  };
}

describe('a quote', () => {
  test('comes from the preferred book, its outcomes found by name', () => {
    expect(quoteOf(firstOf('nfl'), 'NFL')).toEqual(
      withOdds(emptyQuote, {
        spreadHome: -3.5,
        spreadAway: 3.5,
        spreadHomeOdds: -110,
        spreadAwayOdds: -110,
        moneylineHome: -175,
        moneylineAway: 150,
        moneylineDraw: null,
        totalPoints: 47.5,
        overOdds: -110,
        underOdds: -110,
      }),
    );
  });

  test('is the same whatever the order of books, markets and outcomes', () => {
    const turned = firstOf('nfl', (event) => {
      event.bookmakers.reverse();
      for (const { markets } of event.bookmakers) {
        markets.reverse();
        for (const { outcomes } of markets) outcomes.reverse();
      }
    });
    expect(quoteOf(turned, 'NFL')).toEqual(quoteOf(firstOf('nfl'), 'NFL'));
  });

  test('takes each market whole from the first book that has it, those without a place in the order by name', () => {
    const [, second] = readOddsEvents(oddsExample('nfl')).events;
    expect(second && quoteOf(second, 'NFL')).toEqual(
      withOdds(emptyQuote, {
        totalPoints: 41.5,
        overOdds: -108,
        underOdds: -112,
        moneylineHome: 120,
        moneylineAway: -140,
        spreadHome: 2.5,
        spreadAway: -2.5,
        spreadHomeOdds: 100,
        spreadAwayOdds: -120,
      }),
    );
  });

  test('is null when no book has a market', () => {
    const [, , third] = readOddsEvents(oddsExample('nfl')).events;
    expect(third && quoteOf(third, 'NFL')).toBeNull();
  });

  test('of soccer is three-way, from a book that has the draw', () => {
    expect(quoteOf(firstOf('epl'), 'Soccer')).toEqual(
      withOdds(emptyQuote, { moneylineHome: 130, moneylineAway: 210, moneylineDraw: 240 }),
    );
  });

  test('of soccer has no spread and no total, whatever a book sends', () => {
    const withAll = firstOf('epl', (event) => {
      const point = 0.5;
      for (const { markets } of event.bookmakers) {
        markets.push(
          {
            key: 'spreads',
            outcomes: [
              { name: event.home_team, price: -110, point },
              { name: event.away_team, price: -110, point: -point },
            ],
          },
          {
            key: 'totals',
            outcomes: [
              { name: 'Over', price: -110, point: 2.5 },
              { name: 'Under', price: -110, point: 2.5 },
            ],
          },
        );
      }
    });
    expect(flatQuote(quoteOf(withAll, 'NFL'))).toMatchObject({ spreadHome: 0.5, totalPoints: 2.5 });
    expect(quoteOf(withAll, 'Soccer')).toEqual(quoteOf(firstOf('epl'), 'Soccer'));
  });

  test('of another sport is never three-way: that is a price on sixty minutes', () => {
    expect(flatQuote(quoteOf(firstOf('epl'), 'NFL'))).toMatchObject({ moneylineHome: -110, moneylineAway: -110 });
  });

  test.each<[string, Change]>([
    ['lines that are not mirrored', sides('spreads', () => ({ point: -3.5 }))],
    ['a missing side', (event) => draftkings(event, 'spreads').outcomes.pop()],
    ['sides of other names', sides('spreads', () => ({ name: 'Somebody' }))],
    ['one side twice', sides('spreads', (_side, _place, event) => ({ name: event.home_team }))],
    [
      'a third side',
      (event) => draftkings(event, 'spreads').outcomes.push({ name: 'Nobody', price: -110, point: 3.5 }),
    ],
    ['prices below 100', sides('spreads', () => ({ price: -99 }))],
    ['prices in decimals', sides('spreads', () => ({ price: 1.91 }))],
    ['no lines', sides('spreads', () => ({ point: undefined }))],
    ['lines in quarters', sides('spreads', ({ point = 0 }) => ({ point: Math.sign(point) * 3.25 }))],
  ])('passes over a book whose spread has %s, and keeps its other markets', (_what, change) => {
    expect(flatQuote(quoteOf(firstOf('nfl', change), 'NFL'))).toMatchObject({
      spreadHome: -3,
      spreadHomeOdds: -105,
      spreadAwayOdds: -115,
      moneylineHome: -175,
      totalPoints: 47.5,
    });
  });

  test.each<[string, Change]>([
    ['two lines', sides('totals', (_side, place) => ({ point: 47 + place }))],
    ['a line of nothing', sides('totals', () => ({ point: 0 }))],
  ])('passes over a book whose total has %s', (_what, change) => {
    expect(flatQuote(quoteOf(firstOf('nfl', change), 'NFL'))).toMatchObject({ totalPoints: 47, spreadHome: -3.5 });
  });

  test('has a line of zero without a sign', () => {
    const level = sides('spreads', ({ name }, _place, event) => ({ point: name === event.home_team ? -0 : 0 }));
    expect(Object.is(quoteOf(firstOf('nfl', level), 'NFL')?.spread?.line, 0)).toBe(true);
  });

  test('is never a lay price of an exchange', () => {
    const laid = firstOf('nfl', (event) => {
      for (const book of event.bookmakers) book.markets = book.markets.map((market) => ({ ...market, key: 'h2h_lay' }));
    });
    expect(quoteOf(laid, 'NFL')).toBeNull();
  });
});

describe('an answer', () => {
  test.each<[string, Change, string]>([
    ['no id', (event) => Reflect.deleteProperty(event, 'id'), 'id: '],
    ['no time', (event) => Reflect.set(event, 'commence_time', 'soon'), 'commence_time: '],
    ['no team', (event) => Reflect.set(event, 'home_team', null), 'home_team: '],
    ['an empty name', (event) => Reflect.set(event, 'away_team', ' '), 'away_team: '],
    ['books that are no list', (event) => Reflect.set(event, 'bookmakers', {}), 'bookmakers: '],
    ['one team', (event) => Reflect.set(event, 'away_team', event.home_team), 'a team against itself'],
  ])('sets an event with %s aside, and no other', (_what, change, reason) => {
    const payload = oddsExample('nfl');
    for (const event of payload.slice(0, 1)) change(event);
    const { events, quarantined } = readOddsEvents(payload);
    expect(events).toEqual(readOddsEvents(oddsExample('nfl')).events.slice(1));
    expect(quarantined).toEqual([
      { eventId: expect.toBeOneOf([null, payload[0]?.id]), reason: expect.stringContaining(reason) },
    ]);
  });

  test('that is no list, or in decimals, is refused whole', () => {
    for (const payload of [null, {}, 'events', { message: 'hello' }])
      expect(() => readOddsEvents(payload)).toThrow(FeedFailure);
    const decimal = oddsExample('nfl');
    for (const { bookmakers } of decimal) {
      for (const { outcomes } of bookmakers.flatMap(({ markets }) => markets))
        for (const side of outcomes) side.price = 1.91;
    }
    expect(() => readOddsEvents(decimal)).toThrow('answered decimal odds');
  });

  test('with a very long name has it cut, and keeps its markets', () => {
    const longName = 'x'.repeat(500);
    const event = firstOf('nfl', (raw) => {
      for (const { markets } of raw.bookmakers) {
        for (const side of markets.flatMap(({ outcomes }) => outcomes))
          if (side.name === raw.away_team) side.name = longName;
      }
      raw.away_team = longName;
    });
    expect(event.away).toBe('x'.repeat(120));
    expect(quoteOf(event, 'NFL')).toEqual(quoteOf(firstOf('nfl'), 'NFL'));
  });

  test('with no events is none', () => {
    expect(readOddsEvents([])).toEqual({ events: [], quarantined: [] });
  });

  test('with an event twice has it once', () => {
    const payload = oddsExample('nfl');
    expect(readOddsEvents([...payload, ...payload]).events).toHaveLength(payload.length);
  });
});
