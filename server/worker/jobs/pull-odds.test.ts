import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { emptyQuote, flatQuote, offers, type Quote } from '#shared/domain/market.ts';
import type { Price } from '#shared/domain/price.ts';
import { aPrice, withOdds } from '#shared/testing/examples.ts';
import { FeedFailure } from '../../feed/feed.ts';
import type { QuotedEvent } from '../../feed/match-odds.ts';
import type { OddsAnswer, OddsApi, Pulled } from '../../feed/the-odds-api.ts';
import type { FeedGame } from '../../games/feed-answer.ts';
import { lockQuotedGames } from '../../games/store.ts';
import { upsertManualQuotes } from '../../quotes/store.ts';
import { aGame, live, plainQuote, soccerQuote } from '../../testing/games.ts';
import { lockElsewhere, untilWaiting } from '../../testing/locks.ts';
import { testWorld, type World } from '../../testing/world.ts';
import { pullOdds } from './pull-odds.ts';

const hour = 3_600_000;
const extra: Quote = withOdds(plainQuote, { spreadHome: -4, spreadAway: 4, moneylineHome: -190, moneylineAway: 160 });
const spreadAlone: Quote = withOdds(plainQuote, { moneylineHome: null, moneylineAway: null, totalPoints: null });

let world: World;

beforeEach(async () => {
  world = await testWorld();
});
afterEach(() => world.drop());

/** Stores games as the main feed brought them a minute ago. */
async function known(...games: FeedGame[]): Promise<void> {
  await world.poll(...games);
  world.clock.now = new Date(world.clock.now.getTime() + 60_000);
}

/** A provider that answers with `says`, and records the earlier pulls that each call is given. */
function inMemory(says: () => OddsAnswer): OddsApi & { calls: Pulled[] } {
  const calls: Pulled[] = [];
  return {
    name: 'odds in memory',
    calls,
    quotes: async (_sport, _now, before = { askedAt: null, answeredAt: null }) => {
      calls.push(before);
      return says();
    },
  };
}

const answered = (...events: QuotedEvent[]): OddsAnswer => ({
  kind: 'answered',
  events,
  quarantined: [],
  quota: { remaining: 487, used: 13, last: 3 },
});

/** The event of a game with a quote, as the provider sends it. */
const eventOf = ({ sport, competition, startsAt, home, away }: FeedGame, quote = extra): QuotedEvent => ({
  id: `event of ${home.name}`,
  sport,
  competition,
  startsAt,
  home: `${home.city} ${home.name}`,
  away: `${away.city} ${away.name}`,
  quote,
});

/** A game whose teams have names of their own, so that only its own event matches it. */
function aPairing(name: string, wanted: Partial<FeedGame> = {}): FeedGame {
  const game = aGame(wanted);
  return { ...game, home: { ...game.home, name: `${name} Bills` }, away: { ...game.away, name: `${name} Chiefs` } };
}

const job = (odds: OddsApi, sport: FeedGame['sport'] = 'NFL') =>
  pullOdds(
    { database: world.database, odds, clock: async () => world.clock.now, log: pino({ level: 'silent' }) },
    sport,
  );

async function quoteOf(game: FeedGame): Promise<Quote | null> {
  const [row] = await world.database.withTx((tx) => lockQuotedGames(tx, [game.id]));
  return row?.quote ?? null;
}

async function pullsOf() {
  const { rows } = await world.database.db.execute<{
    what: string;
    seen: number;
    changed: number;
    failure: string | null;
  }>(sql`select feed, what, seen, changed, failure, quarantined from pulls order by at, id`);
  return rows;
}

test('markets that the main feed lacks are filled, and those that it has stay', async () => {
  const [whole, part, none] = [
    aPairing('Whole'),
    aPairing('Part', { quote: spreadAlone }),
    aPairing('None', { quote: null }),
  ];
  await known(whole, part, none);
  await job(inMemory(() => answered(...[whole, part, none].map((game) => eventOf(game))))).run();
  expect(await quoteOf(whole)).toEqual(plainQuote);
  expect(flatQuote(await quoteOf(part))).toMatchObject({
    spreadHome: -3.5,
    spreadHomeOdds: -110,
    moneylineHome: -190,
    totalPoints: 47.5,
  });
  expect(await quoteOf(none)).toEqual(extra);
  expect(await pullsOf()).toEqual([
    { feed: 'odds in memory', what: 'odds', seen: 3, changed: 3, failure: null, quarantined: [] },
  ]);
});

