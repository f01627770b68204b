import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listBets, placeBet, placeParlay } from '#shared/api/bets.ts';
import type { Group } from '#shared/api/groups.ts';
import { leaderboard } from '#shared/api/groups.ts';
import { aBet, aGame, aLeg, aParlay, final, live, plainQuote } from '../testing/games.ts';
import { expectLedgerBalances, fundsOf, ledgerCounts } from '../testing/ledger-asserts.ts';
import { type Player, testWorld, type World } from '../testing/world.ts';

let world: World;
let player: Player;
let league: Group;

beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.drop());
beforeEach(async () => {
  player = await world.signUp();
  league = await world.league(player);
});

const funds = () => fundsOf(world.database.db, league.id, player.user.id);

/** The refusal, after making sure that it moved nothing. */
async function refused(act: () => Promise<{ status: number; refusal: unknown }>) {
  const before = await ledgerCounts(world.database.db);
  const money = await funds();
  const { status, refusal } = await act();
  expect(await ledgerCounts(world.database.db)).toEqual(before);
  expect(await funds()).toEqual(money);
  await expectLedgerBalances(world.database.db);
  return { status, ...(refusal as { code: string; message: string; current?: unknown }) };
}

describe('a single bet', () => {
  test('takes its stake and is shown with what a win returns', async () => {
    const game = await world.listed();
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
    const game = await world.listed();
    await player.call(placeBet, { body: aBet(league, game, '250') });
    const { reply } = await player.call(leaderboard, { params: { id: league.id } });
    expect(reply[0]).toMatchObject({ balance: 100_000, available: 75_000, pending: 25_000, totalBets: 1, profit: 0 });
  });

  test('may stake everything, and is then the last', async () => {
    const game = await world.listed();
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
      const game = await world.listed();
      expect(await refused(() => player.call(placeBet, { body: aBet(league, game, amount) }))).toMatchObject({
        status: 400,
      });
    },
  );

  test('keeps the price it was placed at when the quote moves later', async () => {
    const game = await world.listed();
    await player.call(placeBet, { body: aBet(league, game, '100') });
    await world.poll({ ...game, quote: { ...plainQuote, spreadHome: -7, spreadAway: 7 } });
    const { reply } = await player.call(listBets);
    expect(reply[0]).toMatchObject({ line: -3.5, odds: -110, potentialPayout: 19_091, game: { spreadHome: -7 } });
  });
});

describe('the price', () => {
  test('is the current one when that is better for the player', async () => {
    const game = await world.listed();
    const body = aBet(league, game, '100');
    await world.poll({ ...game, quote: { ...plainQuote, spreadHomePrice: 105 } });
    const { status, reply } = await player.call(placeBet, { body });
    expect([status, reply.odds, reply.potentialPayout]).toEqual([201, 105, 20_500]);
    await expectLedgerBalances(world.database.db);
  });

  test.each([
    ['a worse price', { spreadHomePrice: -115 }, { odds: -115, line: '-3.5' }],
    ['another line at the same price', { spreadHome: -4, spreadAway: 4 }, { odds: -110, line: '-4' }],
    [
      'another line even at a better price',
      { spreadHome: -3, spreadAway: 3, spreadHomePrice: 120 },
      { odds: 120, line: '-3' },
    ],
    ['a market that closed', { spreadHomePrice: null }, { odds: null, line: null }],
  ])('is refused with the current one after %s', async (_what, moved, current) => {
    const game = await world.listed();
    const body = aBet(league, game, '100');
    await world.poll({ ...game, quote: { ...plainQuote, ...moved } });
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
  ])('cannot be talked up: %s', async (_what, tampered) => {
    const game = await world.listed();
    const body = { ...aBet(league, game, '100'), ...tampered };
    expect(await refused(() => player.call(placeBet, { body }))).toMatchObject({ status: 409, code: 'price-moved' });
  });

  test('ignores the payout that the client names', async () => {
    const game = await world.listed();
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
    const game = await world.listed();
    expect(await refused(() => stranger.call(placeBet, { body: aBet(league, game, '100') }))).toMatchObject({
      status: 404,
      message: 'League not found',
    });
  });

  test('allows only its sports, on every leg', async () => {
    const football = await world.league(player, { allowedSports: 'NFL' });
    const [game, other] = [await world.listed(), await world.listed({ sport: 'NBA' })];
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
    const game = await world.listed();
    expect(await refused(() => player.call(placeBet, { body: aBet(short, game, '10') }))).toMatchObject({
      code: 'league-ended',
    });
  });

  test('takes no bet after its end', async () => {
    const game = await world.listed();
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
    const game = await world.listed();
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
    const games = await Promise.all([world.listed(), world.listed(), world.listed({ sport: 'NBA' })]);
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
    const game = await world.listed();
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
    const long = { ...plainQuote, moneylineAway: 10_000 };
    const games = await Promise.all(Array.from({ length: 12 }, () => world.listed({ quote: long })));
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
    const [open, begun] = [await world.listed(), aGame()];
    await world.poll(live(begun));
    const body = aParlay(league, '10', [aLeg(open), aLeg(begun)]);
    expect(await refused(() => player.call(placeParlay, { body }))).toMatchObject({ status: 409, code: 'locked' });
  });

  test('names every leg whose price moved', async () => {
    const games = [await world.listed(), await world.listed(), await world.listed()];
    const body = aParlay(
      league,
      '10',
      games.map((game) => aLeg(game)),
    );
    for (const game of games.slice(1)) await world.poll({ ...game, quote: { ...plainQuote, spreadHomePrice: -130 } });
    const { current } = await refused(() => player.call(placeParlay, { body }));
    expect(current).toEqual(
      games.slice(1).map((game) => ({ gameId: game.id, betType: 'spread', betSide: 'home', odds: -130, line: '-3.5' })),
    );
  });
});

