import { afterAll, beforeAll, expect, test } from 'vitest';
import { placeBet } from '#shared/api/bets.ts';
import { withOdds } from '#shared/testing/examples.ts';
import { aBet, plainQuote } from '../testing/games.ts';
import { expectLedgerBalances, ledgerCounts } from '../testing/ledger-asserts.ts';
import { untilWaiting } from '../testing/locks.ts';
import { testWorld, type World } from '../testing/world.ts';
import type { FeedGame } from './feed-answer.ts';
import { lockGames, lockJudgedGames } from './store.ts';

let world: World;

beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.drop());

/** The game at other odds and an hour later: a change that makes the feed write the game's row. */
function moved(game: FeedGame): FeedGame {
  const startsAt = new Date(game.startsAt.getTime() + 3_600_000);
  return { ...game, startsAt, quote: withOdds(plainQuote, { moneylineHome: -400 }) };
}

/** A transaction that has locked its game for a bet, until `end` commits it. */
function betOn({ id }: FeedGame) {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let done: Promise<void> | null = null;
  const locked = new Promise<number | null>((resolve, reject) => {
    done = world.database.withTx(async (tx) => {
      const [found] = await lockJudgedGames(tx, [id]).games;
      resolve(found?.quote?.moneyline?.home ?? null);
      await released;
    });
    done.catch(reject);
  });
  return {
    /** Resolves to the odds that the bet read, once it has locked the game. */
    locked,
    end: async () => {
      release();
      await done;
    },
  };
}

test('a bet queued after a change of its game waits for the change, and is judged by it', async () => {
  const ann = await world.signUp('Ann');
  const league = await world.league(ann);
  const game = await world.addGame();
  const before = await ledgerCounts(world.database.db);

  const earlier = betOn(game);
  expect(await earlier.locked).toBe(plainQuote.moneyline?.home);
  const change = world.poll(moved(game));
  await untilWaiting(world.database, 1);
  const body = aBet(league, game, '100', 'moneyline', 'home');
  const later = ann.call(placeBet, { body });
  await untilWaiting(world.database, 2);
  await earlier.end();

  await change;
  const { status, refusal } = await later;
  expect([status, refusal?.code, refusal?.current]).toEqual([
    409,
    'price-moved',
    [{ gameId: game.id, betType: 'moneyline', betSide: 'home', odds: -400, line: null }],
  ]);
  expect(await ledgerCounts(world.database.db)).toEqual(before);
  await expectLedgerBalances(world.database.db);
});

test('odds that move alone wait for a bet on their game', async () => {
  const game = await world.addGame();
  const bet = betOn(game);
  await bet.locked;
  const change = world.poll({ ...game, quote: withOdds(plainQuote, { moneylineHome: -400 }) });
  await untilWaiting(world.database, 1);
  await bet.end();
  await change;
  const later = betOn(game);
  expect(await later.locked).toBe(-400);
  await later.end();
});

test('overlapping bets that lock a game without a gap let a change of it through', async () => {
  const game = await world.addGame();
  let current = betOn(game);
  await current.locked;
  const change = world.poll(moved(game));
  await untilWaiting(world.database, 1);

  const oddsSeen: (number | null)[] = [];
  for (let round = 0; round < 5; round += 1) {
    const next = betOn(game);
    // The next bet locks the game before the current one ends, unless it has to wait for the change.
    await Promise.race([next.locked, untilWaiting(world.database, 2)]);
    await current.end();
    oddsSeen.push(await next.locked);
    current = next;
  }
  await current.end();
  await change;
  expect(oddsSeen).toEqual([-400, -400, -400, -400, -400]);
});

test('bets on one game share its lock', async () => {
  const game = await world.addGame();
  const bets = [betOn(game), betOn(game), betOn(game)];
  const odds = plainQuote.moneyline?.home;
  expect(await Promise.all(bets.map((bet) => bet.locked))).toEqual([odds, odds, odds]);
  for (const bet of bets) await bet.end();
});

test('a change of more games than are locked one by one waits for the bets on any of them, and they for it', async () => {
  const game = await world.addGame();
  const bet = betOn(game);
  await bet.locked;
  const many = [...Array.from({ length: 501 }, (_, at) => `espn:unknown-${at}`), game.id];
  const order: string[] = [];
  const change = world.database.withTx(async (tx) => {
    await lockGames(tx, many);
    order.push('change');
  });
  await untilWaiting(world.database, 1);
  const later = betOn(game);
  const laterLocked = later.locked.then(() => order.push('later bet'));
  await untilWaiting(world.database, 2);
  await bet.end();
  await Promise.all([change, laterLocked]);
  await later.end();
  expect(order).toEqual(['change', 'later bet']);
});

test('a change of few games waits for one of many, also of a game that is not stored yet', async () => {
  const few = ['espn:unknown-1'];
  const order: string[] = [];
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const many = world.database.withTx(async (tx) => {
    await lockGames(
      tx,
      Array.from({ length: 501 }, (_, at) => `espn:unknown-${at}`),
    );
    order.push('many locked');
    await released;
    order.push('many done');
  });
  await expect.poll(() => order).toEqual(['many locked']);
  const later = world.database.withTx(async (tx) => {
    await lockGames(tx, few);
    order.push('few locked');
  });
  await untilWaiting(world.database, 1);
  release();
  await Promise.all([many, later]);
  expect(order).toEqual(['many locked', 'many done', 'few locked']);
});
