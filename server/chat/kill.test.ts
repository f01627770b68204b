import { afterEach, beforeEach, expect, test } from 'vitest';
import { placeBet } from '#shared/api/bets.ts';
import { saveChat } from '#shared/api/chat.ts';
import { freezeWeeks } from '../leagues/weeks.ts';
import { settleGames } from '../settlement/settle.ts';
import { type ChatReceiver, startChatReceiver } from '../testing/chat-receiver.ts';
import { decideGame } from '../testing/decide-game.ts';
import { aBet } from '../testing/games.ts';
import { ageLeague } from '../testing/leagues.ts';
import { lockElsewhere, untilWaiting } from '../testing/locks.ts';
import { createWorkers, type Workers } from '../testing/workers.ts';
import { testWorld, type World } from '../testing/world.ts';

const timeout = 120_000; // whole processes, on a machine that may be busy

let receiver: ChatReceiver;
let world: World;
let workers: Workers;

beforeEach(async () => {
  receiver = await startChatReceiver();
  world = await testWorld({ CHAT_SERVICES: receiver.origin });
  workers = createWorkers(world, { CHAT_SERVICES: receiver.origin });
});
afterEach(async () => {
  await workers.killAll();
  await world.drop();
  await receiver.close();
});

/** A league with a chat, for which the recap of a frozen week is pending. */
async function pendingRecap(): Promise<void> {
  const ann = await world.signUp('Ann');
  const league = await world.league(ann);
  await ann.call(saveChat, { params: { id: league.id }, body: { service: 'slack', address: receiver.slack } });
  const game = await world.addGame();
  await ann.call(placeBet, { body: aBet(league, game, '100') });
  const now = new Date();
  await decideGame(world.database, game.id, { home: 30, away: 0 }, now);
  await settleGames(world.database, now, 0);
  await ageLeague(world.database, league, 1);
  await freezeWeeks(world.database);
}

const has = async (condition: string) =>
  (await world.database.pool.query(`select 1 from league_chats where ${condition}`)).rows.length > 0;

/** Two workers post what a killed one left, until the chat has it. */
async function finish(): Promise<void> {
  await world.database.pool.query('update league_chats set claimed_until = null, due_at = null');
  receiver.answerWith(200);
  workers.start();
  workers.start();
  await expect.poll(() => has('posted_week = 1 and claimed_until is null'), { timeout: 60_000 }).toBe(true);
}

test('a worker that is killed between its claim and its post: the recap is posted once', { timeout }, async () => {
  await pendingRecap();
  const lock = await lockElsewhere(world.database, 'lock table users in access exclusive mode', []); // no words
  const worker = workers.start();
  await expect.poll(() => has('claimed_until is not null'), { timeout: 60_000 }).toBe(true);
  await untilWaiting(world.database);
  await workers.kill(worker);
  await lock.release();
  expect(receiver.received).toEqual([]);
  await finish();
  expect(receiver.texts()).toEqual([expect.stringContaining('week 1')]);
});

test.each([
  ['before the service has answered', 'nothing'],
  ['before it has stored the answer', 200],
] as const)(
  'a worker that is killed %s: the same recap arrives again, and no other',
  { timeout },
  async (_when, answer) => {
    await pendingRecap();
    let lock: Awaited<ReturnType<typeof lockElsewhere>> | null = null;
    receiver.answerWith(async () => {
      if (answer === 200) lock = await lockElsewhere(world.database, 'lock table league_chats in share mode', []);
      return answer;
    });
    const worker = workers.start();
    await expect.poll(() => receiver.received.length, { timeout: 60_000 }).toBe(1);
    const waiting = answer === 200 ? await untilWaiting(world.database) : [];
    await workers.kill(worker);
    // The statement of a dead worker still runs in Postgres once it gets its lock.
    await world.database.pool.query(
      ['begin; set local role none', ...waiting.map((pid) => `select pg_terminate_backend(${pid})`), 'commit'].join(
        '; ',
      ),
    );
    await (lock as { release(): Promise<unknown> } | null)?.release();
    await finish();
    const texts = receiver.texts();
    expect(texts).toHaveLength(2);
    expect(new Set(texts).size).toBe(1);
  },
);
