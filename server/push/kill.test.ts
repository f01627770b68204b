import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockElsewhere, untilWaiting } from '../testing/locks.ts';
import { aNotice, write } from '../testing/notices.ts';
import { addBrowser, addDevice, makePushesDue } from '../testing/push-devices.ts';
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

/** A notice to somebody with two devices, queued. */
async function queued(): Promise<void> {
  const ann = await world.signUp('Ann');
  const league = await world.league(ann);
  await addDevice(world, ann, service.subscribe());
  await addBrowser(world, ann, service.subscribe());
  await write(world, aNotice(ann.user.id, league.id));
}

const isClaimed = async () =>
  (await world.database.pool.query(`select 1 from pushes where due_at > now()`)).rows.length > 0;
const isAllSent = async () =>
  (await world.database.pool.query(`select 1 from pushes where due_at is not null or sent_at is null`)).rows.length ===
  0;

/** The notices with their versions that each device got, as often as they arrived. */
function arrived(): string[][] {
  const byDevice = new Map<string, string[]>();
  for (const { path, message } of service.received) {
    byDevice.set(path, [...(byDevice.get(path) ?? []), `${message.id} ${message.version} ${message.tag}`]);
  }
  return [...byDevice.values()];
}

/** Two workers send what a killed one left. */
async function finish(): Promise<void> {
  await makePushesDue(world);
  service.answerWith(201);
  workers.start();
  workers.start();
  await expect.poll(isAllSent, { timeout: 60_000 }).toBe(true);
}

test('a worker that is killed between its claim and its request: the push goes out once', { timeout }, async () => {
  await queued();
  const lock = await lockElsewhere(world.database, 'lock table leagues in access exclusive mode', []); // no words
  const worker = workers.start();
  await expect.poll(isClaimed, { timeout: 60_000 }).toBe(true);
  await untilWaiting(world.database);
  await workers.kill(worker);
  await lock.release();
  expect(service.received).toEqual([]);
  await finish();
  expect(arrived().map((pushes) => pushes.length)).toEqual([1, 1]);
});

test.each([
  ['before the push service has answered', 'nothing'],
  ['before it has stored the answer', 201],
] as const)(
  'a worker that is killed %s: the same version arrives again, and no other',
  { timeout },
  async (_when, answer) => {
    await queued();
    const lock =
      answer === 201 ? await lockElsewhere(world.database, 'lock table push_devices in share mode', []) : null;
    service.answerWith(answer);
    const worker = workers.start();
    await expect.poll(() => service.received.length, { timeout: 60_000 }).toBe(2);
    if (lock) await untilWaiting(world.database);
    await workers.kill(worker);
    await lock?.release();
    await finish();
    for (const pushes of arrived()) {
      expect(pushes).toHaveLength(2);
      expect(new Set(pushes).size).toBe(1); // a browser shows it once: client/e2e/push.spec.ts
    }
  },
);
