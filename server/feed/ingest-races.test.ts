import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withOdds } from '#shared/testing/examples.ts';
import { connect, type Database } from '../db/connection.ts';
import { answerOf, type FeedGame } from '../games/feed-answer.ts';
import { findGame } from '../games/store.ts';
import { aGame, plainQuote } from '../testing/games.ts';
import { lockElsewhere, lockGame, untilWaiting } from '../testing/locks.ts';
import { swapped } from '../testing/scripted-feed.ts';
import { testWorld, type World } from '../testing/world.ts';
import { ingest } from './ingest.ts';

let world: World;
let other: Database;

beforeAll(async () => {
  world = await testWorld();
  other = connect(world.database.url, pino({ level: 'silent' }));
});
afterAll(async () => {
  await other.end();
  await world.drop();
});

const start = Date.now();
const second = (number: number) => new Date(start + number * 1_000);
const poll = (database: Database, at: Date, ...games: FeedGame[]) => ingest(database, 'NFL', answerOf(games), at);
/** The game at another total and other prices, in a row that stays as it is. */
const requoted = (game: FeedGame): FeedGame => ({ ...game, quote: withOdds(plainQuote, { totalPoints: 50.5 }) });

/** New games in the order in which a transaction locks them, after a first poll. */
async function storedGames(): Promise<[FeedGame, FeedGame]> {
  const games = [aGame(), aGame()];
  await poll(world.database, second(0), ...games);
  const { rows } = await world.database.pool.query('select id from unnest($1::text[]) as id order by hashtext(id)', [
    games.map(({ id }) => id),
  ]);
  const [first, last] = rows.map(({ id }) => games.find((game) => game.id === id));
  if (!first || !last) throw new Error('two games');
  return [first, last];
}

async function stored(game: FeedGame) {
  const row = await findGame(world.database.db, game.id);
  const { rows } = await world.database.pool.query(
    "select spread_home, moneyline_home, total_points from quotes where game_id = $1 and source = 'feed'",
    [game.id],
  );
  return [row?.homeTeamId, ...Object.values(rows[0])];
}

test.each([
  ['an older poll leaves them out', 1, (game: FeedGame) => [game.away.id, 3.5, 152, 47.5]],
  ['a newer poll swaps the sides back first', 3, (game: FeedGame) => [game.home.id, -3.5, -180, 50.5]],
])('prices of sides that another worker swaps while the poll waits for a lock: %s', async (_, at, expected) => {
  const [first, last] = await storedGames();
  const lock = await lockElsewhere(world.database, lockGame, [first.id]);
  // The row of the first game changes, and of the last one the quote alone.
  const waiting = poll(other, second(at), { ...first, startsAt: second(7_200) }, requoted(last));
  await untilWaiting(world.database);
  await poll(world.database, second(2), { ...swapped(last), quote: null });
  await lock.release();
  await waiting;
  expect(await stored(last)).toEqual(expected(last));
});

test('a game that another worker sees begin while the poll waits for a lock keeps its closing quote', async () => {
  const [first, last] = await storedGames();
  const lock = await lockElsewhere(world.database, lockGame, [first.id]);
  const waiting = poll(other, second(1), { ...first, startsAt: second(7_200) }, requoted(last));
  await untilWaiting(world.database);
  await poll(world.database, second(2), { ...last, status: 'live', quote: null });
  await lock.release();
  await waiting;
  expect(await stored(last)).toEqual([last.home.id, -3.5, -180, 47.5]);
});

test('a poll that brings nothing new locks no game', async () => {
  const games = await storedGames();
  const lock = await lockElsewhere(world.database, lockGame, [games[0].id]);
  expect(await poll(other, second(1), ...games)).toMatchObject({ seen: 2, changed: 0 });
  await lock.release();
});

test('a poll that changes no game waits for the locks of games under way', async () => {
  const game = aGame({ startsAt: second(-60), quote: null });
  for (const at of [1, 2, 3]) await poll(world.database, second(at), game);
  const lock = await lockElsewhere(world.database, lockGame, [game.id]);
  const waiting = poll(other, second(4), game);
  await untilWaiting(world.database);
  await lock.release();
  expect(await waiting).toMatchObject({ changed: 0 });
  expect((await findGame(world.database.db, game.id))?.polledAt).toEqual(second(4));
});
