import { afterAll, beforeAll, expect, test } from 'vitest';
import { placeBet } from '#shared/api/bets.ts';
import { aBet, plainQuote } from '../testing/games.ts';
import { expectLedgerBalances, ledgerCounts } from '../testing/ledger-asserts.ts';
import { untilWaiting } from '../testing/locks.ts';
import { testWorld, type World } from '../testing/world.ts';
import type { FeedGame } from './feed-answer.ts';
import { lockGameRows, lockQuotedGames } from './store.ts';

let world: World;

beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.drop());

/** The game at other odds, and an hour later: what a feed that says so has to write on the game's own row. */
function moved(game: FeedGame): FeedGame {
  const startsAt = new Date(game.startsAt.getTime() + 3_600_000);
  return { ...game, startsAt, quote: { ...plainQuote, moneylineHome: -400 } };
}

/** A bet in the middle of its transaction: it holds its game until it is let go. */
function betOn({ id }: FeedGame) {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  let done: Promise<void> | null = null;
  const held = new Promise<number | null>((resolve, reject) => {
    done = world.database.withTx(async (tx) => {
      const [found] = await lockQuotedGames(tx, [id]);
      resolve(found?.quote?.moneylineHome ?? null);
      await ended;
    });
    done.catch(reject);
  });
  return {
    /** The odds that it found, once it holds the game. */
    held,
    letGo: async () => {
      end();
      await done;
    },
  };
}

test('a bet that comes after a change of its game waits for it, and is judged by it', async () => {
  const ann = await world.signUp('Ann');
  const league = await world.league(ann);
  const game = await world.listed();
  const before = await ledgerCounts(world.database.db);

  const earlier = betOn(game);
  expect(await earlier.held).toBe(plainQuote.moneylineHome);
  const change = world.poll(moved(game));
  await untilWaiting(world.database, 1);
  const body = aBet(league, game, '100', 'moneyline', 'home');
  const later = ann.call(placeBet, { body });
  await untilWaiting(world.database, 2);
  await earlier.letGo();

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

test('bets that hold a game one over the other, without a gap, let a change of it through', async () => {
  const game = await world.listed();
  let holding = betOn(game);
  await holding.held;
  const change = world.poll(moved(game));
  await untilWaiting(world.database, 1);

  const oddsSeen: (number | null)[] = [];
  for (let turn = 0; turn < 5; turn += 1) {
    const next = betOn(game);
    // As they would come: the next one holds before the last one ends, unless it has to wait.
    await Promise.race([next.held, untilWaiting(world.database, 2)]);
    await holding.letGo();
    oddsSeen.push(await next.held);
    holding = next;
  }
  await holding.letGo();
  await change;
  expect(oddsSeen).toEqual([-400, -400, -400, -400, -400]);
});

test('bets on one game hold it side by side', async () => {
  const game = await world.listed();
  const bets = [betOn(game), betOn(game), betOn(game)];
  const odds = plainQuote.moneylineHome;
  expect(await Promise.all(bets.map((bet) => bet.held))).toEqual([odds, odds, odds]);
  for (const bet of bets) await bet.letGo();
});

test('a change of more games than have turns of their own waits for the bets on any of them, and they for it', async () => {
  const game = await world.listed();
  const bet = betOn(game);
  await bet.held;
  const many = [...Array.from({ length: 501 }, (_, at) => `espn:unknown-${at}`), game.id];
  const order: string[] = [];
  const change = world.database.withTx(async (tx) => {
    await lockGameRows(tx, many);
    order.push('change');
  });
  await untilWaiting(world.database, 1);
  const later = betOn(game);
  const laterHeld = later.held.then(() => order.push('later bet'));
  await untilWaiting(world.database, 2);
  await bet.letGo();
  await Promise.all([change, laterHeld]);
  await later.letGo();
  expect(order).toEqual(['change', 'later bet']);
});
