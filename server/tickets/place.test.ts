import { describe, expect, test } from 'vitest';
import { listBets, placeBet, placeParlay } from '#shared/api/bets.ts';
import type { Group } from '#shared/api/groups.ts';
import { leaderboard, setDisplayName } from '#shared/api/groups.ts';
import { withOdds } from '#shared/testing/examples.ts';
import { aBet, aGame, aLeg, aParlay, final, live, plainQuote } from '../testing/games.ts';
import { leagueBeforeEach } from '../testing/league-before-each.ts';
import { expectLedgerBalances, fundsOf } from '../testing/ledger-asserts.ts';
import { refusalOf } from '../testing/refusals.ts';
import type { Player, World } from '../testing/world.ts';

let world: World;
let player: Player;
let league: Group;

leagueBeforeEach((made) => {
  ({ world, player, league } = made);
});

const funds = () => fundsOf(world.database.db, league.id, player.user.id);

const refused = (act: Parameters<typeof refusalOf>[1]) => refusalOf(world.database.db, act);

describe('a single bet', () => {
  test('takes its stake and is shown with what a win returns', async () => {
    const game = await world.addGame();
    const { status, reply } = await player.call(placeBet, { body: aBet(league, game, '100') });
    expect(status).toBe(201);
    expect(reply).toMatchObject({
      gameId: game.id,
      groupId: league.id,
      userId: player.user.id,
      parlayId: null,
      parlayOutcome: null,
      legNumber: 1,
      betType: 'spread',
      betSide: 'home',
      line: -3.5,
      odds: -110,
      amount: 10_000,
      potentialPayout: 19_091,
      status: 'pending',
      group: { name: 'Sunday League' },
      game: { homeTeamAbbr: 'BUF', awayTeamAbbr: 'KC' },
    });
    expect(await funds()).toEqual({ available: 90_000, pending: 10_000 });
    await expectLedgerBalances(world.database.db);
  });

  test('leaves the balance on the leaderboard where it was', async () => {
    const game = await world.addGame();
    await player.call(placeBet, { body: aBet(league, game, '250') });
    const { reply } = await player.call(leaderboard, { params: { id: league.id } });
    expect(reply[0]).toMatchObject({ balance: 100_000, available: 75_000, pending: 25_000, totalBets: 1, profit: 0 });
  });

  test('may stake everything, and is then the last', async () => {
    const game = await world.addGame();
    expect((await player.call(placeBet, { body: aBet(league, game, '1000') })).status).toBe(201);
    const second = await refused(() => player.call(placeBet, { body: aBet(league, game, '1', 'total', 'over') }));
    expect(second).toMatchObject({
      status: 409,
      code: 'insufficient-balance',
      message: 'Total bet amount (1 Ching) exceeds your available balance (0 Ching) in this league',
    });
  });

  test.each(['1e3', '+5', '1.5', '0', '-1', ' 10 ', '', '10000000', '１０', 'NaN', '0x10', '1_000'])(
    'refuses the amount %j',
    async (amount) => {
      const game = await world.addGame();
      expect(await refused(() => player.call(placeBet, { body: aBet(league, game, amount) }))).toMatchObject({
        status: 400,
      });
    },
  );

  test('has the price it was placed at, however the quote moves later', async () => {
    const game = await world.addGame();
    await player.call(placeBet, { body: aBet(league, game, '100') });
    await world.poll({ ...game, quote: withOdds(plainQuote, { spreadHome: -7, spreadAway: 7 }) });
    const { reply } = await player.call(listBets);
    expect(reply[0]).toMatchObject({ line: -3.5, odds: -110, potentialPayout: 19_091, game: { spreadHome: -7 } });
  });
});

