import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { answerOf, type FeedGame } from '../games/feed-answer.ts';
import { listResults } from '../settlement/results-store.ts';
import { setResult } from '../settlement/set-result.ts';
import { final, live } from '../testing/games.ts';
import { expectLedgerBalances } from '../testing/ledger-asserts.ts';
import {
  day,
  fromNow,
  hour,
  minute,
  type ScriptedFeed,
  startingAt,
  startScriptedFeed,
} from '../testing/scripted-feed.ts';
import { testWorld, type World } from '../testing/world.ts';
import { ingest } from './ingest.ts';

let world: World;
let feed: ScriptedFeed;

beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.drop());
beforeEach(async () => {
  feed = await startScriptedFeed(world);
});
afterEach(() => expectLedgerBalances(world.database.db));

describe('a start that moves', () => {
  test.each([
    ['a day back', -day],
    ['a year back', -365 * day],
    ['40 years back', -40 * 365 * day],
    ['to a minute ago', -minute],
    ['to two hours earlier', 4 * hour],
  ])('%s in one poll only closes betting, until the feed takes it back', async (_to, ms) => {
    const game = await world.addGame({ startsAt: fromNow(6 * hour) });
    await feed.bet(game);
    const put = await feed.answer([startingAt(game, fromNow(ms))]);
    expect(put).toMatchObject([{ reason: expect.stringMatching(/^an? (earlier )?start/) }]);
    expect(await feed.shown(game)).toMatchObject({ gameTime: game.startsAt.toISOString(), bettingLocked: true });
    expect(await feed.bet(game)).toBe(409);
    await world.poll(game);
    expect(await feed.bet(game)).toBe(201);
    await world.finish(final(game, 24, 20));
    expect(await feed.legs()).toEqual(['won: moneyline', 'won: moneyline']);
  });

  test('with a live game to a day before voids no bet on it, and does not shorten the wait for its result', async () => {
    const game = await world.addGame();
    await feed.bet(game);
    world.clock.now = new Date(game.startsAt.getTime() + 10 * minute);
    await world.poll(live(game, 7, 0));
    await world.poll(startingAt(live(game, 7, 0), new Date(game.startsAt.getTime() - day)));
    await world.poll(live(game, 14, 0));
    await world.poll(final(game, 24, 20));
    await world.poll(startingAt(final(game, 24, 20), new Date(game.startsAt.getTime() - day)));
    await world.poll(final(game, 24, 20));
    expect(await listResults(world.database.db, [game.id])).toEqual([]);
    await world.poll(final(game, 24, 20));
    await feed.settle(45 * minute, new Date(game.startsAt.getTime() + 20 * minute));
    expect(await feed.legs()).toEqual(['pending']);
    await feed.settle(45 * minute, new Date(game.startsAt.getTime() + 50 * minute));
    expect(await feed.legs()).toEqual(['won: moneyline']);
  });

  test('by half an hour while the game is played voids no bet by one poll, and does by two', async () => {
    const games = [
      await world.addGame({ startsAt: fromNow(20 * minute) }),
      await world.addGame({ startsAt: fromNow(20 * minute) }),
    ];
    for (const game of games) await feed.bet(game);
    const [once, twice] = games.map((game) => live(game, 7, 0));
    if (!once || !twice) throw new Error('no games');
    const earlier = (game: FeedGame) => startingAt(game, fromNow(-10 * minute));
    const [oddOnce, oddTwice] = [earlier(once), earlier(twice)];
    world.clock.now = fromNow(30 * minute);
    await world.poll(once, twice);
    await world.poll(oddOnce, oddTwice);
    await world.poll(once, oddTwice);
    await world.finish(final(once, 24, 20), final(oddTwice, 24, 20));
    expect(await feed.legs()).toEqual(['won: moneyline', 'push: started-before-placing']);
  });

  test('in both answers of one poll is still in doubt, so that no correction counts that poll', async () => {
    const game = await world.addGame();
    await feed.bet(game);
    await world.finish(final(game, 24, 20));
    const corrected = final(game, 20, 24);
    const odd = startingAt(corrected, fromNow(-3 * hour));
    const from = world.clock.now.getTime() + 2 * hour;
    const take = (seen: FeedGame, minutes: number) => {
      const said = answerOf([seen]);
      return ingest(world.database, 'NFL', said, new Date(from + minutes * minute));
    };
    await take(corrected, 0);
    for (const answers of [1, 2]) expect((await take(odd, 6)).quarantined, `${answers}`).toHaveLength(1);
    await take(corrected, 12);
    await take(corrected, 18);
    await feed.settle();
    expect(await feed.legs()).toEqual(['won: moneyline']);
    await take(corrected, 24);
    await feed.settle();
    expect(await feed.legs()).toEqual(['lost: moneyline']);
  });

  test('to earlier holds once a second poll says so', async () => {
    const game = await world.addGame({ startsAt: fromNow(6 * hour) });
    const earlier = startingAt(game, fromNow(3 * hour));
    await world.poll(earlier);
    await world.poll(earlier);
    expect(await feed.shown(game)).toMatchObject({ gameTime: earlier.startsAt.toISOString(), bettingLocked: false });
    expect(await feed.bet(game)).toBe(201);
  });

  test('to a different instant each time is never taken', async () => {
    const game = await world.addGame({ startsAt: fromNow(6 * hour) });
    for (const hours of [1, 2, 3, 1]) await world.poll(startingAt(game, fromNow(hours * hour)));
    expect(await feed.stored(game)).toMatchObject({ startsAt: game.startsAt });
  });

  test('by less than an hour, or to later, holds at once', async () => {
    const game = await world.addGame({ startsAt: fromNow(6 * hour) });
    await world.poll(startingAt(game, fromNow(5.1 * hour)));
    expect(await feed.shown(game)).toMatchObject({ gameTime: expect.any(String), bettingLocked: false });
    const later = startingAt(game, fromNow(9 * hour));
    await world.poll(later);
    expect(await feed.shown(game)).toMatchObject({ gameTime: later.startsAt.toISOString(), bettingLocked: false });
  });

  test('out of its season is never taken, however often it comes', async () => {
    const seasonSpan = { from: fromNow(-30 * day), to: fromNow(30 * day) };
    const game = await world.addGame({ startsAt: fromNow(6 * hour), seasonSpan });
    const odd = startingAt(game, fromNow(-32 * day));
    for (let polls = 0; polls < 3; polls += 1) {
      expect(await feed.answer([odd])).toMatchObject([{ reason: expect.stringContaining('outside of its season') }]);
    }
    expect(await feed.stored(game)).toMatchObject({ startsAt: game.startsAt });
    await world.poll(game);
    expect(await feed.bet(game)).toBe(201);
  });

  test('out of its season is not taken either when the feed names another season with it', async () => {
    const game = await world.addGame({ startsAt: fromNow(6 * hour) });
    await feed.bet(game);
    const odd = { ...startingAt(game, fromNow(-365 * day)), season: game.season - 1 };
    for (let polls = 0; polls < 3; polls += 1) {
      expect(await feed.answer([odd])).toMatchObject([{ reason: expect.stringContaining('outside of its season') }]);
    }
    expect(await feed.stored(game)).toMatchObject({ startsAt: game.startsAt, season: game.season });
    await world.poll(game);
    await world.finish(final(game, 24, 20));
    expect(await feed.legs()).toEqual(['won: moneyline']);
  });

  test.each(['the feed', 'an admin'])(
    'to a time to be announced voids no bet, when %s tells the result',
    async (who) => {
      const game = await world.addGame({ startsAt: fromNow(6 * hour) });
      await feed.bet(game);
      const midnight = { ...game, startsAt: fromNow(-10 * hour), startKnown: false };
      for (let polls = 0; polls < 3; polls += 1) await world.poll(midnight);
      world.clock.now = fromNow(6.1 * hour);
      await world.poll(live(midnight, 7, 0));
      if (who === 'the feed') await world.finish(final(midnight, 24, 20));
      else {
        const outcome = { isVoid: false, home: 24, away: 20, halfInnings: null } as const;
        await setResult(world.database, { gameId: game.id, outcome, reason: 'Box score', setById: null }, 0);
      }
      expect(await feed.legs()).toEqual(['won: moneyline']);
    },
  );
});
