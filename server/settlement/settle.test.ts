import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { listBets, placeBet, placeParlay } from '#shared/api/bets.ts';
import { type Group, leaderboard } from '#shared/api/groups.ts';
import { withOdds } from '#shared/testing/examples.ts';
import { connect } from '../db/connection.ts';
import type { FeedGame } from '../games/feed-answer.ts';
import { leaguesWritten, recordStatements } from '../testing/citus-lint.ts';
import { connectStarted } from '../testing/connect-started.ts';
import { aBet, aLeg, aParlay, final, live, plainQuote } from '../testing/games.ts';
import { leagueBeforeEach } from '../testing/league-before-each.ts';
import { expectLedgerBalances, fundsOf, ledgerCounts } from '../testing/ledger-asserts.ts';
import { lockElsewhere, lockGame, untilWaiting } from '../testing/locks.ts';
import type { Player, World } from '../testing/world.ts';
import { settleGames } from './settle.ts';

let world: World;
let player: Player;
let league: Group;

leagueBeforeEach((made) => {
  ({ world, player, league } = made);
});

async function available(): Promise<number> {
  const funds = await fundsOf(world.database.db, league.id, player.user.id);
  await expectLedgerBalances(world.database.db);
  return funds.available;
}

async function place(
  game: FeedGame,
  amount: string,
  ...pick: Parameters<typeof aLeg> extends [unknown, ...infer Rest] ? Rest : never
) {
  const { reply } = await player.call(placeBet, { body: aBet(league, game, amount, ...pick) });
  return reply;
}

async function placeLegs(amount: string, games: FeedGame[]) {
  const { reply } = await player.call(placeParlay, {
    body: aParlay(
      league,
      amount,
      games.map((game) => aLeg(game)),
    ),
  });
  return reply;
}

const statuses = async () => (await player.call(listBets)).reply.map((bet) => bet.status);
const later = () => new Date(Date.now() + 24 * 3_600_000);

describe('a single bet', () => {
  test.each([
    ['wins', [24, 20], 'won', 109_091],
    ['loses', [21, 20], 'lost', 90_000],
  ] as const)('that %s is paid to the hundredth', async (_what, [home, away], status, expected) => {
    const game = await world.addGame();
    await place(game, '100');
    await world.finish(final(game, home, away));
    expect(await statuses()).toEqual([status]);
    expect(await available()).toBe(expected);
  });

  test('that lands on the number returns its stake', async () => {
    const game = await world.addGame({ quote: withOdds(plainQuote, { spreadHome: -3, spreadAway: 3 }) });
    await place(game, '100');
    await world.finish(final(game, 23, 20));
    expect(await statuses()).toEqual(['push']);
    expect(await available()).toBe(100_000);
  });

  test('is graded on the line it was placed at, not on the game’s last one', async () => {
    const game = await world.addGame({ quote: withOdds(plainQuote, { totalPoints: 44.5 }) });
    await place(game, '100', 'total', 'over');
    await world.poll({ ...game, quote: withOdds(plainQuote, { totalPoints: 50.5 }) });
    await world.finish(final(game, 24, 23));
    expect(await statuses()).toEqual(['won']);
  });

  test('shows on the leaderboard as win and balance', async () => {
    const game = await world.addGame();
    await place(game, '100');
    await world.finish(final(game, 24, 0));
    const { reply } = await player.call(leaderboard, { params: { id: league.id } });
    expect(reply[0]).toMatchObject({ wins: 1, losses: 0, totalBets: 1, balance: 109_091, profit: 9_091, pending: 0 });
  });
});

