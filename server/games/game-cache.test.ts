import { setImmediate as nextMacrotask } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listBets, placeBet } from '#shared/api/bets.ts';
import { sportTopic } from '#shared/api/events.ts';
import { withOdds } from '#shared/testing/examples.ts';
import { type Changes, watchChanges } from '../events/changes.ts';
import { setResult } from '../settlement/set-result.ts';
import { type Recording, recordStatements } from '../testing/citus-lint.ts';
import { aBet, aGame, live, plainQuote } from '../testing/games.ts';
import { testWorld, type World } from '../testing/world.ts';
import type { FeedGame } from './feed-answer.ts';
import { createGameCache } from './game-cache.ts';
import { listQuotedGames } from './store.ts';

let world: World;
let recording: Recording;

beforeAll(async () => {
  world = await testWorld();
  recording = recordStatements(world.database.pool);
});
afterAll(() => world.drop());

const moved = (game: FeedGame): FeedGame => ({ ...game, quote: withOdds(plainQuote, { moneylineHome: -240 }) });

test('a cached game equals that of the database, and is found again without a query for games', async () => {
  const { db } = world.database;
  const cache = createGameCache({ db, changes: watchChanges(db) });
  const [football, soccer] = [await world.addGame(), await world.addGame({ sport: 'Soccer' })];
  const ids = [football.id, soccer.id];
  const stored = await listQuotedGames(db, ids);
  const found = await cache.find([...ids, ...ids, 'espn:of-no-game']);
  expect([...found.keys()].sort()).toEqual([...ids].sort());
  expect([...found.values()]).toMatchObject(stored);

  recording.length = 0;
  expect(await cache.find(ids)).toEqual(found);
  expect(recording.flat().map(({ text }) => /from "games"/.test(text))).toEqual([false]);
});

test('bets show their game as it is, whichever process they are asked of and whoever changed it', async () => {
  const ann = await world.signUp('Ann');
  const league = await world.league(ann);
  const game = await world.addGame();
  await ann.call(placeBet, { body: aBet(league, game, '100') });
  const processes = [ann, ann.at(await world.startAnother()), ann.at(await world.startAnother())];
  const shown = () =>
    Promise.all(
      processes.map(async (browser) => {
        const [bet] = (await browser.call(listBets)).reply;
        return [bet?.game.moneylineHome, bet?.game.status, bet?.game.homeScore];
      }),
    );
  const everywhere = (...expected: unknown[]) => processes.map(() => expected);
  expect(await shown()).toEqual(everywhere(plainQuote.moneyline?.home, 'scheduled', null));
  await world.poll(moved(game));
  expect(await shown()).toEqual(everywhere(-240, 'scheduled', null));
  await world.poll(live(moved(game), 7, 3));
  expect(await shown()).toEqual(everywhere(-240, 'live', 7));
});

test('a bet shows its game as locked once that has a result by hand, whichever process it is asked of', async () => {
  const ann = await world.signUp('Ann');
  const league = await world.league(ann);
  const game = await world.addGame();
  await ann.call(placeBet, { body: aBet(league, game, '100') });
  const processes = [ann, ann.at(await world.startAnother())];
  const shown = () =>
    Promise.all(processes.map(async (browser) => (await browser.call(listBets)).reply[0]?.game.bettingLocked));
  expect(await shown()).toEqual([false, false]);
  const byHand = { gameId: game.id, outcome: { isVoid: true }, reason: 'Fog', setById: null } as const;
  await setResult(world.database, byHand, 0);
  expect(await shown()).toEqual([true, true]);
});

test('a game that was being read when its sport changed is not cached', async () => {
  const { db } = world.database;
  let notify: Parameters<Changes['onChange']>[0] = () => undefined;
  const changes: Changes = {
    onChange: (listener) => {
      notify = listener;
    },
    refresh: async () => undefined,
  };
  const cache = createGameCache({ db, changes });
  const game = aGame();
  await world.poll(game);
  const reading = cache.find([game.id]);
  await nextMacrotask();
  notify(new Set([sportTopic('NFL')]));
  await reading;
  await world.poll(moved(game));
  expect((await cache.find([game.id])).get(game.id)?.quote?.moneyline?.home).toBe(-240);
});
