import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { placeBet, placeParlay } from '#shared/api/bets.ts';
import { type Group, listGroups, updateGroup } from '#shared/api/groups.ts';
import { addDays, easternDay, startOfDay } from '#shared/domain/eastern.ts';
import type { FeedGame } from '../games/feed-answer.ts';
import { settleGames } from '../settlement/settle.ts';
import { aBet, aGame, aLeg, aParlay, final, live } from '../testing/games.ts';
import { endLeague } from '../testing/leagues.ts';
import { type Player, testWorld, type World } from '../testing/world.ts';
import { finalizeLeagues } from './standings.ts';

const hour = 3_600_000;

let world: World;
let ann: Player;
let bob: Player;
let league: Group;

beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.drop());
beforeEach(async () => {
  ann = await world.signUp('Ann');
  league = await world.league(ann);
  bob = await world.member(league, 'Bob');
});

async function waitsOf(player: Player): Promise<Group['waitsFor']> {
  const found = (await player.call(listGroups)).reply.find(({ group }) => group.id === league.id);
  if (!found) throw new Error('not a member');
  return found.group.waitsFor;
}

const inAnHour = () => new Date(Date.now() + hour);

/** A game with this away team, which is void two days after its start. */
async function aNamedGame(away: string, startsAt = inAnHour()): Promise<FeedGame> {
  const game = aGame({ sport: 'NBA', startsAt });
  const named = { ...game, away: { ...game.away, abbreviation: away } };
  await world.poll(named);
  return named;
}

const bet = (player: Player, game: FeedGame) => player.call(placeBet, { body: aBet(league, game, '10') });
const wait = (game: FeedGame, name: string) => {
  return { what: 'result', gameId: game.id, game: name, until: limitOf(game), needsAdmin: false };
};
/** The end of the Eastern day that an instant falls on. */
const dayAfter = (instant: string) => startOfDay(addDays(easternDay(new Date(instant)), 1)).toISOString();
const limitOf = (game: FeedGame) => new Date(game.startsAt.getTime() + 48 * hour).toISOString();

test('an open league waits for nothing, an ended one names the games of the viewer’s own bets alone', async () => {
  const [own, others] = [await aNamedGame('NYK'), await aNamedGame('LAL')];
  await bet(ann, own);
  await bet(bob, others);
  expect(await waitsOf(ann)).toEqual([]);
  await endLeague(world.database.db, league);
  await world.poll(live(own), live(others));
  expect(await waitsOf(ann)).toEqual([
    wait(own, 'NYK @ BUF'),
    { what: 'result', gameId: null, game: null, until: dayAfter(limitOf(others)), needsAdmin: false },
  ]);
  expect(await waitsOf(bob)).toEqual([
    wait(others, 'LAL @ BUF'),
    { what: 'result', gameId: null, game: null, until: dayAfter(limitOf(own)), needsAdmin: false },
  ]);
  const { reply } = await ann.call(updateGroup, { params: { id: league.id }, body: { reveal: 'started' } });
  expect(reply.waitsFor).toEqual([wait(own, 'NYK @ BUF'), wait(others, 'LAL @ BUF')]);
  await world.finish(final(own, 100, 90), final(others, 100, 90));
  expect(await waitsOf(ann)).toEqual([]);
});

test('a correction shows until it lapses; its game stays hidden while another’s open parlay is on it', async () => {
  const [game, open] = [await aNamedGame('NYK'), await aNamedGame('LAL')];
  await bet(ann, game);
  await world.finish(final(game, 100, 90));
  const { rows } = await world.database.pool.query('select at from results where game_id = $1', [game.id]);
  const until = new Date(rows[0].at.getTime() + 72 * hour).toISOString();
  await endLeague(world.database.db, league);
  await world.poll(final(game, 90, 80));
  await finalizeLeagues(world.database);
  const waits = [{ what: 'correction', gameId: game.id, game: 'NYK @ BUF', until, needsAdmin: false }];
  expect([await waitsOf(ann), await waitsOf(bob)]).toEqual([waits, waits]); // settled bets are visible to all
  await world.poll(final(game, 100, 90));
  // The correction delayed the league until now.
  expect([await waitsOf(ann), await finalizeLeagues(world.database)]).toEqual([[], 1]);

  league = await world.league(ann);
  await world.join(bob, league);
  const second = await aNamedGame('BOS');
  await bob.call(placeParlay, { body: aParlay(league, '10', [aLeg(second), aLeg(open)]) });
  await world.finish(final(second, 100, 90));
  await endLeague(world.database.db, league);
  await world.poll(final(second, 90, 80));
  expect((await waitsOf(ann)).map(({ what, game: name }) => [what, name])).toEqual([
    ['result', null],
    ['correction', null],
  ]);
  expect((await waitsOf(bob)).map(({ what, game: name }) => [what, name]).sort()).toEqual([
    ['correction', 'BOS @ BUF'],
    ['result', 'LAL @ BUF'],
  ]);
});

test('a game whose time is over and of which no poll says anything certain waits for an admin', async () => {
  // At noon, so that the half hour after the limit is on the same Eastern day at whatever time this runs.
  const noon = new Date(startOfDay(addDays(easternDay(new Date()), 1)).getTime() + 12 * hour);
  const [own, others] = [await aNamedGame('NYK', noon), await aNamedGame('LAL', noon)];
  await bet(ann, own);
  await bet(bob, others);
  await endLeague(world.database.db, league);
  const limitMs = Date.parse(limitOf(own));
  const saidAt = async (ms: number) => {
    world.clock.now = new Date(ms);
    const doubtful = [own, others].map((game) => ({ ...live(game), startsAt: new Date('2020-01-01T00:00:00Z') }));
    await world.poll(...doubtful);
    await settleGames(world.database, world.clock.now, 0);
    return (await waitsOf(ann)).map(({ game, until, needsAdmin }) => [game, until !== null, needsAdmin]);
  };
  const hiddenWait = [null, true, false]; // lasts until the end of its day
  expect(await saidAt(limitMs - hour)).toEqual([['NYK @ BUF', true, false], hiddenWait]);
  expect(await saidAt(limitMs + hour / 2)).toEqual([['NYK @ BUF', false, false], hiddenWait]);
  expect(await saidAt(limitMs + 48 * hour)).toEqual([
    ['NYK @ BUF', false, true],
    [null, false, false],
  ]);
  world.clock.now = new Date();
});

test('hidden games of which one is past its day are one wait until the end of the last day', async () => {
  const early = await aNamedGame('NYK');
  const late = { ...aGame({ sport: 'NBA' }), startsAt: new Date(early.startsAt.getTime() + 72 * hour) };
  await world.poll(late);
  for (const game of [early, late]) await bet(bob, game);
  await endLeague(world.database.db, league);
  world.clock.now = new Date(dayAfter(limitOf(early)));
  expect(await waitsOf(ann)).toEqual([
    { what: 'result', gameId: null, game: null, until: dayAfter(limitOf(late)), needsAdmin: false },
  ]);
  world.clock.now = new Date();
});

test('two games of the same teams are two waits with ids of their own', async () => {
  const games = [await aNamedGame('NYK'), await aNamedGame('NYK')];
  for (const game of games) await bet(ann, game);
  await endLeague(world.database.db, league);
  const ids = (await waitsOf(ann)).map(({ gameId }) => gameId);
  expect(ids.toSorted()).toEqual(games.map(({ id }) => id).toSorted());
});
