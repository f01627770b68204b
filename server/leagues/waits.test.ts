import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { placeBet, placeParlay } from '#shared/api/bets.ts';
import { type Group, listGroups, updateGroup } from '#shared/api/groups.ts';
import type { FeedGame } from '../feed/feed.ts';
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

/** A game of its own name, which starts in an hour and is void two days later. */
async function aNamedGame(away: string): Promise<FeedGame> {
  const game = aGame({ sport: 'NBA' });
  const named = { ...game, away: { ...game.away, abbreviation: away } };
  await world.poll(named);
  return named;
}

const bet = (player: Player, game: FeedGame) => player.call(placeBet, { body: aBet(league, game, '10') });
const limitOf = (game: FeedGame) => new Date(game.startsAt.getTime() + 48 * hour).toISOString();

test('an open league says nothing, an ended one names the games of the viewer’s own bets alone', async () => {
  const [own, others] = [await aNamedGame('NYK'), await aNamedGame('LAL')];
  await bet(ann, own);
  await bet(bob, others);
  expect(await waitsOf(ann)).toEqual([]);
  await endLeague(world.database.db, league);
  await world.poll(live(own), live(others));
  expect(await waitsOf(ann)).toEqual([
    { what: 'result', game: 'NYK @ BUF', until: limitOf(own) },
    { what: 'result', game: null, until: limitOf(others) },
  ]);
  expect(await waitsOf(bob)).toEqual([
    { what: 'result', game: 'LAL @ BUF', until: limitOf(others) },
    { what: 'result', game: null, until: limitOf(own) },
  ]);
  const { reply } = await ann.call(updateGroup, { params: { id: league.id }, body: { reveal: 'started' } });
  expect(reply.waitsFor).toEqual([
    { what: 'result', game: 'NYK @ BUF', until: limitOf(own) },
    { what: 'result', game: 'LAL @ BUF', until: limitOf(others) },
  ]);
  await world.finish(final(own, 100, 90), final(others, 100, 90));
  expect(await waitsOf(ann)).toEqual([]);
});

test('a correction is told until it lapses; its game stays hidden while another’s open parlay is on it', async () => {
  const [game, open] = [await aNamedGame('NYK'), await aNamedGame('LAL')];
  await bet(ann, game);
  await world.finish(final(game, 100, 90));
  const { rows } = await world.database.pool.query('select at from results where game_id = $1', [game.id]);
  const until = new Date(rows[0].at.getTime() + 72 * hour).toISOString();
  await endLeague(world.database.db, league);
  await world.poll(final(game, 90, 80));
  await finalizeLeagues(world.database);
  const waits = [{ what: 'correction', game: 'NYK @ BUF', until }];
  expect([await waitsOf(ann), await waitsOf(bob)]).toEqual([waits, waits]); // settled bets show to all
  await world.poll(final(game, 100, 90));
  expect([await waitsOf(ann), await finalizeLeagues(world.database)]).toEqual([[], 1]); // nothing of it was final before

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