describe('the price', () => {
  test('is the current one when that is better for the player', async () => {
    const game = await world.addGame();
    const body = aBet(league, game, '100');
    await world.poll({ ...game, quote: withOdds(plainQuote, { spreadHomeOdds: 105 }) });
    const { status, reply } = await player.call(placeBet, { body });
    expect([status, reply.odds, reply.potentialPayout]).toEqual([201, 105, 20_500]);
    await expectLedgerBalances(world.database.db);
  });

  test.each([
    ['a worse price', { spreadHomeOdds: -115 }, { odds: -115, line: '-3.5' }],
    ['another line at the same price', { spreadHome: -4, spreadAway: 4 }, { odds: -110, line: '-4' }],
    [
      'another line even at a better price',
      { spreadHome: -3, spreadAway: 3, spreadHomeOdds: 120 },
      { odds: 120, line: '-3' },
    ],
    ['a market that closed', { spreadHomeOdds: null }, { odds: null, line: null }],
  ])('is refused with the current one after %s', async (_what, moved, current) => {
    const game = await world.addGame();
    const body = aBet(league, game, '100');
    await world.poll({ ...game, quote: withOdds(plainQuote, moved) });
    expect(await refused(() => player.call(placeBet, { body }))).toMatchObject({
      status: 409,
      code: 'price-moved',
      current: [{ gameId: game.id, betType: 'spread', betSide: 'home', ...current }],
    });
  });

  test.each([
    ['better odds than offered', { odds: 500 }],
    ['odds turned positive', { odds: 110 }],
    ['a friendlier line', { line: '10.5' }],
    ['no line', { line: null }],
  ])('cannot be tampered with: %s', async (_what, tampered) => {
    const game = await world.addGame();
    const body = { ...aBet(league, game, '100'), ...tampered };
    expect(await refused(() => player.call(placeBet, { body }))).toMatchObject({ status: 409, code: 'price-moved' });
  });

  test('ignores the payout that the client names', async () => {
    const game = await world.addGame();
    const { reply } = await player.call(placeBet, {
      body: { ...aBet(league, game, '100'), potentialPayout: '999999.00' },
    });
    expect(reply.potentialPayout).toBe(19_091);
  });
});

describe('the lock', () => {
  test.each([
    ['a live game', live(aGame()), 'Betting locked - Game in progress'],
    ['a finished game', final(aGame(), 3, 0), 'Game finished'],
    ['a postponed game', aGame({ status: 'postponed' }), 'Betting locked'],
    ['a cancelled game', aGame({ status: 'canceled' }), 'Betting locked'],
    ['a suspended game', aGame({ status: 'suspended' }), 'Betting locked'],
    ['a game whose start is to be announced', aGame({ startKnown: false }), 'Betting locked'],
    [
      'a game whose start has passed though the feed says scheduled',
      aGame({ startsAt: new Date(Date.now() - 1_000) }),
      'Betting locked',
    ],
  ])('refuses %s', async (_what, game, words) => {
    await world.poll(game);
    const body = aBet(league, { ...game, quote: plainQuote }, '100');
    const answer = await refused(() => player.call(placeBet, { body }));
    expect(answer).toMatchObject({ status: 409, code: 'locked' });
    expect(answer.message).toContain(words);
  });

  test('refuses a game that nobody knows', async () => {
    expect(await refused(() => player.call(placeBet, { body: aBet(league, aGame(), '100') }))).toMatchObject({
      status: 404,
    });
  });

  test('refuses a market without odds', async () => {
    const game = aGame({ quote: null });
    await world.poll(game);
    const body = aBet(league, { ...game, quote: plainQuote }, '100');
    expect(await refused(() => player.call(placeBet, { body }))).toMatchObject({ status: 409, code: 'price-moved' });
  });
});

