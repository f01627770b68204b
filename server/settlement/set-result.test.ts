import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listBets, placeBet, placeParlay } from '#shared/api/bets.ts';
import type { Group } from '#shared/api/groups.ts';
import { watchChanges } from '../events/changes.ts';
import type { FeedGame } from '../games/feed-answer.ts';
import { finalizeLeagues } from '../leagues/standings.ts';
import { atTime } from '../testing/at-time.ts';
import { aBet, aLeg, aParlay, final } from '../testing/games.ts';
import { endLeague } from '../testing/leagues.ts';
import { expectLedgerBalances, fundsOf } from '../testing/ledger-asserts.ts';
import { type Player, testWorld, type World } from '../testing/world.ts';
import type { Moves } from './moves.ts';
import { type ByHand, previewResult, setResult } from './set-result.ts';
import { settleGames } from './settle.ts';

let world: World;
let ann: Player;
let league: Group;

beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.drop());
beforeEach(async () => {
  ann = await world.signUp('Ann');
  league = await world.league(ann);
});

const hourMs = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * hourMs);

function voiding(game: FeedGame): ByHand {
  return { gameId: game.id, outcome: { isVoid: true }, reason: 'The floodlights went out', setById: null };
}

function scoring(game: FeedGame, home: number, away: number, halfInnings: number | null = null): ByHand {
  const outcome = { isVoid: false, home, away, halfInnings } as const;
  return { gameId: game.id, outcome, reason: 'The feed never said', setById: null };
}

const bet = async (player: Player, where: Group, game: FeedGame, amount: string) =>
  (await player.call(placeBet, { body: aBet(where, game, amount) })).status;

/** Sets a result as an admin does: preview first, then write on the revision that the preview showed. */
async function set(wanted: ByHand, now = inHours(6)): Promise<Moves> {
  const shown = await previewResult(atTime(world.database, now), wanted);
  return setResult(atTime(world.database, now), wanted, shown.before?.rev ?? 0);
}

const fundsOfAnn = () => fundsOf(world.database.db, league.id, ann.user.id);

/** All rows that settling may change, as text. */
async function books(): Promise<unknown[]> {
  const tables = ['games', 'results', 'legs', 'leg_grades', 'tickets', 'settlements', 'ledger', 'members', 'audit_log'];
  const rows = tables.map((table) =>
    world.database.db.execute(sql`select t::text from ${sql.identifier(table)} t order by t::text collate "C"`),
  );
  return (await Promise.all(rows)).map(({ rows: lines }) => lines);
}