test('filled markets survive polls of the main feed, until that feed has them itself', async () => {
  const game = aPairing('Part', { quote: spreadAlone });
  await known(game);
  await job(inMemory(() => answered(eventOf(game)))).run();
  await known({ ...game, quote: withOdds(spreadAlone, { spreadHomeOdds: -112 }) });
  expect(flatQuote(await quoteOf(game))).toMatchObject({ spreadHomeOdds: -112, moneylineHome: -190 });
  await known({ ...game, quote: plainQuote });
  expect(await quoteOf(game)).toEqual(plainQuote);
});

test('filled markets are asked for again, because the main feed still lacks them', async () => {
  const game = aPairing('None', { quote: null });
  await known(game);
  await job(inMemory(() => answered(eventOf(game)))).run();
  world.clock.now = new Date(world.clock.now.getTime() + 60_000);
  await job(inMemory(() => answered(eventOf(game, withOdds(extra, { moneylineHome: -200 }))))).run();
  expect(flatQuote(await quoteOf(game))).toMatchObject({ moneylineHome: -200 });
});

test('quotes are written in the order of the games’ ids, and only those that differ count as changed', async () => {
  const games = ['espn:extra-z', 'espn:extra-a'].map((id) => aPairing(id, { id, quote: null }));
  await known(...games);
  const other = withOdds(extra, { moneylineHome: -200 });
  await job(inMemory(() => answered(...games.map((game) => eventOf(game))))).run();
  world.clock.now = new Date(world.clock.now.getTime() + 60_000);
  const lockQuote = "select 1 from quotes where game_id = $1 and source = 'extra' for no key update";
  const lock = await lockElsewhere(world.database, lockQuote, ['espn:extra-a']);
  const pulling = job(inMemory(() => answered(...games.map((game) => eventOf(game, other))))).run();
  await untilWaiting(world.database);
  await lock.run(lockQuote, ['espn:extra-z']);
  await lock.release();
  await pulling;
  world.clock.now = new Date(world.clock.now.getTime() + 60_000);
  await job(inMemory(() => answered(...games.map((game) => eventOf(game, other))))).run();
  expect((await pullsOf()).map(({ changed }) => changed)).toEqual([2, 2, 0]);
});

test('soccer is filled with its draw', async () => {
  const game = aGame({ sport: 'Soccer', quote: null });
  await known(game);
  await job(
    inMemory(() => answered(eventOf(game, soccerQuote))),
    'Soccer',
  ).run();
  expect(offers('Soccer', await quoteOf(game))).toHaveLength(3);
});

test('soccer is never filled with a spread or a total', async () => {
  const [bare, drawless] = [
    aPairing('Bare', { sport: 'Soccer', quote: null }),
    aPairing('Other', { sport: 'Soccer', quote: null }),
  ];
  await known(bare, drawless);
  const odds = answered(
    eventOf(bare, { ...plainQuote, moneyline: null }),
    eventOf(drawless, { ...plainQuote, moneyline: soccerQuote.moneyline }),
  );
  await job(
    inMemory(() => odds),
    'Soccer',
  ).run();
  expect(await quoteOf(bare)).toBeNull();
  expect(flatQuote(await quoteOf(drawless))).toMatchObject({ moneylineDraw: 240, spreadHome: null, totalPoints: null });
});

test('nothing is asked while no coming game lacks anything', async () => {
  const odds = inMemory(() => answered());
  const begun = aPairing('Begun', { quote: null });
  const farOff = aPairing('Far', { quote: null, startsAt: new Date(world.clock.now.getTime() + 20 * 24 * hour) });
  await known(aPairing('Whole'), begun, farOff, aPairing('Baseball', { sport: 'MLB', quote: null }));
  await known(live(begun));
  await job(odds).run();
  expect(odds.calls).toEqual([]);
  expect(await pullsOf()).toEqual([]);
});

test('a manual quote is neither filled nor a reason to ask', async () => {
  const game = aPairing('Manual', { quote: null });
  await known(game);
  const admin = await world.signUp();
  const quote = withOdds(emptyQuote, { moneylineHome: -120, moneylineAway: 100 });
  await upsertManualQuotes(world.database.db, [{ gameId: game.id, quote, notes: null }], {
    setById: admin.user.id,
    at: world.clock.now,
  });
  const odds = inMemory(() => answered(eventOf(game)));
  await job(odds).run();
  expect(odds.calls).toEqual([]);
  await known(aPairing('Other', { quote: null }));
  await job(odds).run();
  expect(odds.calls).toHaveLength(1);
  expect(await quoteOf(game)).toEqual(quote);
});