describe('the league', () => {
  test('of others is not found', async () => {
    const stranger = await world.signUp();
    const game = await world.addGame();
    expect(await refused(() => stranger.call(placeBet, { body: aBet(league, game, '100') }))).toMatchObject({
      status: 404,
      message: 'League not found',
    });
  });

  test('allows only its sports, on every leg', async () => {
    const football = await world.league(player, { allowedSports: 'NFL' });
    const [game, other] = [await world.addGame(), await world.addGame({ sport: 'NBA' })];
    expect((await player.call(placeBet, { body: aBet(football, game, '10') })).status).toBe(201);
    const body = aParlay(football, '10', [aLeg(game), aLeg(other)]);
    expect(await refused(() => player.call(placeParlay, { body }))).toMatchObject({
      status: 409,
      code: 'sport-not-allowed',
      message: 'This league does not allow NBA bets',
    });
  });

  test('takes no bet on a game that starts after its end', async () => {
    const short = await world.league(player, {
      joinDeadline: new Date(Date.now() + 60_000).toISOString(),
      endDate: new Date(Date.now() + 120_000).toISOString(),
    });
    const game = await world.addGame();
    expect(await refused(() => player.call(placeBet, { body: aBet(short, game, '10') }))).toMatchObject({
      code: 'league-ended',
    });
  });

  test('takes no bet after its end', async () => {
    const game = await world.addGame();
    await world.database.pool.query("update leagues set end_date = now() - interval '1 second' where id = $1", [
      league.id,
    ]);
    expect(await refused(() => player.call(placeBet, { body: aBet(league, game, '10') }))).toMatchObject({
      status: 409,
      message: 'Betting in this league has ended',
    });
  });

  test('takes no bet of a removed member', async () => {
    const member = await world.signUp();
    await world.join(member, league);
    const game = await world.addGame();
    await world.database.pool.query('update members set removed_at = now() where league_id = $1 and user_id = $2', [
      league.id,
      member.user.id,
    ]);
    expect(await refused(() => member.call(placeBet, { body: aBet(league, game, '10') }))).toMatchObject({
      status: 404,
    });
  });
});

describe('a parlay', () => {
  test('is one ticket of several bets with one stake', async () => {
    const games = await Promise.all([world.addGame(), world.addGame(), world.addGame({ sport: 'NBA' })]);
    const body = aParlay(
      league,
      '1000',
      games.map((game) => aLeg(game)),
    );
    const { status, reply } = await player.call(placeParlay, { body });
    expect(status).toBe(201);
    expect(reply.map((bet) => [bet.legNumber, bet.amount, bet.potentialPayout, bet.parlayOutcome])).toEqual(
      [1, 2, 3].map((leg) => [leg, 100_000, 695_793, { status: 'pending', payout: 0 }]),
    );
    expect(new Set(reply.map((bet) => bet.parlayId)).size).toBe(1);
    expect(reply[0]?.parlayId).not.toBeNull();
    expect(await funds()).toEqual({ available: 0, pending: 100_000 });
    await expectLedgerBalances(world.database.db);
  });

  test('takes one leg a game and names the game', async () => {
    const game = await world.addGame();
    const body = aParlay(league, '10', [aLeg(game), aLeg(game, 'total', 'over')]);
    const answer = await refused(() => player.call(placeParlay, { body }));
    expect(answer.status).toBe(400);
    expect(answer.message).toContain('KC @ BUF');
  });

  test.each([
    [0, 'Parlay requires at least 2 bets'],
    [1, 'Parlay requires at least 2 bets'],
    [13, 'A parlay takes at most 12 bets'],
  ])('of %i legs is refused', async (count, message) => {
    const legs = Array.from({ length: count }, () => aLeg(aGame()));
    expect(await refused(() => player.call(placeParlay, { body: aParlay(league, '10', legs) }))).toMatchObject({
      status: 400,
      message,
    });
  });

  test('past the highest payout is refused', async () => {
    const long = withOdds(plainQuote, { moneylineAway: 10_000 });
    const games = await Promise.all(Array.from({ length: 12 }, () => world.addGame({ quote: long })));
    const body = aParlay(
      league,
      '1000',
      games.map((game) => aLeg(game, 'moneyline', 'away')),
    );
    expect(await refused(() => player.call(placeParlay, { body }))).toMatchObject({
      status: 400,
      message: 'A bet may return at most 1,000,000,000 Ching',
    });
  });

  test('with one locked leg is refused whole', async () => {
    const [open, begun] = [await world.addGame(), aGame()];
    await world.poll(live(begun));
    const body = aParlay(league, '10', [aLeg(open), aLeg(begun)]);
    expect(await refused(() => player.call(placeParlay, { body }))).toMatchObject({ status: 409, code: 'locked' });
  });

  test('names every leg whose price moved', async () => {
    const games = [await world.addGame(), await world.addGame(), await world.addGame()];
    const body = aParlay(
      league,
      '10',
      games.map((game) => aLeg(game)),
    );
    for (const game of games.slice(1))
      await world.poll({ ...game, quote: withOdds(plainQuote, { spreadHomeOdds: -130 }) });
    const { current } = await refused(() => player.call(placeParlay, { body }));
    expect(current).toEqual(
      games.slice(1).map((game) => ({ gameId: game.id, betType: 'spread', betSide: 'home', odds: -130, line: '-3.5' })),
    );
  });
});

