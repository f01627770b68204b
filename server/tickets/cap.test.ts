import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { placeBet, placeParlay } from '#shared/api/bets.ts';
import type { BodyInput } from '#shared/api/endpoint.ts';
import type { createGroup, Group } from '#shared/api/groups.ts';
import { presets } from '#shared/domain/fair-play.ts';
import { fromWhole } from '#shared/domain/money.ts';
import { aBet, aGame, aLeg, aParlay, final } from '../testing/games.ts';
import { expectLedgerBalances, fundsOf } from '../testing/ledger-asserts.ts';
import { type Player, testWorld, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.drop());

/** A member of a league that allows a quarter of the balance in open stakes, and parlays of six legs. */
async function aReadyPlayer(
  options: Partial<BodyInput<typeof createGroup>['fairPlay']> = {},
): Promise<{ player: Player; league: Group }> {
  const player = await world.signUp();
  const league = await world.league(player, { fairPlay: { ...presets.fairPlay, rescue: null, ...options } });
  return { player, league };
}

async function slateOf(count: number) {
  const games = Array.from({ length: count }, () => aGame());
  await world.poll(...games);
  return games;
}

const funds = (league: Group, { user }: Player) => fundsOf(world.database.db, league.id, user.id);

describe('the cap on open stakes', () => {
  test('refuses a bet beyond it in words, says what may still be staked, and allows exactly that', async () => {
    const { player, league } = await aReadyPlayer();
    const [game = aGame()] = await slateOf(1);
    const bet = (amount: string) => player.call(placeBet, { body: aBet(league, game, amount) });
    expect((await bet('138')).status).toBe(201);
    const { status, refusal } = await bet('113');
    expect([status, refusal?.code]).toEqual([409, 'over-cap']);
    expect(refusal?.message).toBe(
      'Fair play: at most 25% of your balance may be in open bets. You can stake 112 more.',
    );
    expect((await bet('112')).status).toBe(201);
    expect((await bet('1')).refusal?.message).toContain('You can stake 0 more.');
    expect(await funds(league, player)).toEqual({ available: 75_000, pending: 25_000 });
    await expectLedgerBalances(world.database.db);
  });

  test('counts parlays, and an insufficient balance is judged before it', async () => {
    const { player, league } = await aReadyPlayer();
    const games = await slateOf(2);
    const parlay = (amount: string) =>
      player.call(placeParlay, {
        body: aParlay(
          league,
          amount,
          games.map((game) => aLeg(game)),
        ),
      });
    expect((await parlay('1001')).refusal?.code).toBe('insufficient-balance');
    expect((await parlay('1000')).refusal?.code).toBe('over-cap');
    expect((await parlay('250')).status).toBe(201);
    expect((await parlay('751')).refusal?.code).toBe('insufficient-balance');
    expect((await parlay('750')).refusal?.code).toBe('over-cap');
  });

  test('follows the balance once bets are settled', async () => {
    const { player, league } = await aReadyPlayer();
    const [game = aGame(), next = aGame()] = await slateOf(2);
    const bet = (on: typeof game, amount: string) => player.call(placeBet, { body: aBet(league, on, amount) });
    expect((await bet(game, '250')).status).toBe(201);
    await world.finish(final(game, 0, 30));
    expect((await bet(next, '188')).refusal?.message).toContain('You can stake 187 more.');
    expect((await bet(next, '187')).status).toBe(201);
    await expectLedgerBalances(world.database.db);
  });

  test('always leaves ten Ching, however little a member has', async () => {
    const { player, league } = await aReadyPlayer({ maxInPlayPct: 1 });
    const [game = aGame(), next = aGame()] = await slateOf(2);
    const bet = (on: typeof game, amount: string) => player.call(placeBet, { body: aBet(league, on, amount) });
    expect((await bet(game, '10')).status).toBe(201);
    await world.finish(final(game, 0, 30));
    const { refusal } = await bet(next, '11'); // a hundredth of 990 is 9.90
    expect(refusal?.message).toContain('at most 1% of your balance may be in open bets. You can stake 10 more.');
    expect((await bet(next, '10')).status).toBe(201);
    expect((await bet(next, '1')).refusal?.code).toBe('over-cap');
  });

  test('stores its refusal under the idempotency key, as all refusals are', async () => {
    const { player, league } = await aReadyPlayer();
    const [game = aGame(), other = aGame()] = await slateOf(2);
    const keyed = { body: aBet(league, game, '200'), headers: { 'idempotency-key': 'over-the-cap' } };
    const first = await player.call(placeBet, { body: aBet(league, other, '100') });
    expect([first.status, (await player.call(placeBet, keyed)).refusal?.code]).toEqual([201, 'over-cap']);
    await world.finish(final(other, 30, 0));
    expect((await player.call(placeBet, keyed)).refusal?.code).toBe('over-cap');
    expect((await player.call(placeBet, { body: keyed.body })).status).toBe(201);
  });

  test('is not passed by fifty bets of one member at once, in singles and parlays', async () => {
    const { player, league } = await aReadyPlayer();
    const games = await slateOf(3);
    const [game = aGame()] = games;
    const legs = games.map((one) => aLeg(one));
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        at % 2 === 0
          ? player.call(placeBet, { body: aBet(league, game, '20') })
          : player.call(placeParlay, { body: aParlay(league, '20', legs) }),
      ),
    );
    const codes = answers.map(({ status, refusal }) => refusal?.code ?? status);
    expect(codes.filter((code) => code === 201)).toHaveLength(12);
    expect(codes.filter((code) => code === 'over-cap')).toHaveLength(38);
    expect(await funds(league, player)).toEqual({ available: 76_000, pending: fromWhole(240) });
    await expectLedgerBalances(world.database.db);
  });

  test('does not exist in a Classic league: the whole balance may be staked', async () => {
    const { player, league } = await aReadyPlayer(presets.classic);
    const [game = aGame()] = await slateOf(1);
    expect((await player.call(placeBet, { body: aBet(league, game, '1000') })).status).toBe(201);
    expect((await player.call(placeBet, { body: aBet(league, game, '1') })).refusal?.code).toBe('insufficient-balance');
  });
});

test('a parlay of more legs than the league allows is refused in words, one of as many is placed', async () => {
  const { player, league } = await aReadyPlayer({ maxLegs: 3 });
  const legs = (await slateOf(4)).map((game) => aLeg(game));
  const { status, refusal } = await player.call(placeParlay, { body: aParlay(league, '10', legs) });
  expect([status, refusal?.code]).toEqual([409, 'too-many-legs']);
  expect(refusal?.message).toBe('This league allows parlays of up to 3 legs.');
  expect((await player.call(placeParlay, { body: aParlay(league, '10', legs.slice(1)) })).status).toBe(201);
  expect(await funds(league, player)).toEqual({ available: 99_000, pending: 1_000 });
});
