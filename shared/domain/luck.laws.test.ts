import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anySport, usualPrice } from '#shared/testing/arbitraries.ts';
import { withOdds } from '#shared/testing/examples.ts';
import { type Closing, fairChances, fewestForLuck, luckOf, type SettledLeg, type SettledTicket } from './luck.ts';
import { emptyQuote, offerFor, type Quote, sidesOf } from './market.ts';
import { cents, fromWhole } from './money.ts';
import { decimalOf, type Price } from './price.ts';
import type { Market, Side } from './side.ts';
import { type Sport, sportRules } from './sport.ts';

const hour = 3_600_000;
const lockedAt = Date.UTC(2026, 10, 22, 18);

/** A whole quote of the sport with these prices: three, used in turn. */
function quoteWith(sport: Sport, [one, two, three]: readonly [Price, Price, Price]): Quote {
  const drawOffered = sportRules[sport].drawOffered;
  return withOdds(emptyQuote, {
    moneylineHome: one,
    moneylineAway: two,
    moneylineDraw: drawOffered ? three : null,
    ...(drawOffered ? {} : { spreadHome: -3.5, spreadAway: 3.5, spreadHomeOdds: two, spreadAwayOdds: three }),
    ...(drawOffered ? {} : { totalPoints: 44.5, overOdds: three, underOdds: one }),
  });
}

const threePrices = fc.tuple(usualPrice, usualPrice, usualPrice);
/** Prices with a margin for the bookmaker, as every book has them. */
const bookPrice = fc.integer({ min: 101, max: 400 }).map((size) => -size as Price);

const fromFeed = { source: 'feed', heardAt: lockedAt - hour } as const;
const teams = { homeTeamId: 'NFL:1', awayTeamId: 'NFL:2' };
const closingOf = (quote: Quote, changes: Partial<Closing> = {}): Closing => ({
  ...teams,
  lockedAt,
  quote,
  origins: { spread: fromFeed, moneyline: fromFeed, total: fromFeed },
  ...changes,
});

type Choice = { market: Market; side: Side };
const choicesOf = (sport: Sport): Choice[] =>
  sportRules[sport].markets.flatMap((market) => sidesOf(sport, market).map((side) => ({ market, side })));

function legAt(quote: Quote, sport: Sport, choice: Choice, more: Partial<SettledLeg> = {}): SettledLeg {
  const offer = offerFor(sport, quote, choice.market, choice.side);
  if (!offer) throw new Error('an offer is expected');
  const { market, side, line, price } = offer;
  return { gameId: 'a', sport, market, side, line, price, ...teams, grade: 'lost', ...more };
}

const ten = fromWhole(10);
const single = (leg: SettledLeg): SettledTicket => ({ stake: ten, back: cents(0), legs: [leg] });
const onOne = (closing: Closing) => new Map([['a', closing]]);
const many = <T>(one: T, count = fewestForLuck): T[] => Array.from({ length: count }, () => one);

test('the fair chances of a market sum to 1 and differ from what the prices ask for by one factor', () => {
  fc.assert(
    fc.property(anySport, threePrices, (sport, prices) => {
      const quote = quoteWith(sport, prices);
      for (const market of sportRules[sport].markets) {
        const chances = [...(fairChances(sport, quote, market) ?? [])];
        expect(chances).toHaveLength(sidesOf(sport, market).length);
        expect(chances.reduce((sum, [, chance]) => sum + chance, 0)).toBeCloseTo(1, 12);
        const factors = chances.map(
          ([side, chance]) => chance * decimalOf(offerFor(sport, quote, market, side)?.price ?? (100 as Price)),
        );
        for (const factor of factors) expect(factor).toBeCloseTo(factors[0] ?? Number.NaN, 9);
      }
    }),
  );
});

test('a market that lacks a side has no fair chances: soccer without a draw', () => {
  const quote = withOdds(emptyQuote, { moneylineHome: 130, moneylineAway: 210 });
  expect(fairChances('Soccer', quote, 'moneyline')).toBeNull();
  expect(fairChances('NFL', quote, 'moneyline')).not.toBeNull();
  expect(fairChances('NFL', quote, 'spread')).toBeNull();
});

