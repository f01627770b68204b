import { afterAll, beforeAll, expect, test } from 'vitest';
import { manualOddsByGames } from '#shared/api/admin.ts';
import { placeBet } from '#shared/api/bets.ts';
import { slateCalls } from '#shared/api/games.ts';
import { emptyQuote, flatQuote, type Quote } from '#shared/domain/market.ts';
import { withOdds } from '#shared/testing/examples.ts';
import { quotes } from '../db/tables/quotes.ts';
import type { FeedGame } from '../games/feed-answer.ts';
import { aBet, aGame, plainQuote, soccerQuote } from '../testing/games.ts';
import { anAdmin } from '../testing/manual-odds.ts';
import { testWorld, type World } from '../testing/world.ts';

let world: World;

beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.drop());

const setByHand = (game: FeedGame, quote: Quote) =>
  world.database.db
    .insert(quotes)
    .values({ gameId: game.id, source: 'manual', ...flatQuote(quote), changedAt: new Date() });

async function shown(game: FeedGame) {
  const { reply } = await world.visitor().call(slateCalls.NFL.games, { params: { week: '12', season: '2026' } });
  return reply.find((found) => found.id === game.id);
}

test('a game without a manual quote shows the feed’s', async () => {
  const game = await world.addGame();
  expect(await shown(game)).toMatchObject({ quoteSource: 'feed', spreadHome: -3.5, spreadAway: 3.5, overOdds: -110 });
});

test('a game without any quote says that nothing is offered', async () => {
  const game = aGame({ quote: null });
  await world.poll(game);
  expect(await shown(game)).toMatchObject({
    quoteSource: null,
    spreadHome: null,
    spreadHomeOdds: null,
    moneylineHome: null,
    moneylineDraw: null,
    totalPoints: null,
    underOdds: null,
  });
});

test('a manual quote replaces the feed’s as a whole, also after the feed’s has changed', async () => {
  const game = await world.addGame();
  await setByHand(game, withOdds(emptyQuote, { moneylineHome: -120, moneylineAway: 110 }));
  await world.poll({ ...game, quote: withOdds(plainQuote, { moneylineHome: -300, moneylineAway: 250 }) });
  expect(await shown(game)).toMatchObject({
    quoteSource: 'manual',
    moneylineHome: -120,
    moneylineAway: 110,
    spreadHome: null,
    totalPoints: null,
  });
});

test('a bet is taken at the manual quote', async () => {
  const game = await world.addGame();
  const player = await world.signUp();
  const league = await world.league(player);
  await setByHand(game, withOdds(plainQuote, { spreadHome: -7, spreadAway: 7, spreadHomeOdds: -105 }));
  const byTheFeed = await player.call(placeBet, { body: aBet(league, game, '10') });
  expect([byTheFeed.status, byTheFeed.refusal?.code]).toEqual([409, 'price-moved']);
  const body = { ...aBet(league, game, '10'), line: '-7', odds: -105 };
  expect((await player.call(placeBet, { body })).reply).toMatchObject({ line: -7, odds: -105 });
});

test('a feed’s quote whose spreads do not mirror each other is refused by the table', async () => {
  const game = await world.addGame({ quote: null });
  const row = { gameId: game.id, source: 'feed' as const, ...flatQuote(plainQuote), changedAt: new Date() };
  const refused = { code: '23514', message: expect.stringContaining('"quotes_mirrored"') };
  await expect(world.database.db.insert(quotes).values({ ...row, spreadAway: 4.5 })).rejects.toMatchObject({
    cause: refused,
  });
});

test('a stored market without a price is closed, and the others of its row are not', async () => {
  const game = await world.addGame({ quote: null });
  const row = { gameId: game.id, source: 'feed' as const, ...flatQuote(plainQuote), changedAt: new Date() };
  await world.database.db.insert(quotes).values({ ...row, spreadHomeOdds: null });
  expect(await shown(game)).toMatchObject({
    spreadHome: null,
    spreadAwayOdds: null,
    moneylineHome: -180,
    overOdds: -110,
  });
  const player = await world.signUp();
  const league = await world.league(player);
  const bet = (market: 'spread' | 'total', side: 'home' | 'over') =>
    player.call(placeBet, { body: aBet(league, { ...game, quote: plainQuote }, '10', market, side) });
  expect((await bet('spread', 'home')).refusal?.code).toBe('price-moved');
  expect((await bet('total', 'over')).status).toBe(201);
});

test.each(['feed', 'extra', 'manual'] as const)(
  'a spread and a total that soccer has from the %s source are neither shown nor taken',
  async (source) => {
    const both = withOdds(soccerQuote, {
      spreadHome: -1,
      spreadAway: 1,
      spreadHomeOdds: -110,
      spreadAwayOdds: -110,
      totalPoints: 2.5,
      overOdds: -110,
      underOdds: -110,
    });
    const polled = await world.addGame({ sport: 'Soccer', quote: source === 'feed' ? both : null });
    const stored = await world.addGame({ sport: 'Soccer', quote: null });
    await world.database.db
      .insert(quotes)
      .values({ gameId: stored.id, source, ...flatQuote(both), changedAt: new Date() });
    const admin = await anAdmin(world, 'Ada');
    const league = await world.league(admin);

    const { reply } = await world.visitor().call(slateCalls.Soccer.games);
    for (const game of source === 'feed' ? [polled, stored] : [stored]) {
      expect(reply.find(({ id }) => id === game.id)).toMatchObject({
        moneylineHome: 130,
        moneylineDraw: 240,
        spreadHome: null,
        spreadAway: null,
        spreadHomeOdds: null,
        spreadAwayOdds: null,
        totalPoints: null,
        overOdds: null,
        underOdds: null,
      });
      for (const market of ['spread', 'total'] as const) {
        const body = aBet(
          league,
          { ...game, sport: 'NFL', quote: both },
          '10',
          market,
          market === 'total' ? 'over' : 'home',
        );
        expect((await admin.call(placeBet, { body })).status).toBe(400);
      }
    }
    const { reply: manual } = await admin.call(manualOddsByGames, { body: { gameIds: [stored.id] } });
    expect(
      manual.map(({ spreadHome, totalPoints, moneylineDraw }) => [spreadHome, totalPoints, moneylineDraw]),
    ).toEqual(source === 'manual' ? [[null, null, 240]] : []);
  },
);

test('a stored quote with nothing but a spread offers nothing in soccer, and hides nothing', async () => {
  const game = await world.addGame({ sport: 'Soccer' });
  const lines = { ...plainQuote, moneyline: null };
  await world.poll({ ...game, quote: lines });
  await setByHand(game, lines);
  const { reply } = await world.visitor().call(slateCalls.Soccer.games);
  expect(reply.find(({ id }) => id === game.id)).toMatchObject({
    quoteSource: 'feed',
    moneylineHome: 130,
    spreadHome: null,
  });
});