describe('a result', () => {
  test('of one poll settles nothing', async () => {
    const game = await world.addGame();
    await place(game, '100');
    await world.poll(final(game, 24, 20));
    expect(await settleGames(world.database, later(), 0)).toMatchObject({ legs: 0, tickets: 0 });
    expect(await statuses()).toEqual(['pending']);
  });

  test('that differs between two polls settles nothing until two agree', async () => {
    const game = await world.addGame();
    await place(game, '100');
    await world.poll(final(game, 24, 20));
    expect(await world.finish(final(game, 20, 24))).toMatchObject({ tickets: 1 });
    expect(await statuses()).toEqual(['lost']);
  });

  test('absurdly early after the start is not settled yet', async () => {
    const game = await world.addGame();
    await place(game, '100');
    await world.poll(final(game, 24, 20));
    await world.poll(final(game, 24, 20));
    const early = new Date(game.startsAt.getTime() + 44 * 60_000);
    expect(await settleGames(world.database, early, 45 * 60_000)).toMatchObject({ tickets: 0 });
    const due = new Date(game.startsAt.getTime() + 45 * 60_000);
    expect(await settleGames(world.database, due, 45 * 60_000)).toMatchObject({ tickets: 1 });
  });

  test.each([
    ['a status that is not known to be final', { settleable: false }],
    ['a counted score that cannot be known', { countedHome: null }],
    ['a postponement', { status: 'postponed', settleable: false }],
    ['a suspension', { status: 'suspended', settleable: false }],
  ] as const)('waits on %s', async (_what, more) => {
    const game = await world.addGame();
    await place(game, '100');
    await world.finish(final(game, 24, 20, more));
    expect(await statuses()).toEqual(['pending']);
    expect(await available()).toBe(90_000);
  });

  test('in soccer is the score after 90 minutes, not the one after extra time', async () => {
    const game = await world.addGame({ sport: 'Soccer', competition: 'Champions League' });
    const draw = await place(game, '100', 'moneyline', 'draw');
    await world.finish(final(game, 3, 2, { countedHome: 2, countedAway: 2 }));
    expect(await statuses()).toEqual(['won']);
    expect(await available()).toBe(90_000 + draw.potentialPayout);
  });
});

describe('a bet is void and its stake returns', () => {
  test('when the game is cancelled, in two polls', async () => {
    const game = await world.addGame();
    await place(game, '100');
    await world.poll({ ...game, status: 'canceled', statusWord: 'STATUS_CANCELED' });
    expect(await settleGames(world.database, later(), 0)).toMatchObject({ tickets: 0 });
    await world.finish({ ...game, status: 'canceled', statusWord: 'STATUS_CANCELED' });
    expect(await statuses()).toEqual(['push']);
    expect(await available()).toBe(100_000);
  });

  test('when home and away were swapped', async () => {
    const game = await world.addGame();
    await place(game, '100', 'moneyline', 'home');
    await world.finish(final({ ...game, home: game.away, away: game.home }, 24, 20));
    expect(await statuses()).toEqual(['push']);
  });

  test('when it was placed at or after the start that came to light later', async () => {
    const game = await world.addGame();
    await place(game, '100');
    const started = { ...game, startsAt: new Date(Date.now() - 60_000) };
    await world.poll(live(started)); // a start that moves earlier needs a second poll
    await world.finish(final(started, 24, 0));
    await world.finish(final(started, 24, 0));
    expect(await statuses()).toEqual(['push']);
    expect(await available()).toBe(100_000);
  });
});