test('the closing price itself never beats the close, and a price that pays more than its chance always does', () => {
  fc.assert(
    fc.property(anySport, fc.tuple(bookPrice, bookPrice, bookPrice), (sport, prices) => {
      const quote = quoteWith(sport, prices);
      for (const choice of choicesOf(sport)) {
        const leg = legAt(quote, sport, choice);
        const own = luckOf([single(leg)], onOne(closingOf(quote)));
        expect([own.legs, own.beat]).toEqual([1, 0]);
        const chance = fairChances(sport, quote, choice.market)?.get(choice.side) ?? 0;
        const better = Math.ceil(Math.max(100, 100 * (1 / chance - 1) + 1)) as Price;
        expect(luckOf([single({ ...leg, price: better })], onOne(closingOf(quote))).beat).toBe(1);
      }
    }),
  );
});

/** One of the ways in which the market of each game may end, with its chance. */
type World = { chance: number; winners: ReadonlyMap<string, Side> };

function worldsOf(games: readonly string[], chances: ReadonlyMap<Side, number>): World[] {
  return games.reduce<World[]>(
    (worlds, gameId) =>
      worlds.flatMap(({ chance, winners }) =>
        [...chances].map(([side, share]) => ({ chance: chance * share, winners: new Map(winners).set(gameId, side) })),
      ),
    [{ chance: 1, winners: new Map() }],
  );
}

test('expectation and error are those of all ways in which the games may end', () => {
  const games = ['a', 'b', 'c', 'd'];
  const side = fc.constantFrom<Side>('home', 'away', 'draw');
  const price = usualPrice;
  const singles = fc.array(
    fc.record({ game: fc.constantFrom('a', 'b'), side, price, stake: fc.integer({ min: 1, max: 50 }) }),
    {
      maxLength: 6,
    },
  );
  const parlay = fc.record({
    sides: fc.tuple(side, side),
    prices: fc.tuple(price, price),
    stake: fc.integer({ min: 1, max: 50 }),
  });
  fc.assert(
    fc.property(threePrices, singles, parlay, fc.integer({ min: 1, max: 3 }), (prices, ofSingles, ofParlay, copies) => {
      const quote = quoteWith('Soccer', prices);
      const closings = new Map(games.map((gameId) => [gameId, closingOf(quote)]));
      const leg = (gameId: string, side: Side, price: Price) =>
        legAt(quote, 'Soccer', { market: 'moneyline', side }, { gameId, price });
      const tickets = [
        ...ofSingles.map(({ game, side, price, stake }) => ({
          stake: fromWhole(stake),
          legs: [leg(game, side, price)],
        })),
        ...many(
          {
            stake: fromWhole(ofParlay.stake),
            legs: [leg('c', ofParlay.sides[0], ofParlay.prices[0]), leg('d', ofParlay.sides[1], ofParlay.prices[1])],
          },
          copies,
        ),
      ];
      // Twenty lost legs of no weight, so that there is an outcome.
      const filler = many({ stake: cents(0), back: cents(0), legs: [leg('a', 'home', prices[0])] });
      const net = ({ winners }: World) =>
        tickets.reduce((sum, { stake, legs }) => {
          const isWon = legs.every(({ gameId, side }) => winners.get(gameId) === side);
          return (
            sum - stake + (isWon ? legs.reduce((product, { price }) => product * decimalOf(price), stake as number) : 0)
          );
        }, 0);
      const worlds = worldsOf(games, fairChances('Soccer', quote, 'moneyline') ?? new Map());
      const mean = worlds.reduce((sum, world) => sum + world.chance * net(world), 0);
      const variance = worlds.reduce((sum, world) => sum + world.chance * (net(world) - mean) ** 2, 0);
      const { outcome } = luckOf([...tickets.map((ticket) => ({ ...ticket, back: cents(0) })), ...filler], closings);
      expect(Math.abs((outcome?.expected ?? Number.NaN) - mean)).toBeLessThan(1);
      expect(Math.abs((outcome?.error ?? Number.NaN) - Math.sqrt(variance))).toBeLessThan(1);
    }),
    { numRuns: 60 },
  );
});

