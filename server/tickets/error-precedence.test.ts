import { expect, test } from 'vitest';
import { placeBet, placeParlay } from '#shared/api/bets.ts';
import type { Group } from '#shared/api/groups.ts';
import { aBet, aGame, aLeg, aParlay, live } from '../testing/games.ts';
import { leagueBeforeEach } from '../testing/league-before-each.ts';
import { endLeague } from '../testing/leagues.ts';
import { refusalOf } from '../testing/refusals.ts';
import type { Player, World } from '../testing/world.ts';

let world: World;
let player: Player;
let league: Group;

leagueBeforeEach((made) => {
  ({ world, player, league } = made);
});

const tooMuch = '5000';

const refused = (act: Parameters<typeof refusalOf>[1]) => refusalOf(world.database.db, act);

const sameGame = { status: 400, code: 'bad-input', message: expect.stringContaining('KC @ BUF') };

test('a game that a parlay has twice is refused before too little balance', async () => {
  const game = await world.addGame();
  const body = aParlay(league, tooMuch, [aLeg(game), aLeg(game, 'total', 'over')]);
  expect(await refused(() => player.call(placeParlay, { body }))).toEqual(sameGame);
});

test('a game that a parlay has twice is refused before a leg ahead of it that is locked', async () => {
  const [game, begun] = [await world.addGame(), aGame()];
  await world.poll(live(begun));
  for (const legs of [
    [aLeg(begun), aLeg(game), aLeg(game, 'total', 'over')],
    [aLeg(begun), aLeg(begun, 'total', 'over')],
  ]) {
    expect(await refused(() => player.call(placeParlay, { body: aParlay(league, '10', legs) }))).toEqual(sameGame);
  }
});

test('a game that a parlay has twice is refused before the end of its league', async () => {
  const game = await world.addGame();
  await endLeague(world.database.db, league);
  const body = aParlay(league, '10', [aLeg(game), aLeg(game, 'total', 'over')]);
  expect(await refused(() => player.call(placeParlay, { body }))).toEqual(sameGame);
});

test('a side that the sport does not have is refused before too little balance and a locked leg', async () => {
  const [game, begun] = [await world.addGame(), aGame()];
  await world.poll(live(begun));
  const draw = { ...aLeg(game, 'moneyline', 'home'), betSide: 'draw' as const };
  const noSuchBet = { status: 400, code: 'bad-input', message: 'NFL has no such bet' };
  const bet = { ...aBet(league, game, tooMuch, 'moneyline', 'home'), betSide: 'draw' as const };
  expect(await refused(() => player.call(placeBet, { body: bet }))).toEqual(noSuchBet);
  const body = aParlay(league, '10', [aLeg(begun), draw]);
  expect(await refused(() => player.call(placeParlay, { body }))).toEqual(noSuchBet);
});

test('a game that nobody knows is refused before too little balance and a locked leg', async () => {
  const begun = aGame();
  await world.poll(live(begun));
  const notFound = { status: 404, code: 'game-not-found', message: 'Game not found' };
  expect(await refused(() => player.call(placeBet, { body: aBet(league, aGame(), tooMuch) }))).toEqual(notFound);
  const body = aParlay(league, '10', [aLeg(begun), aLeg(aGame())]);
  expect(await refused(() => player.call(placeParlay, { body }))).toEqual(notFound);
});