describe('a parlay', () => {
  test('is paid once all of its legs have won', async () => {
    const games = await Promise.all([world.addGame(), world.addGame(), world.addGame()]);
    await placeLegs('1000', games);
    const [first, ...others] = games.map((game) => final(game, 30, 0));
    if (first) await world.finish(first);
    expect(await statuses()).toEqual(['won', 'pending', 'pending']);
    expect(await available()).toBe(0);
    await world.finish(...others);
    const { reply } = await player.call(listBets);
    expect(reply.map((bet) => bet.parlayOutcome)).toEqual(games.map(() => ({ status: 'won', payout: 695_793 })));
    expect(await available()).toBe(695_793);
  });

  test('is lost with its first lost leg, while the others are still graded', async () => {
    const games = [await world.addGame(), await world.addGame()] as const;
    await placeLegs('100', [...games]);
    await world.finish(final(games[0], 0, 30));
    const [, open] = (await player.call(listBets)).reply;
    expect(open).toMatchObject({ status: 'pending', parlayOutcome: { status: 'lost', payout: 0 } });
    expect(await fundsOf(world.database.db, league.id, player.user.id)).toEqual({ available: 90_000, pending: 0 });
    await world.finish(final(games[1], 30, 0));
    expect(await statuses()).toEqual(['lost', 'won']);
    expect(await available()).toBe(90_000);
  });

  test('is paid on the won legs alone when one is pushed', async () => {
    const games = [
      await world.addGame(),
      await world.addGame({ quote: withOdds(plainQuote, { spreadHome: -3, spreadAway: 3 }) }),
    ] as const;
    await placeLegs('100', [...games]);
    await world.finish(final(games[0], 30, 0), final(games[1], 23, 20));
    expect(await statuses()).toEqual(['won', 'push']);
    expect(await available()).toBe(109_091);
  });

  test('returns the stake when every leg is called off', async () => {
    const games = [await world.addGame(), await world.addGame()];
    await placeLegs('100', games);
    await world.finish(...games.map((game) => ({ ...game, status: 'canceled' as const })));
    const { reply } = await player.call(listBets);
    expect(reply[0]?.parlayOutcome).toEqual({ status: 'push', payout: 10_000 });
    expect(await available()).toBe(100_000);
  });
});

describe('settling', () => {
  test('twice pays once', async () => {
    const game = await world.addGame();
    await place(game, '100');
    await world.finish(final(game, 24, 0));
    const before = await ledgerCounts(world.database.db);
    expect(await world.finish(final(game, 24, 0))).toEqual({ games: 0, legs: 0, tickets: 0 });
    expect(await ledgerCounts(world.database.db)).toEqual(before);
    expect(await available()).toBe(109_091);
  });

  test('a final that the feed takes back leaves the books alone', async () => {
    const game = await world.addGame();
    await place(game, '100');
    await world.finish(final(game, 24, 0));
    await world.finish(live(game, 24, 0));
    await world.finish(game);
    expect(await statuses()).toEqual(['won']);
    expect(await available()).toBe(109_091);
  });

  test('goes on for members who were removed', async () => {
    const member = await world.signUp();
    await world.join(member, league);
    const game = await world.addGame();
    await member.call(placeBet, { body: aBet(league, game, '100') });
    await world.database.pool.query('update members set removed_at = now() where user_id = $1', [member.user.id]);
    await world.finish(final(game, 24, 0));
    expect(await fundsOf(world.database.db, league.id, member.user.id)).toEqual({ available: 109_091, pending: 0 });
    await expectLedgerBalances(world.database.db);
  });

  test('by two workers at once, with parlays whose games end together, pays everybody once', async () => {
    const games = await Promise.all([world.addGame(), world.addGame()]);
    const leagues = [league];
    for (let more = 0; more < 4; more += 1) leagues.push(await world.league(player));
    for (const each of leagues) {
      for (let times = 0; times < 5; times += 1) {
        await player.call(placeBet, { body: aBet(each, games[times % 2] as FeedGame, '10') });
        await player.call(placeParlay, {
          body: aParlay(
            each,
            '10',
            games.map((game) => aLeg(game)),
          ),
        });
      }
    }
    const ended = games.map((game) => final(game, 30, 0));
    await world.poll(...ended);
    await world.poll(...ended);

    const workers = [await connectStarted(world.database.url), await connectStarted(world.database.url)];
    const settled = await Promise.all(workers.map((worker) => settleGames(worker, later(), 0)));
    await Promise.all(workers.map((worker) => worker.end()));

    expect(settled.reduce((sum, { tickets }) => sum + tickets, 0)).toBe(leagues.length * 10);
    expect(new Set(await statuses())).toEqual(new Set(['won']));
    // 1,000 less ten stakes of 10, plus five singles at 19.09 and five parlays at 36.45.
    for (const each of leagues) {
      expect(await fundsOf(world.database.db, each.id, player.user.id)).toEqual({
        available: 100_000 - 10_000 + 5 * 1_909 + 5 * 3_645,
        pending: 0,
      });
    }
    await expectLedgerBalances(world.database.db);
  });
});