describe('soccer', () => {
  test('offers home, draw and away, and nothing else', async () => {
    const game = await world.listed({ sport: 'Soccer' });
    const { status } = await player.call(placeBet, { body: aBet(league, game, '10', 'moneyline', 'draw') });
    expect(status).toBe(201);
    const spread = { ...aBet(league, game, '10', 'moneyline', 'home'), betType: 'spread' as const, line: '-0.5' };
    expect(await refused(() => player.call(placeBet, { body: spread }))).toMatchObject({ status: 400 });
  });

  test('alone offers a draw', async () => {
    const game = await world.listed();
    const draw = { ...aBet(league, game, '10', 'moneyline', 'home'), betSide: 'draw' as const };
    expect(await refused(() => player.call(placeBet, { body: draw }))).toMatchObject({ status: 400 });
  });
});

describe('an idempotency key', () => {
  const key = (value: string) => ({ 'idempotency-key': value });

  test('answers the same bet again, even when everything is staked', async () => {
    const game = await world.listed();
    const sent = { body: aBet(league, game, '1000'), headers: key('all-in-once') };
    const first = await player.call(placeBet, sent);
    const again = await player.call(placeBet, sent);
    expect([again.status, again.reply.id]).toEqual([201, first.reply.id]);
    expect(await funds()).toEqual({ available: 0, pending: 100_000 });
    await expectLedgerBalances(world.database.db);
  });

  test('answers the same bet again after its game has started', async () => {
    const game = await world.listed();
    const sent = { body: aBet(league, game, '10'), headers: key('before-the-start') };
    const first = await player.call(placeBet, sent);
    await world.poll(live(game));
    expect((await player.call(placeBet, sent)).reply.id).toBe(first.reply.id);
  });

  test('is refused for another bet', async () => {
    const game = await world.listed();
    await player.call(placeBet, { body: aBet(league, game, '10'), headers: key('used-for-ten') });
    const other = { body: aBet(league, game, '11'), headers: key('used-for-ten') };
    expect(await refused(() => player.call(placeBet, other))).toMatchObject({ status: 422, code: 'key-reused' });
  });

  test('belongs to one member', async () => {
    const other = await world.signUp();
    await world.join(other, league);
    const sent = { body: aBet(league, await world.listed(), '10'), headers: key('the-same-for-both') };
    const [mine, theirs] = [await player.call(placeBet, sent), await other.call(placeBet, sent)];
    expect([mine.status, theirs.status]).toEqual([201, 201]);
    expect(mine.reply.id).not.toBe(theirs.reply.id);
  });

  /** A bet that was refused because its odds had moved, as it was sent; by now they have moved back. */
  async function refusedOnce(name: string) {
    const game = await world.listed();
    const sent = { body: aBet(league, game, '10'), headers: key(name) };
    await world.poll({ ...game, quote: { ...plainQuote, spreadHomePrice: -150 } });
    const first = await player.call(placeBet, sent);
    expect(first).toMatchObject({ status: 409, refusal: { code: 'price-moved', current: [{ odds: -150 }] } });
    await world.poll(game);
    return { game, sent, first };
  }

  test('that a bet was refused under gives the same answer to one that comes late, word for word', async () => {
    const { sent, first } = await refusedOnce('moved-and-back');
    const late = await player.call(placeBet, sent);
    expect([late.status, JSON.stringify(late.refusal)]).toEqual([first.status, JSON.stringify(first.refusal)]);
    expect(await funds()).toEqual({ available: 100_000, pending: 0 });
    expect((await player.call(placeBet, { ...sent, headers: key('another-key') })).status).toBe(201);
    await expectLedgerBalances(world.database.db);
  });

  test('that a bet was refused under is refused for another bet, and free again after ten minutes', async () => {
    const { game, sent } = await refusedOnce('refused-for-ten');
    const other = { body: aBet(league, game, '11'), headers: sent.headers };
    expect(await refused(() => player.call(placeBet, other))).toMatchObject({ status: 422, code: 'key-refused' });
    await world.database.db.execute(sql`update ticket_refusals set at = at - interval '10 minutes'`);
    await world.poll({ ...game, quote: { ...plainQuote, spreadHomePrice: -160 } });
    expect(await refused(() => player.call(placeBet, other))).toMatchObject({ current: [{ odds: -160 }] });
    await world.poll(game);
    expect((await player.call(placeBet, other)).status).toBe(409);
    await world.database.db.execute(sql`update ticket_refusals set at = at - interval '10 minutes'`);
    expect((await player.call(placeBet, other)).status).toBe(201);
  });

  test('is as good as unused after an answer that judged nothing', async () => {
    const game = await world.listed();
    const sent = { body: aBet(league, game, '10'), headers: key('not-judged-yet') };
    expect((await world.visitor().call(placeBet, sent)).status).toBe(401);
    expect((await player.raw('POST', '/api/bets', { ...sent, body: { ...sent.body, amount: '1.5' } })).status).toBe(
      400,
    );
    expect((await player.call(placeBet, sent)).status).toBe(201);
  });
});

test('own bets come newest first, and nobody else’s with them', async () => {
  const other = await world.signUp();
  await world.join(other, league);
  const games = [await world.listed(), await world.listed()] as const;
  await player.call(placeBet, { body: aBet(league, games[0], '10') });
  await other.call(placeBet, { body: aBet(league, games[0], '20') });
  await player.call(placeBet, { body: aBet(league, games[1], '30') });
  const { reply } = await player.call(listBets);
  expect(reply.map((bet) => bet.amount)).toEqual([3_000, 1_000]);
});
