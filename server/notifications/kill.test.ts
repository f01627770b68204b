import { afterEach, beforeEach, expect, test } from 'vitest';
import { placeBet } from '#shared/api/bets.ts';
import { aBet, final } from '../testing/games.ts';
import { lockElsewhere, untilWaiting } from '../testing/locks.ts';
import { noon, settleAt, storedNotices } from '../testing/notices.ts';
import { addDevice, makePushesDue, queuedPushes } from '../testing/push-devices.ts';
import { type PushService, startPushService } from '../testing/push-service.ts';
import { createWorkers, type Workers } from '../testing/workers.ts';
import { testPushKey, testWorld, type World } from '../testing/world.ts';

const timeout = 120_000; // whole processes, on a machine that may be busy

let service: PushService;
let world: World;
let workers: Workers;

beforeEach(async () => {
  service = await startPushService();
  world = await testWorld({ PUSH_SERVICES: service.origin });
  workers = createWorkers(world, { VAPID_PRIVATE_KEY: testPushKey, PUSH_SERVICES: service.origin });
});
afterEach(async () => {
  await workers.killAll();
  await world.drop();
  await service.close();
});

/** A member has joined, and a bet of each of the two is settled. No notice of it is written yet. Ann has a device. */
async function news(): Promise<void> {
  const ann = await world.signUp('Ann');
  const league = await world.league(ann);
  const bob = await world.member(league, 'Bob');
  await addDevice(world, ann, service.subscribe());
  const game = await world.addGame();
  for (const player of [ann, bob]) await player.call(placeBet, { body: aBet(league, game, '10') });
  await settleAt(world, noon(), final(game, 30, 0));
}

const written = async () => (await storedNotices(world)).map(({ kind, version }) => `${kind} ${version}`);
const eachOnce = ['settled 1', 'settled 1', 'joined 1'];

test.each([
  ['before it writes', 'select from memberships for update', []],
  ['after it has written, before it commits', 'select from push_devices for update', []],
  ['after its commit, before it has stored how far it came', 'lock table watermarks in share mode', eachOnce],
] as const)(
  'a worker that is killed %s: each notice is written once',
  { timeout },
  async (_when, statement, before) => {
    await news();
    const lock = await lockElsewhere(world.database, statement, []);
    const worker = workers.start();
    await untilWaiting(world.database, 1, 60_000);
    await workers.kill(worker);
    await lock.release();
    expect(await written()).toEqual(before);
    await makePushesDue(world); // the killed worker may have claimed some
    workers.start();
    workers.start();
    const isNoted = async () => (await world.database.pool.query('select from watermarks')).rows.length === 1;
    await expect.poll(isNoted, { timeout: 60_000 }).toBe(true);
    expect(await written()).toEqual(eachOnce);
    const waits = async () => (await queuedPushes(world)).map(({ wait }) => wait);
    await expect.poll(waits, { timeout: 60_000 }).toEqual([null, null]);
    // Joined is not pushed unless its receiver wants it. The browser shows a version once: client/e2e/push.spec.ts.
    const arrived = service.received.map(({ message: { tag, version } }) => `${tag} ${version}`);
    expect([...new Set(arrived)]).toEqual([expect.stringMatching(/^settled.* 1$/)]);
  },
);