test('a league is settled by six statements of one transaction, however much it holds', async () => {
  const [first, second] = [await world.addGame(), await world.addGame()];
  const friend = await world.signUp();
  await world.join(friend, league);
  for (const bettor of [player, friend]) {
    await bettor.call(placeParlay, { body: aParlay(league, '10', [aLeg(first), aLeg(second)]) });
    await bettor.call(placeBet, { body: aBet(league, first, '10') });
  }
  for (let poll = 0; poll < 2; poll += 1) await world.poll(final(first, 30, 0), final(second, 30, 0));
  const worker = connect(world.database.url, pino({ level: 'silent' }));
  const recording = recordStatements(worker.pool);
  expect(await settleGames(worker, new Date(Date.now() + 24 * 3_600_000), 0)).toMatchObject({ legs: 6, tickets: 4 });
  await worker.end();
  const counts = recording.filter((sent) => leaguesWritten(sent).size > 0).map((transaction) => transaction.length);
  expect(counts).toEqual([6, 6]); // one for each game
  await expectLedgerBalances(world.database.db);
});

test('a league that cannot be settled holds up no other and no other game, and the next run settles it', async () => {
  const other = await world.league(player);
  const [game, next] = [await world.addGame(), await world.addGame()];
  await place(game, '100');
  await player.call(placeBet, { body: aBet(other, game, '200') });
  await player.call(placeBet, { body: aBet(other, next, '300') });
  const lock = await lockElsewhere(world.database, 'select 1 from leagues where id = $1 for update', [league.id]);
  await expect(world.finish(final(game, 24, 0), final(next, 0, 24))).rejects.toMatchObject({
    errors: [{ message: `settling ${game.id} failed`, cause: { errors: [{ message: `league ${league.id} failed` }] } }],
  });
  await lock.release();
  expect(await fundsOf(world.database.db, other.id, player.user.id)).toEqual({ available: 88_182, pending: 0 });
  expect(await available()).toBe(90_000);

  expect(await settleGames(world.database, later(), 0)).toEqual({ games: 1, legs: 1, tickets: 1 });
  expect(await available()).toBe(109_091);
});

test('games that nobody has a bet on are done with at once, also when they are corrected', async () => {
  const [betOn, idle] = [await world.addGame(), await world.addGame()];
  await place(betOn, '100');
  expect(await world.finish(final(betOn, 24, 0), final(idle, 3, 0))).toEqual({ games: 1, legs: 1, tickets: 1 });
  expect(await world.finish(final(idle, 3, 7))).toEqual({ games: 0, legs: 0, tickets: 0 });
  const { rows } = await world.database.pool.query(
    'select result_rev as result, settled_rev as settled from games where id = any ($1) order by starts_at, id',
    [[betOn.id, idle.id]],
  );
  expect(rows).toEqual([
    { result: 1, settled: 1 },
    { result: 2, settled: 2 },
  ]);
});

test('games that nobody has a bet on are done with once no other change of them is under way', async () => {
  const games = ['espn:unbet-z', 'espn:unbet-a'];
  for (const id of games) await world.confirm(final(await world.addGame({ id }), 24, 20));
  const lock = await lockElsewhere(world.database, lockGame, ['espn:unbet-a']);
  const settling = settleGames(world.database, later(), 0);
  await untilWaiting(world.database);
  await lock.release();
  await settling;
  const { rows } = await world.database.pool.query('select settled_rev from games where id = any ($1)', [games]);
  expect(rows).toEqual([{ settled_rev: 1 }, { settled_rev: 1 }]);
});

test('the application may add to the ledger but never change or remove a line of it', async () => {
  for (const statement of [
    'update ledger set amount_cents = 0',
    'delete from ledger',
    'truncate ledger',
    'delete from settlements',
  ]) {
    await expect(world.database.pool.query(statement)).rejects.toMatchObject({ code: '42501' });
  }
});
