import { createServer, type Server } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { leagueChat, saveChat } from '#shared/api/chat.ts';
import type { Group } from '#shared/api/groups.ts';
import { listen } from '../lib/listen.ts';
import { type ChatReceiver, startChatReceiver } from '../testing/chat-receiver.ts';
import { freezeAWeek } from '../testing/chats.ts';
import { lockElsewhere, untilWaiting } from '../testing/locks.ts';
import { createWorkers, type Workers } from '../testing/workers.ts';
import { type Player, testWorld, type World } from '../testing/world.ts';

const timeout = 120_000; // whole processes, on a machine that may be busy

let receiver: ChatReceiver;
/** Accepts connections and answers no TLS handshake, so that no request leaves. */
let mute: Server;
let muteOrigin: string;
let world: World;
let workers: Workers;
let ann: Player;
let league: Group;

beforeEach(async () => {
  receiver = await startChatReceiver();
  mute = createServer(() => undefined);
  muteOrigin = `https://127.0.0.1:${await listen(mute)}`;
  const settings = { CHAT_SERVICES: `${receiver.origin},${muteOrigin}` };
  world = await testWorld(settings);
  workers = createWorkers(world, settings);
});
afterEach(async () => {
  await workers.killAll();
  await world.drop();
  await receiver.close();
  mute.close();
});

/** A league with a chat, for which the recap of a frozen week is pending. */
async function pendingRecap(address = receiver.slack): Promise<void> {
  ann = await world.signUp('Ann');
  league = await world.league(ann);
  await ann.call(saveChat, { params: { id: league.id }, body: { service: 'slack', address } });
  await freezeAWeek(world, league, ann);
}

const has = async (table: 'league_chats' | 'chat_posts', condition: string) =>
  (await world.database.pool.query(`select 1 from ${table} where ${condition}`)).rows.length > 0;

/** The claim of a killed worker ends, a further week is frozen, and two workers post what is pending. */
async function finish(): Promise<void> {
  await world.database.pool.query(
    `update league_chats set claimed_until = now() - interval '1 second', due_at = null, address = $1`,
    [receiver.slack],
  );
  await freezeAWeek(world, league, ann);
  receiver.answerWith(200);
  workers.start();
  workers.start();
  await expect
    .poll(() => has('league_chats', 'posted_week = 2 and claimed_until is null'), { timeout: 60_000 })
    .toBe(true);
}

const week = (number: number) => expect.stringContaining(`week ${number}`);
const doubts = async () =>
  (await ann.call(leagueChat, { params: { id: league.id } })).reply.chat?.doubts.map((doubt) => doubt.week);

test('a worker that is killed before it marks the recap as being sent: it is posted once', { timeout }, async () => {
  await pendingRecap();
  const lock = await lockElsewhere(world.database, 'lock table users in access exclusive mode', []); // no words
  const worker = workers.start();
  await expect.poll(() => has('league_chats', 'claimed_until is not null'), { timeout: 60_000 }).toBe(true);
  await untilWaiting(world.database);
  await workers.kill(worker);
  await lock.release();
  expect(receiver.received).toEqual([]);
  await finish();
  expect(receiver.texts()).toEqual([week(1), week(2)]);
  expect(await doubts()).toEqual([]);
});

test('a worker that is killed after the mark, before the request: the owner is asked', { timeout }, async () => {
  await pendingRecap(receiver.slack.replace(receiver.origin, muteOrigin));
  const connected = new Promise((resolve) => mute.once('connection', resolve));
  const worker = workers.start();
  await connected;
  expect(await has('chat_posts', 'week = 1')).toBe(true);
  await workers.kill(worker);
  await finish();
  expect(receiver.texts()).toEqual([week(2)]);
  expect(await doubts()).toEqual([1]);
});

test.each([
  ['before the service has answered', 'nothing'],
  ['before it has stored the answer', 200],
] as const)(
  'a worker that is killed %s: the recap arrives once, and the owner is asked',
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
    expect(receiver.texts()).toEqual([week(1), week(2)]);
    expect(await doubts()).toEqual([1]);
  },
);

test('a worker that is killed after it has stored the answer: the recap is posted once', { timeout }, async () => {
  await pendingRecap();
  const worker = workers.start();
  await expect.poll(() => has('league_chats', 'posted_week = 1'), { timeout: 60_000 }).toBe(true);
  await workers.kill(worker);
  await finish();
  expect(receiver.texts()).toEqual([week(1), week(2)]);
  expect(await doubts()).toEqual([]);
});
