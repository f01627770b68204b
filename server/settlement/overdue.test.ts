import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { placeBet, placeParlay } from '#shared/api/bets.ts';
import { insertPull } from '../feed/store.ts';
import type { FeedGame } from '../games/feed-answer.ts';
import { aBet, aGame, aLeg, aParlay, final, live } from '../testing/games.ts';
import { testWorld, type World } from '../testing/world.ts';
import { listOverdueGames } from './overdue.ts';

let world: World;

beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.drop());

const hourMs = 3_600_000;

test.each<[string, Partial<FeedGame>, (game: FeedGame) => FeedGame]>([
  ['the feed has not seen it begin', {}, (game) => game],
  ['the feed says that it is still being played', {}, (game) => live(game, 7, 0)],
  [
    'the feed has other teams or another start for it, which nothing has confirmed yet',
    {},
    (game) => ({ ...game, away: { ...game.away, id: 'others' } }),
  ],
  ['postponed', {}, (game) => ({ ...game, status: 'postponed' })],
  ['suspended (STATUS_SUSPENDED)', {}, (game) => ({ ...game, status: 'suspended', statusWord: 'STATUS_SUSPENDED' })],
  ['cancelled, by one poll only', {}, (game) => ({ ...game, status: 'canceled' })],
  ['final, by one poll only', {}, (game) => final(game, 24, 20, { period: 4 })],
  [
    'final, but the score that counts is not known',
    { sport: 'Soccer' },
    (game) => final(game, 3, 2, { countedHome: null }),
  ],
  ['final too early: 3 of 4 periods', {}, (game) => final(game, 24, 20, { settleable: false, period: 3 })],
  [
    'final too early: inning 7 with 11 half-innings',
    { sport: 'MLB' },
    (game) => final(game, 4, 2, { settleable: false, period: 7, halfInnings: 11 }),
  ],
  [
    'final, but the feed’s last status of it is STATUS_ODD',
    {},
    (game) => final(game, 24, 20, { settleable: false, period: 4, statusWord: 'STATUS_ODD' }),
  ],
])('a game with open bets waits: %s', async (why, wanted, next) => {
  const player = await world.signUp();
  const league = await world.league(player);
  const game = aGame(wanted);
  await world.poll(game);
  const market = game.sport === 'Soccer' ? 'moneyline' : 'spread';
  await player.call(placeBet, { body: aBet(league, game, '10', market, 'home') });
  await world.poll(next(game));
  const found = async (hours: number) =>
    (await listOverdueGames(world.database, new Date(game.startsAt.getTime() + hours * hourMs))).find(
      (overdue) => overdue.game.id === game.id,
    );
  expect(await found(11.9)).toBeUndefined();
  expect(await found(12.1)).toMatchObject({ why, openLegs: 1, leagues: 1, originalStart: game.startsAt });
});

test('a final that one later poll plays on waits for another poll', async () => {
  const player = await world.signUp();
  const game = aGame({ sport: 'NBA' });
  await world.poll(game);
  await player.call(placeBet, { body: aBet(await world.league(player), game, '10') });
  await world.poll(final(game, 100, 90, { period: 4 }));
  await world.poll({ ...live(game, 100, 92), statusWord: 'STATUS_IN_PROGRESS' });
  const overdue = await listOverdueGames(world.database, new Date(game.startsAt.getTime() + 13 * hourMs));
  expect(overdue.find((one) => one.game.id === game.id)).toMatchObject({
    why: 'final, but the feed’s last status of it is STATUS_IN_PROGRESS',
  });
});

test('a result that no worker has settled says so, and none is listed once it is', async () => {
  const [player, other] = [await world.signUp(), await world.signUp()];
  const [league, second] = [await world.league(player), await world.league(other)];
  const [game, open] = [aGame({ sport: 'NBA' }), aGame({ sport: 'NBA' })];
  await world.poll(game, open);
  await player.call(placeParlay, { body: aParlay(league, '10', [aLeg(game), aLeg(open)]) });
  await other.call(placeBet, { body: aBet(second, game, '10') });
  await world.poll(final(game, 100, 90));
  await world.poll(final(game, 100, 90));
  const now = new Date(game.startsAt.getTime() + 13 * hourMs);
  const listed = async () =>
    (await listOverdueGames(world.database, now)).filter((overdue) => [game.id, open.id].includes(overdue.game.id));
  expect(await listed()).toMatchObject([
    {
      game: { id: game.id },
      openLegs: 2,
      leagues: 2,
      why: 'it has a result that the worker has not settled yet',
      voidBy: new Date(game.startsAt.getTime() + 48 * hourMs),
    },
    { game: { id: open.id }, openLegs: 1, leagues: 1 },
  ]);
  await world.finish(final(game, 100, 90));
  expect(await listed()).toMatchObject([{ game: { id: open.id } }]);
});

test('a game of a feed that is not polled any more waits for an admin', async () => {
  const player = await world.signUp();
  const game = await world.addGame();
  await player.call(placeBet, { body: aBet(await world.league(player), game, '10') });
  const later = new Date(game.startsAt.getTime() + 13 * hourMs);
  const why = async () =>
    (await listOverdueGames(world.database, later)).find((overdue) => overdue.game.id === game.id)?.why;
  const pulled = (feed: string) => {
    const nothing = { failure: null, seen: 0, changed: 0, quarantined: [], unknownStatuses: [] };
    const pull = { id: randomUUID(), feed, sport: game.sport, what: 'slate', at: later, tookMs: 1, ...nothing };
    return insertPull(world.database.db, pull);
  };
  await pulled('season');
  expect(await why()).toBe('its feed (espn) is not polled any more: set its result by hand, or void it');
  await pulled('espn');
  expect(await why()).toBe('the feed has not seen it begin');
});