test('the order of tickets and legs changes nothing, nor does a ticket that is split in two', () => {
  const quote = quoteWith('NFL', [-120 as Price, 105 as Price, -115 as Price]);
  const closings = new Map(['a', 'b', 'c'].map((gameId) => [gameId, closingOf(quote)]));
  const choice = fc.constantFrom(...choicesOf('NFL'));
  const anyLeg = (gameId: string) => choice.map((one) => legAt(quote, 'NFL', one, { gameId }));
  const anyTicket = fc
    .tuple(
      fc.shuffledSubarray([anyLeg('a'), anyLeg('b'), anyLeg('c')], { minLength: 1 }),
      fc.integer({ min: 1, max: 90 }),
    )
    .chain(([legs, stake]) =>
      fc.tuple(...legs).map((found) => ({ stake: cents(stake * 2), back: cents(0), legs: found })),
    );
  fc.assert(
    fc.property(fc.array(anyTicket, { minLength: fewestForLuck, maxLength: 30 }), (tickets) => {
      const luck = luckOf(tickets, closings);
      const reversed = [...tickets].reverse().map((ticket) => ({ ...ticket, legs: [...ticket.legs].reverse() }));
      const isClose = (one: typeof luck, other: typeof luck) => {
        for (const key of ['net', 'expected', 'error'] as const)
          expect(
            Math.abs((one.outcome?.[key] ?? Number.NaN) - (other.outcome?.[key] ?? Number.NaN)),
          ).toBeLessThanOrEqual(1);
      };
      expect(luckOf(reversed, closings)).toMatchObject({ legs: luck.legs, beat: luck.beat });
      isClose(luckOf(reversed, closings), luck);
      const halves = tickets.flatMap((ticket) => many({ ...ticket, stake: cents(ticket.stake / 2) }, 2));
      isClose(luckOf(halves, closings), luck);
    }),
    { numRuns: 40 },
  );
});

const plain = quoteWith('NFL', [-110 as Price, -110 as Price, -110 as Price]);
const home: Choice = { market: 'spread', side: 'home' };

test.each([
  ['manual', { origins: { spread: { source: 'manual', heardAt: lockedAt } } }, {}],
  ['old', { origins: { spread: { source: 'feed', heardAt: lockedAt - 3 * hour - 1 } } }, {}],
  ['moved', {}, { line: -4 }],
  ['missing', { origins: {} }, {}],
  ['missing', {}, { gameId: 'unknown' }],
  ['missing', {}, { homeTeamId: 'NFL:2', awayTeamId: 'NFL:1' }],
  ['missing', { awayTeamId: 'NFL:3' }, {}],
] as const)('a leg is left out as %s, and its ticket with it (%j, %j)', (reason, closing, leg) => {
  const left = legAt(plain, 'NFL', home, leg);
  const other = legAt(plain, 'NFL', { market: 'total', side: 'over' }, { gameId: 'b' });
  const closings = new Map([
    ['a', closingOf(plain, closing)],
    ['b', closingOf(plain)],
  ]);
  const luck = luckOf(many({ stake: ten, back: cents(0), legs: [left, other] }), closings);
  expect(luck.leftOut).toEqual({ manual: 0, old: 0, moved: 0, missing: 0, [reason]: fewestForLuck });
  expect([luck.legs, luck.legsInNet, luck.outcome]).toEqual([fewestForLuck, 0, null]);
});

test('a ticket with an open leg has no part in it, neither as lost nor once it is over as returned', () => {
  const lost = legAt(plain, 'NFL', home);
  const open = legAt(plain, 'NFL', home, { gameId: 'b', grade: null });
  const closings = new Map(['a', 'b'].map((gameId) => [gameId, closingOf(plain)]));
  const rest = many(single(lost));
  const waiting = luckOf([...rest, { ...single(lost), legs: [lost, open] }], closings);
  expect(waiting).toEqual(luckOf(rest, closings));
  const over = luckOf([...rest, { ...single(lost), legs: [lost, { ...open, grade: 'lost' }] }], closings);
  expect([over.legs, over.outcome?.tickets]).toEqual([fewestForLuck + 2, fewestForLuck + 1]);
});