describe('a preview', () => {
  test('says what is then written, in every league, and itself changes nothing', async () => {
    const [game, other] = [await world.addGame(), await world.addGame()];
    const bob = await world.signUp('Bob');
    await world.join(bob, league);
    const second = await world.league(bob, { name: 'Second League' });
    await bet(ann, league, game, '100');
    await ann.call(placeParlay, { body: aParlay(league, '50', [aLeg(game), aLeg(other)]) });
    await bob.call(placeBet, { body: aBet(league, game, '300', 'moneyline', 'away') });
    await bet(bob, second, game, '10');
    await world.database.pool.query('update members set removed_at = now() where user_id = $1 and league_id = $2', [
      bob.user.id,
      league.id,
    ]);
    await world.finish(final(game, 30, 0));

    const now = inHours(30);
    for (const wanted of [scoring(game, 0, 30), voiding(game), scoring(game, 24, 20)]) {
      const before = await books();
      const shown = await previewResult(atTime(world.database, now), wanted);
      expect(await books()).toEqual(before);
      expect(await setResult(atTime(world.database, now), wanted, shown.before?.rev ?? 0)).toEqual(shown);
      expect(await books()).not.toEqual(before);
      await expectLedgerBalances(world.database.db);
    }
  });

  test('names tickets, grades before and after, money and ranks', async () => {
    const game = await world.addGame();
    const bob = await world.signUp('Bob');
    await world.join(bob, league);
    await bet(ann, league, game, '100');
    await bob.call(placeBet, { body: aBet(league, game, '200', 'spread', 'away') });
    await world.finish(final(game, 30, 0));

    const { leagues, before, result, isNew } = await previewResult(atTime(world.database, inHours(30)), voiding(game));
    expect([before?.rev, before?.source, result.rev, result.isVoid, isNew]).toEqual([1, 'feed', 2, true, true]);
    expect(leagues).toEqual([
      {
        id: league.id,
        name: 'Sunday League',
        finalizedAt: null,
        legs: 2,
        waiting: [],
        leaders: { before: ['Ann'], after: ['Ann', 'Bob'] },
        tickets: expect.arrayContaining([
          {
            id: expect.any(String),
            userId: ann.user.id,
            userName: 'Ann',
            legs: 1,
            leg: { market: 'spread', side: 'home', line: expect.any(Number) },
            net: -9_091,
            stake: 10_000,
            before: 'won',
            after: 'void',
            entries: [
              { kind: 'reversal', amount: -19_091 },
              { kind: 'refund', amount: 10_000 },
            ],
          },
          {
            id: expect.any(String),
            userId: bob.user.id,
            userName: 'Bob',
            legs: 1,
            leg: { market: 'spread', side: 'away', line: expect.any(Number) },
            net: 20_000,
            stake: 20_000,
            before: 'lost',
            after: 'void',
            entries: [{ kind: 'refund', amount: 20_000 }],
          },
        ]),
        members: [
          {
            userId: ann.user.id,
            userName: 'Ann',
            available: { before: 109_091, after: 100_000 },
            total: { before: 109_091, after: 100_000 },
            rank: { before: 1, after: 1 },
          },
          {
            userId: bob.user.id,
            userName: 'Bob',
            available: { before: 80_000, after: 100_000 },
            total: { before: 80_000, after: 100_000 },
            rank: { before: 2, after: 1 },
          },
        ],
      },
    ]);
  });

  test('lists a league that is final and leaves it as it is', async () => {
    const game = await world.addGame();
    await bet(ann, league, game, '100');
    await world.finish(final(game, 30, 0));
    await endLeague(world.database.db, league);
    await finalizeLeagues(world.database);
    const before = await fundsOfAnn();
    const { leagues } = await set(voiding(game), inHours(30));
    expect(leagues).toMatchObject([{ finalizedAt: expect.any(Date), legs: 0, tickets: [], members: [] }]);
    expect(await fundsOfAnn()).toEqual(before);
  });

  test('counts the legs that were called off for want of time, which stay void', async () => {
    const game = await world.addGame({ sport: 'NBA' });
    await bet(ann, league, game, '100');
    world.clock.now = inHours(60);
    await world.poll(game);
    world.clock.now = new Date();
    await settleGames(world.database, inHours(61), 0);
    const moves = await set(scoring(game, 100, 90), inHours(62));
    expect(moves).toMatchObject({ pastTime: 1, leagues: [] });
    expect(await fundsOfAnn()).toEqual({ available: 100_000, pending: 0 });
  });
});

