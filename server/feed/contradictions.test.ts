import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { emptyQuote } from '#shared/domain/market.ts';
import { withOdds } from '#shared/testing/examples.ts';
import { answerOf, type FeedGame } from '../games/feed-answer.ts';
import { listResults } from '../settlement/results-store.ts';
import { aGame, final, live, plainQuote } from '../testing/games.ts';
import { expectLedgerBalances } from '../testing/ledger-asserts.ts';
import {
  day,
  fromNow,
  hour,
  minute,
  replacing,
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

describe('an answer that has an event several times', () => {
  test.each([
    ['three finals', (game: FeedGame) => [final(game, 24, 20), final(game, 0, 50), final(game, 20, 24)]],
    ['a final of other teams first', (game: FeedGame) => [final(replacing(game), 0, 50), final(game, 24, 20)]],
    ['another start', (game: FeedGame) => [game, startingAt(game, fromNow(30 * minute))]],
    ['another quote', (game: FeedGame) => [game, { ...game, quote: withOdds(plainQuote, { moneylineHome: 300 }) }]],
  ])('and contradicts itself (%s) says nothing about it', async (_what, twins) => {
    const game = await world.addGame();
    await feed.bet(game);
    const before = await feed.stored(game);
    for (let polls = 0; polls < 3; polls += 1) {
      const put = await feed.answer(twins(game));
      expect(put).toEqual([
        { eventId: game.id.slice(5), reason: 'it comes more than once, and not the same each time' },
      ]);
    }
    await feed.settle();
    expect(await feed.stored(game)).toEqual(before);
    expect(await feed.shown(game)).toMatchObject({ moneylineHome: -180 });
    expect(await feed.legs()).toEqual(['pending']);
  });

  test('and contradicts itself between two polls of a cancellation starts their count again', async () => {
    const game = await world.addGame();
    await feed.bet(game);
    const canceled = { ...game, status: 'canceled' as const, statusWord: 'STATUS_CANCELED', quote: null };
    await world.poll(canceled);
    await feed.answer([canceled, live(game, 7, 0)]);
    await world.poll(canceled);
    expect(await listResults(world.database.db, [game.id])).toEqual([]);
    await world.poll(canceled);
    await feed.settle();
    expect(await feed.legs()).toEqual(['push: canceled']);
  });

  test('and contradicts itself between two equal polls starts their count again', async () => {
    const game = await world.addGame();
    await feed.bet(game);
    const ended = final(game, 24, 20);
    for (const polls of [[ended], [ended, final(game, 20, 24)], [ended]]) await feed.answer(polls);
    await feed.settle();
    expect(await feed.legs()).toEqual(['pending']);
    await feed.answer([ended]);
    await feed.settle();
    expect(await feed.legs()).toEqual(['won: moneyline']);
  });

  test.each<[string, (game: FeedGame) => FeedGame[]]>([
    ['contradicts itself', (game) => [final(game, 24, 20), final(game, 20, 24)]],
    ['has an odd start', (game) => [startingAt(final(game, 24, 20), fromNow(-day))]],
  ])('and %s does not count as a poll that plays a final on', async (_what, odd) => {
    const game = await world.addGame();
    await feed.answer([final(game, 24, 20)]);
    await feed.answer(odd(game));
    await feed.answer([live(game, 24, 20)]);
    expect(await feed.stored(game)).toMatchObject({ status: 'final' });
    await feed.answer([live(game, 24, 27)]);
    expect(await feed.stored(game)).toMatchObject({ status: 'live', awayScore: 27 });
  });

  test('counts like several answers of one poll', async () => {
    const game = await world.addGame();
    await feed.bet(game);
    const said = (seen: FeedGame) => answerOf([seen]);
    const put: unknown[] = [];
    for (let polls = 1; polls < 4; polls += 1) {
      const at = new Date(world.clock.now.getTime() + polls * minute);
      for (const seen of [final(game, 24, 20), final(game, 20, 24)]) {
        put.push(...(await ingest(world.database, 'NFL', said(seen), at)).quarantined);
      }
    }
    await feed.settle();
    expect(await feed.legs()).toEqual(['pending']);
    expect(put).toHaveLength(3);
  });

  test('and has it once unreadable says nothing about it', async () => {
    const game = await world.addGame();
    const quarantined = [{ eventId: game.id.slice(5), reason: 'score: not a number' }];
    const said = answerOf([live(game, 7, 0)], { quarantined });
    const before = await feed.stored(game);
    await ingest(world.database, 'NFL', said, new Date(world.clock.now.getTime() + hour));
    expect(await feed.stored(game)).toEqual(before);
  });

  test('with the same facts each time has it once', async () => {
    const game = await world.addGame();
    await feed.bet(game);
    for (let polls = 0; polls < 2; polls += 1) {
      expect(await feed.answer([final(game, 24, 20), final(game, 24, 20)])).toEqual([]);
    }
    await feed.settle();
    expect(await feed.legs()).toEqual(['won: moneyline']);
  });

  test('and contradicts itself about an unknown game does not add it', async () => {
    const game = aGame({ quote: emptyQuote });
    expect(await feed.answer([game, replacing(game)])).toHaveLength(1);
    expect(await feed.stored(game)).toBeNull();
  });
});