describe('soccer', () => {
  test('offers home, draw and away, and nothing else', async () => {
    const game = await world.addGame({ sport: 'Soccer' });
    const { status } = await player.call(placeBet, { body: aBet(league, game, '10', 'moneyline', 'draw') });
    expect(status).toBe(201);
    const spread = { ...aBet(league, game, '10', 'moneyline', 'home'), betType: 'spread' as const, line: '-0.5' };
    expect(await refused(() => player.call(placeBet, { body: spread }))).toMatchObject({ status: 400 });
  });

  test('alone offers a draw', async () => {
    const game = await world.addGame();
    const draw = { ...aBet(league, game, '10', 'moneyline', 'home'), betSide: 'draw' as const };
    expect(await refused(() => player.call(placeBet, { body: draw }))).toMatchObject({ status: 400 });
  });
});

test('the answer to a bet is what My Bets shows of it', async () => {
  const games = [await world.addGame(), await world.addGame({ sport: 'Soccer' })] as const;
  await player.call(setDisplayName, { params: { id: league.id }, body: { displayName: 'Ann of the North' } });
  const better = withOdds(plainQuote, { spreadHomeOdds: -105 });
  const single = await player.call(placeBet, { body: aBet(league, games[0], '10', 'spread', 'home') });
  const draw = aBet(league, games[1], '20', 'moneyline', 'draw');
  const soccer = await player.call(placeBet, { body: draw });
  const legs = [aLeg(games[0]), aLeg(games[1], 'moneyline', 'away')];
  await world.poll({ ...games[0], quote: better });
  const parlay = await player.call(placeParlay, { body: aParlay(league, '30', legs) });
  expect([single.status, soccer.status, parlay.status]).toEqual([201, 201, 201]);
  expect(parlay.reply[0]).toMatchObject({ odds: -105, displayName: 'Ann of the North' });

  const { reply: shown } = await player.call(listBets);
  const game = shown.find(({ gameId }) => gameId === games[0].id)?.game; // its odds have changed since the single bet
  expect(shown).toEqual([...parlay.reply, soccer.reply, { ...single.reply, game }]);
});

test('own bets come newest first, and nobody else’s with them', async () => {
  const other = await world.signUp();
  await world.join(other, league);
  const games = [await world.addGame(), await world.addGame()] as const;
  await player.call(placeBet, { body: aBet(league, games[0], '10') });
  await other.call(placeBet, { body: aBet(league, games[0], '20') });
  await player.call(placeBet, { body: aBet(league, games[1], '30') });
  const { reply } = await player.call(listBets);
  expect(reply.map((bet) => bet.amount)).toEqual([3_000, 1_000]);
});