describe('a result by hand', () => {
  test('settles a game that the feed never ends, at once, and leaves an audit line', async () => {
    const game = await world.addGame();
    await bet(ann, league, game, '100');
    await set(scoring(game, 30, 0));
    expect(await fundsOfAnn()).toEqual({ available: 109_091, pending: 0 });
    const { rows } = await world.database.db.execute(
      sql`select action, actor_id, detail from audit_log order by id desc limit 1`,
    );
    expect(rows).toEqual([
      {
        action: 'result-set',
        actor_id: null,
        detail: { gameId: game.id, rev: 1, home: 30, away: 0, halfInnings: null, reason: 'The feed never said' },
      },
    ]);
    expect(await settleGames(world.database, inHours(30), 0)).toEqual({ games: 0, legs: 0, tickets: 0 });
  });

  test('notifies open pages each time that it changes, even without bets on the game', async () => {
    const game = await world.addGame({ sport: 'NBA' });
    const changes = watchChanges(world.database.db);
    const changed: unknown[] = [];
    changes.onChange((topics) => void changed.push(topics && [...topics]));
    await changes.refresh(0);
    for (const wanted of [scoring(game, 100, 90), scoring(game, 90, 100), voiding(game), voiding(game)]) {
      await set(wanted);
      await changes.refresh(0);
    }
    expect(changed).toEqual([['sport:NBA'], ['sport:NBA'], ['sport:NBA']]);
  });

  test('stands above what the feed says later', async () => {
    const game = await world.addGame();
    await bet(ann, league, game, '100');
    await set(scoring(game, 30, 0));
    expect(await world.finish(final(game, 0, 30))).toMatchObject({ tickets: 0 });
    expect((await ann.call(listBets)).reply.map(({ status }) => status)).toEqual(['won']);
  });

  test('after a void pays what it would have paid without', async () => {
    const game = await world.addGame();
    await bet(ann, league, game, '100');
    await set(voiding(game));
    expect(await fundsOfAnn()).toEqual({ available: 100_000, pending: 0 });
    await set(scoring(game, 30, 0));
    expect(await fundsOfAnn()).toEqual({ available: 109_091, pending: 0 });
    await expectLedgerBalances(world.database.db);
  });

  test('of a baseball game called early is graded on its half-innings', async () => {
    const game = await world.addGame({ sport: 'MLB' });
    await ann.call(placeBet, { body: aBet(league, game, '100', 'moneyline', 'home') });
    await ann.call(placeBet, { body: aBet(league, game, '100', 'spread', 'home') });
    await set(scoring(game, 5, 0, 10));
    expect((await ann.call(listBets)).reply.map(({ status }) => status).sort()).toEqual(['push', 'won']);
  });

  test('whose writer dies before it settles is settled by the worker', async () => {
    const game = await world.addGame();
    await bet(ann, league, game, '100');
    const { withTx, ...rest } = world.database;
    let transactions = 0;
    const dying: typeof withTx = (work) => {
      transactions += 1;
      return transactions === 1 ? withTx(work) : Promise.reject(new Error('killed'));
    };
    await expect(setResult(atTime({ ...rest, withTx: dying }, inHours(6)), scoring(game, 30, 0), 0)).rejects.toThrow(
      'killed',
    );
    expect(await fundsOfAnn()).toEqual({ available: 90_000, pending: 10_000 });
    expect(await settleGames(world.database, inHours(6), 45 * 60_000)).toMatchObject({ tickets: 1 });
    expect(await fundsOfAnn()).toEqual({ available: 109_091, pending: 0 });
  });

  test('while a worker settles as well is paid once', async () => {
    const games = await Promise.all([world.addGame(), world.addGame()]);
    await ann.call(placeParlay, {
      body: aParlay(
        league,
        '100',
        games.map((game) => aLeg(game)),
      ),
    });
    for (const game of games) await bet(ann, league, game, '100');
    const ended = games.map((game) => final(game, 0, 30));
    await world.poll(...ended);
    await world.poll(...ended);
    await Promise.all([
      ...games.map((game) => setResult(atTime(world.database, inHours(6)), scoring(game, 30, 0), 1)),
      settleGames(world.database, inHours(6), 0),
    ]);
    await settleGames(world.database, inHours(6), 0);
    expect(await fundsOfAnn()).toEqual({ available: 100_000 - 30_000 + 2 * 19_091 + 36_446, pending: 0 });
    await expectLedgerBalances(world.database.db);
  });
});

