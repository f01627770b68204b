import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { placeBet } from '#shared/api/bets.ts';
import type { Group } from '#shared/api/groups.ts';
import { everywhere } from '../../db/reach.ts';
import { deleteLeagueless } from '../../demo/store.ts';
import { listMembersAmong } from '../../events/store.ts';
import type { FeedGame } from '../../games/feed-answer.ts';
import { findGame, findGames, recordPolled } from '../../games/store.ts';
import { listResults } from '../../settlement/results-store.ts';
import { listCorrectableStarts } from '../../settlement/watch-list.ts';
import { findUser } from '../../users/store.ts';
import { aBet, final } from '../games.ts';
import { type Player, testWorld, type World } from '../world.ts';

let world: World;
let player: Player;
let league: Group;
let game: FeedGame;

beforeAll(async () => {
  world = await testWorld();
  player = await world.signUp();
  league = await world.league(player);
  game = await world.addGame();
  await player.call(placeBet, { body: aBet(league, game, '10') });
  await world.finish(final(game, 30, 0));
});
afterAll(() => world.drop());

/** `one` after so many others: more than the 65,535 parameters that a statement may have. */
const behind = <T>(others: number, one: T, other: (number: number) => T): T[] => [
  ...Array.from({ length: others }, (_, number) => other(number)),
  one,
];
const gameIds = (id: string) => behind(70_000, id, (number) => `espn:none-${number}`);

test('any number of games is found, noted and passed over', async () => {
  const { db } = world.database;
  const ids = gameIds(game.id);
  expect((await findGames(db, ids)).map(({ id }) => id)).toEqual([game.id]);
  expect((await listResults(db, ids)).map(({ gameId, home }) => [gameId, home])).toEqual([[game.id, 30]]);
  const at = new Date('2026-11-22T18:00:00Z');
  await recordPolled(db, ids, at);
  expect((await findGame(db, game.id))?.polledAt).toEqual(at);
  const starts = (seen: readonly string[]) =>
    listCorrectableStarts(db, 'espn', game.sport, world.clock.now, seen, everywhere);
  expect(await starts(gameIds('espn:another'))).toEqual([game.startsAt]);
  expect(await starts(ids)).toEqual([]);
});

test('the members of any number of leagues are told apart from whoever is none', async () => {
  const leagueIds = behind(70_000, league.id, () => uuid());
  const found = await listMembersAmong(world.database.db, leagueIds, [uuid(), player.user.id]);
  expect(found).toEqual([{ leagueId: league.id, userId: player.user.id }]);
});

test('of any number of users those in no league are removed', async () => {
  const { db, withTx } = world.database;
  const leagueless = await world.signUp();
  // The statement uses the ids three times.
  const ids = [player.user.id, ...behind(22_000, leagueless.user.id, () => uuid())];
  await withTx((tx) => deleteLeagueless(tx, ids));
  expect(await findUser(db, leagueless.user.id)).toBeNull();
  expect(await findUser(db, player.user.id)).not.toBeNull();
});
