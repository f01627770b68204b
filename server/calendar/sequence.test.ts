import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { placeBet, placeParlay } from '#shared/api/bets.ts';
import { type Group, updateGroup } from '#shared/api/groups.ts';
import type { FeedGame } from '../games/feed-answer.ts';
import { setResult } from '../settlement/set-result.ts';
import { calendarPathOf, readCalendar } from '../testing/calendar.ts';
import { aBet, aLeg, aParlay, final, live } from '../testing/games.ts';
import { expectLedgerBalances } from '../testing/ledger-asserts.ts';
import { type Player, testWorld, type World } from '../testing/world.ts';

let world: World;
let ann: Player;
let league: Group;
let path: string;

beforeAll(async () => {
  world = await testWorld();
});
afterAll(async () => {
  await expectLedgerBalances(world.database.db);
  await world.drop();
});
beforeEach(async () => {
  ann = await world.signUp('Ann');
  league = await world.league(ann);
  path = await calendarPathOf(ann);
});

const hour = 3_600_000;
const moved = (game: FeedGame, hours: number): FeedGame => ({
  ...game,
  startsAt: new Date(game.startsAt.getTime() + hours * hour),
});
const events = () => readCalendar(world.visitor(), path);
/** Sequence, status and title of the event of each leg. */
async function legs() {
  const games = (await events()).filter(({ title }) => title.includes(' at '));
  return games.map(({ sequence, status, title }) => [sequence, status, title.split(':')[0]]);
}
async function aBetGame(wanted: Partial<FeedGame> = {}): Promise<FeedGame> {
  const game = await world.addGame(wanted);
  await ann.call(placeBet, { body: aBet(league, game, '100') });
  return game;
}

describe('the sequence of a leg', () => {
  test('grows when its game is moved, also when it is moved back, and not by a score', async () => {
    const game = await aBetGame();
    const at = async () => {
      const [event] = await events();
      return [event?.sequence, event?.start.slice(0, 16)];
    };
    const startOf = ({ startsAt }: FeedGame) => startsAt.toISOString().slice(0, 16);
    expect(await at()).toEqual([0, startOf(game)]);
    await world.poll(moved(game, 2));
    expect(await at()).toEqual([1, startOf(moved(game, 2))]);
    await world.poll(moved(game, 2));
    expect(await at()).toEqual([1, startOf(moved(game, 2))]);
    await world.poll(moved(game, 1));
    expect(await at()).toEqual([2, startOf(moved(game, 1))]);
    await world.poll(live(moved(game, 1), 3, 0));
    await world.poll(live(moved(game, 1), 10, 7));
    expect(await at()).toEqual([2, startOf(moved(game, 1))]);
  });

  test('grows when its game is postponed, and again when it is played after all', async () => {
    const game = await aBetGame();
    await world.poll({ ...game, status: 'postponed', statusWord: 'STATUS_POSTPONED' });
    expect(await legs()).toEqual([[1, 'TENTATIVE', 'Postponed']]);
    await world.poll(game);
    expect(await legs()).toEqual([[2, 'CONFIRMED', 'Chiefs at Bills']]);
  });

  test('grows when its bet is settled, and with each correction', async () => {
    const game = await aBetGame();
    await world.finish(final(game, 30, 0));
    expect(await legs()).toEqual([[2, 'CONFIRMED', 'Won']]);
    await world.finish(final(game, 0, 30));
    expect(await legs()).toEqual([[4, 'CONFIRMED', 'Lost']]);
  });

  test('grows when its game is called off, and the event is cancelled', async () => {
    const game = await aBetGame();
    const byHand = { gameId: game.id, outcome: { isVoid: true }, reason: 'Fog', setById: null } as const;
    await setResult(world.database, byHand, 0);
    await world.finish();
    expect(await legs()).toEqual([[2, 'CANCELLED', 'Void']]);
  });

  test('grows when it is graded while its parlay is open, and when a correction opens the parlay again', async () => {
    const [first, second] = [await world.addGame(), await world.addGame()];
    await ann.call(placeParlay, { body: aParlay(league, '50', [aLeg(first), aLeg(second)]) });
    const states = async () => (await legs()).map(([sequence, , title]) => `${sequence} ${title}`).toSorted();
    await world.finish(final(first, 30, 0));
    expect(await states()).toEqual(['0 Chiefs at Bills', '1 Won']);
    await world.finish(final(first, 0, 30)); // the parlay is lost
    expect(await states()).toEqual(['1 Chiefs at Bills', '3 Lost']);
    await world.finish(final(first, 30, 0)); // and open again
    expect(await states()).toEqual(['2 Chiefs at Bills', '5 Won']);
  });
});

test('the sequence of a league’s dates grows when its owner moves one, and by nothing else', async () => {
  const dates = async () => (await events()).map(({ sequence, start, title }) => [sequence, start.slice(0, 19), title]);
  const before = [league.joinDeadline?.slice(0, 19), league.endDate?.slice(0, 19)];
  const params = { id: league.id };
  await ann.call(updateGroup, { params, body: { name: 'Monday League', endDate: league.endDate } });
  expect(await dates()).toEqual([
    [0, before[0], 'Monday League: joining ends'],
    [0, before[1], 'Monday League ends'],
  ]);
  await ann.call(updateGroup, { params, body: { endDate: '2028-02-01T04:59:00.000Z' } });
  expect(await dates()).toEqual([
    [1, before[0], 'Monday League: joining ends'],
    [1, '2028-02-01T04:59:00', 'Monday League ends'],
  ]);
  await ann.call(updateGroup, { params, body: { joinDeadline: null } });
  expect(await dates()).toEqual([[2, '2028-02-01T04:59:00', 'Monday League ends']]);
});