describe('a void by hand', () => {
  test('twice is the same as once', async () => {
    const game = await world.addGame();
    await bet(ann, league, game, '100');
    await world.finish(final(game, 30, 0));
    await set(voiding(game), inHours(30));
    const once = await books();
    expect(await set(voiding(game), inHours(31))).toMatchObject({ isNew: false, leagues: [] });
    expect(await books()).toEqual(once);
  });

  test('of winnings that were spent takes available below zero, and bets wait until there is enough again', async () => {
    const [game, next] = [await world.addGame(), await world.addGame()];
    await bet(ann, league, game, '100');
    await world.finish(final(game, 30, 0));
    expect(await bet(ann, league, next, '1090')).toBe(201);
    await set(voiding(game), inHours(30));
    expect(await fundsOfAnn()).toEqual({ available: -9_000, pending: 109_000 });
    const later = await world.addGame();
    expect(await bet(ann, league, later, '1')).toBe(409);
    await world.finish(final(next, 30, 0));
    expect(await fundsOfAnn()).toEqual({ available: 199_091, pending: 0 });
    expect(await bet(ann, league, later, '1990')).toBe(201);
    await expectLedgerBalances(world.database.db);
  });

  test('before the start gives stakes back and takes no more bets, however the feed moves the game', async () => {
    const game = await world.addGame({ sport: 'Soccer' });
    await ann.call(placeBet, { body: aBet(league, game, '100', 'moneyline', 'home') });
    await set(voiding(game), new Date());
    expect(await fundsOfAnn()).toEqual({ available: 100_000, pending: 0 });
    const later = async () =>
      (await ann.call(placeBet, { body: aBet(league, game, '100', 'moneyline', 'home') })).refusal;
    expect(await later()).toMatchObject({ code: 'locked' });
    await world.poll({ ...game, status: 'postponed' });
    const redated = { ...game, startsAt: inHours(72) };
    for (let polls = 0; polls < 3; polls += 1) await world.poll(redated);
    expect(await later()).toMatchObject({ code: 'locked' });
  });
});

describe('it is refused, and nothing is written,', () => {
  const blank = { reason: ' \n' };
  const long = { reason: 'x'.repeat(301) };
  const nul = { reason: 'a\u0000b' };
  test.each<[string, (game: FeedGame) => ByHand, string]>([
    ['without a reason', (game) => ({ ...voiding(game), ...blank }), 'bad-input'],
    ['with a reason too long', (game) => ({ ...voiding(game), ...long }), 'bad-input'],
    ['with a reason that cannot be stored', (game) => ({ ...voiding(game), ...nul }), 'bad-input'],
    ['for a game that is not known', (game) => ({ ...voiding(game), gameId: 'espn:none' }), 'game-not-found'],
    ['with a score that is not whole', (game) => scoring(game, 1.5, 0), 'bad-input'],
    ['with a score below zero', (game) => scoring(game, 0, -1), 'bad-input'],
    ['with a score above 300', (game) => scoring(game, 301, 0), 'bad-input'],
    ['with no number', (game) => scoring(game, Number.NaN, 0), 'bad-input'],
    ['with half-innings of football', (game) => scoring(game, 1, 0, 18), 'bad-input'],
  ])('%s', async (_what, wanted, code) => {
    const game = await world.addGame();
    await bet(ann, league, game, '100');
    const before = await books();
    await expect(previewResult(atTime(world.database, inHours(6)), wanted(game))).rejects.toMatchObject({ code });
    await expect(setResult(atTime(world.database, inHours(6)), wanted(game), 0)).rejects.toMatchObject({ code });
    expect(await books()).toEqual(before);
  });

  test.each([0, 1.5, 101])('with %d half-innings of baseball', async (halfInnings) => {
    const game = await world.addGame({ sport: 'MLB' });
    await expect(set(scoring(game, 1, 0, halfInnings))).rejects.toMatchObject({ code: 'bad-input' });
  });

  test('with a score before the start', async () => {
    const game = await world.addGame();
    await expect(set(scoring(game, 1, 0), new Date())).rejects.toMatchObject({ code: 'not-started' });
  });

  test('more than 72 hours after the first result', async () => {
    const game = await world.addGame();
    await bet(ann, league, game, '100');
    await world.finish(final(game, 30, 0));
    await expect(set(voiding(game), inHours(73))).rejects.toMatchObject({ code: 'result-stands' });
    expect(await fundsOfAnn()).toEqual({ available: 109_091, pending: 0 });
  });

  test('when another result came after the preview', async () => {
    const game = await world.addGame();
    await set(scoring(game, 30, 0));
    await expect(setResult(atTime(world.database, inHours(6)), voiding(game), 0)).rejects.toMatchObject({
      code: 'result-changed',
    });
  });
});