test('a game that begins while the answer is under way keeps its quote', async () => {
  const game = aPairing('Late', { quote: spreadAlone });
  await known(game);
  const odds = inMemory(() => answered(eventOf(game)));
  const slow: OddsApi = {
    ...odds,
    quotes: async (...asked) => {
      await world.poll(live(game));
      return odds.quotes(...asked);
    },
  };
  await job(slow).run();
  expect(await quoteOf(game)).toEqual(spreadAlone);
});

test('an event that belongs to no game is quarantined with its reason', async () => {
  const game = aPairing('Known', { quote: null });
  await known(game);
  const stranger = eventOf(aPairing('Unknown'));
  const odd = { eventId: 'odd', reason: 'id: is no event id' };
  await job(inMemory(() => ({ ...answered(stranger, eventOf(game)), quarantined: [odd] }))).run();
  expect(await quoteOf(game)).toEqual(extra);
  expect(await pullsOf()).toMatchObject([
    {
      seen: 2,
      changed: 1,
      quarantined: [odd, { eventId: stranger.id, reason: expect.stringContaining('no such game') }],
    },
  ]);
});

test('a pull that fails leaves a row, changes nothing, and is tried again', async () => {
  const game = aPairing('Any', { quote: spreadAlone });
  await known(game);
  const odds = inMemory(() => {
    throw new FeedFailure('americanfootball_nfl: answered 500');
  });
  const pull = job(odds);
  await pull.run();
  expect(await quoteOf(game)).toEqual(spreadAlone);
  expect(await pullsOf()).toMatchObject([{ failure: 'americanfootball_nfl: answered 500', seen: 0 }]);
  await pull.run();
  expect(odds.calls).toEqual([
    { askedAt: null, answeredAt: null },
    { askedAt: world.clock.now, answeredAt: null },
  ]);
});

test('a pull whose answer cannot be stored leaves a row, so that its credits are not spent again at once', async () => {
  const game = aPairing('Any', { quote: null });
  await known(game);
  const broken: Quote = { ...extra, moneyline: { home: 0.5 as Price, away: aPrice(-110), draw: null } };
  await expect(job(inMemory(() => answered(eventOf(game, broken)))).run()).rejects.toThrow();
  expect(await pullsOf()).toMatchObject([{ failure: 'the odds could not be read or stored', seen: 0 }]);
});

test('pulls of other processes count, so that two workers spend as many credits as one', async () => {
  const game = aPairing('Any', { quote: null });
  await known(game);
  await job(inMemory(() => answered())).run();
  const pulledAt = world.clock.now;
  world.clock.now = new Date(pulledAt.getTime() + hour / 2);
  const odds = inMemory(() => answered());
  await job(odds).run();
  expect(odds.calls).toEqual([{ askedAt: pulledAt, answeredAt: pulledAt }]);
});

test('an account without credits is not asked until the time it gave, and no row is written', async () => {
  await known(aPairing('Any', { quote: null, startsAt: new Date(world.clock.now.getTime() + 5 * hour) }));
  const until = new Date(world.clock.now.getTime() + hour);
  const odds = inMemory(() => ({ kind: 'resting', until, reason: 'too few credits left' }));
  const pull = job(odds);
  await pull.run();
  world.clock.now = new Date(until.getTime() - 1);
  await pull.run();
  expect(odds.calls).toHaveLength(1);
  world.clock.now = until;
  await pull.run();
  expect(odds.calls).toHaveLength(2);
  expect(await pullsOf()).toEqual([]);
});

test('a rest that began by a clock that was ahead is none once that is right', async () => {
  await known(aPairing('Any', { quote: null, startsAt: new Date(world.clock.now.getTime() + 5 * hour) }));
  const until = new Date(world.clock.now.getTime() + 31 * 24 * hour);
  const odds = inMemory(() => ({ kind: 'resting', until, reason: 'answered 401' }));
  const pull = job(odds);
  const right = world.clock.now;
  world.clock.now = new Date(right.getTime() + 4 * hour);
  await pull.run();
  world.clock.now = right;
  await pull.run();
  expect(odds.calls).toHaveLength(2);
});