test('bets on both sides that return the same whatever happens leave nothing to luck', () => {
  const whole = fc.constantFrom(100, 125, 150, 200, 250, 300, 400).map((size) => size as Price);
  const pair = fc.tuple(whole, whole, fc.integer({ min: 1, max: 40 }));
  fc.assert(
    fc.property(fc.array(pair, { minLength: fewestForLuck / 2, maxLength: 25 }), (pairs) => {
      const closings = new Map<string, Closing>();
      const tickets = pairs.flatMap(([favored, longshot, size], at) => {
        const prices = { home: -favored as Price, away: longshot };
        const quote = withOdds(emptyQuote, { moneylineHome: prices.home, moneylineAway: prices.away });
        const gameId = `game ${at}`;
        closings.set(gameId, closingOf(quote));
        const back = cents(size * (4 + favored / 25) * (4 + longshot / 25)); // both stakes are whole hundredths
        return (['home', 'away'] as const).map((side) => {
          const grade = side === 'home' ? 'won' : 'lost';
          const leg = legAt(quote, 'NFL', { market: 'moneyline', side }, { gameId, grade });
          const stake = cents(Math.round(back / decimalOf(prices[side])));
          return { stake, back: grade === 'won' ? back : cents(0), legs: [leg] };
        });
      });
      const { outcome } = luckOf(tickets, closings);
      expect(outcome).toMatchObject({ error: 0, expected: outcome?.net, isBeyondLuck: false });
    }),
  );
});

test('what payouts lose by rounding is not more than luck explains', () => {
  const even = withOdds(emptyQuote, { moneylineHome: -110, moneylineAway: -110 });
  const legOf = (side: 'home' | 'away') => legAt(even, 'NFL', { market: 'moneyline', side }, { grade: 'won' });
  const won = { ...single(legOf('home')), back: cents(1_909) }; // of 1,909.09
  const lost = single({ ...legOf('away'), grade: 'lost' });
  const { outcome } = luckOf(many([won, lost]).flat(), onOne(closingOf(even)));
  expect(outcome).toMatchObject({ net: -1_820, expected: -1_818, error: 0, isBeyondLuck: false });
});

test('odds of an unknown age count', () => {
  const closing = closingOf(plain, { origins: { spread: { source: 'feed', heardAt: null } } });
  expect(luckOf([single(legAt(plain, 'NFL', home))], onOne(closing)).legs).toBe(1);
});

test('odds that were heard of exactly three hours before the lock still count', () => {
  const closing = closingOf(plain, { origins: { spread: { source: 'feed', heardAt: lockedAt - 3 * hour } } });
  expect(luckOf([single(legAt(plain, 'NFL', home))], onOne(closing)).legs).toBe(1);
});

test('void legs return, pushed legs are compared but decide nothing, and 19 legs are too few', () => {
  const won = { ...single(legAt(plain, 'NFL', home, { grade: 'won' })), back: cents(1_909) };
  const closing = onOne(closingOf(plain));
  expect(luckOf(many(won, 19), closing).outcome).toBeNull();
  const luck = luckOf(many(won, 20), closing).outcome;
  expect(luck).toMatchObject({ tickets: 20, net: 20 * 909, isBeyondLuck: false }); // one game, bet on twenty times
  const pushed = single(legAt(plain, 'NFL', home, { grade: 'push' }));
  expect(luckOf([...many(won, 19), ...many(pushed)], closing)).toMatchObject({ legsInNet: 19, outcome: null });
  const voided = single(legAt(plain, 'NFL', home, { grade: 'void' }));
  const with3 = luckOf([...many(won, 20), pushed, voided, voided], closing);
  expect([with3.legs, with3.returned, with3.outcome]).toEqual([21, 2, luck]);
});

test('twenty wins in a row on twenty games are more than luck explains', () => {
  const games = Array.from({ length: 20 }, (_, at) => `game ${at}`);
  const closings = new Map(games.map((gameId) => [gameId, closingOf(plain)]));
  const tickets = games.map((gameId) => ({
    ...single(legAt(plain, 'NFL', home, { gameId, grade: 'won' })),
    back: cents(1_909),
  }));
  const { outcome, edge } = luckOf(tickets, closings);
  expect(outcome).toMatchObject({ expected: -909, isBeyondLuck: true });
  expect(outcome?.error).toBe(Math.round(1_000 * (1 + 100 / 110) * 0.5 * Math.sqrt(20)));
  expect(edge).toBe(-4.5);
});
