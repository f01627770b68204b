import { createServer } from 'node:http';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pushState } from '#shared/api/push.ts';
import { listen } from '../lib/listen.ts';
import { aNotice, write } from '../testing/notices.ts';
import { addBrowser, addDevice, aReaderOf, makePushesDue, queuedPushes, sendPushes } from '../testing/push-devices.ts';
import { type PushService, startPushService } from '../testing/push-service.ts';
import { testWorld, type World } from '../testing/world.ts';

let service: PushService;
let other: PushService;
let world: World;
let logged: string;
const log = pino({ level: 'info' }, { write: (line) => (logged += line) });

beforeAll(async () => {
  [service, other] = [await startPushService(), await startPushService()];
  world = await testWorld({ PUSH_SERVICES: `${service.origin},${other.origin}` });
});
afterAll(async () => {
  await world.drop();
  await service.close();
  await other.close();
});
beforeEach(async () => {
  await world.clear();
  service.received.length = 0;
  service.answerWith(201);
  logged = '';
});

const timeoutMs = 2_000; // long enough for an answer on a busy machine
const send = () => sendPushes(world, log, { timeoutMs });
const aReader = () => aReaderOf(world, service);

describe('a push service', () => {
  test.each([404, 410])('that answers %d has lost the browser: its device is deleted', async (status) => {
    const { bob, league, device } = await aReader();
    await addBrowser(world, bob, service.subscribe());
    await write(world, aNotice(bob.user.id, league.id));
    service.answerWith(({ path }) => (path === '/push/1' || service.received.length === 1 ? status : 201));
    await send();
    const { devices } = (await bob.call(pushState)).reply;
    expect(devices).toHaveLength(1);
    expect(await queuedPushes(world)).toHaveLength(1);
    expect(logged).toContain('push device is gone');
    expect([device.id, devices[0]?.id]).toContain(JSON.parse(logged.split('\n')[0] ?? '').deviceId);
  });

  test.each([
    [429, 'slows the server down'],
    [500, 'has a fault'],
    [503, 'is overloaded'],
  ])('that answers %d is asked again, each time later, until the push is given up', async (status) => {
    const { bob, league, subscription } = await aReader();
    await write(world, aNotice(bob.user.id, league.id));
    service.answerWith(status);
    for (const wait of [30, 120, 600, 3_600]) {
      await send();
      expect(await queuedPushes(world)).toEqual([{ attempts: expect.any(Number), wait, isSent: false }]);
      await send(); // too early: nothing happens
      await makePushesDue(world);
    }
    await send();
    expect(await queuedPushes(world)).toEqual([{ attempts: 5, wait: null, isSent: false }]);
    await send();
    expect(service.received).toHaveLength(5);
    expect((await bob.call(pushState)).reply.devices).toHaveLength(1);
    expect(logged.trim().split('\n')).toHaveLength(5);
    expect(logged).toContain('push given up');
    for (const secret of [subscription.body.endpoint, subscription.body.keys.auth, 'settled']) {
      expect(logged).not.toContain(secret);
    }
  });

  test('that names a time is asked again no earlier, within reason', async () => {
    const { bob, league } = await aReader();
    await write(world, aNotice(bob.user.id, league.id));
    service.answerWith({ status: 429, headers: { 'retry-after': '900' } });
    await send();
    expect(await queuedPushes(world)).toMatchObject([{ wait: 900 }]);
    await makePushesDue(world);
    service.answerWith({ status: 429, headers: { 'retry-after': '99999999' } });
    await send();
    expect(await queuedPushes(world)).toMatchObject([{ wait: 6 * 3_600 }]);
  });

  test.each([400, 403, 413])('that refuses with %d is not asked again', async (status) => {
    const { bob, league } = await aReader();
    await write(world, aNotice(bob.user.id, league.id));
    service.answerWith(status);
    await send();
    expect(await queuedPushes(world)).toEqual([{ attempts: 1, wait: null, isSent: false }]);
    expect(logged).toContain('push given up');
  });

  test('that does not answer is asked for a few pushes, and the others wait without using up a try', async () => {
    const { bob, league } = await aReader();
    const days = Array.from({ length: 50 }, (_, at) => `day ${at}`);
    await write(world, ...days.map((subject) => aNotice(bob.user.id, league.id, { subject })));
    service.answerWith('nothing');
    await send();
    const tried = service.received.length;
    expect(tried).toBeLessThanOrEqual(20);
    const states = await queuedPushes(world);
    expect(states.filter(({ attempts }) => attempts === 0)).toHaveLength(50 - tried);
    expect(states.every(({ isSent }) => !isSent)).toBe(true);
    expect(logged).toContain('too-late');
    service.answerWith(201);
    await makePushesDue(world);
    await send();
    expect(new Set(service.received.slice(tried).map(({ message }) => message.tag)).size).toBe(50);
    expect(await queuedPushes(world)).toEqual(
      days.map(() => ({ attempts: expect.any(Number), wait: null, isSent: true })),
    );
  });

  test('that does not answer holds up no other', async () => {
    const { ann, bob, league } = await aReader();
    await addDevice(world, ann, other.subscribe());
    await write(world, aNotice(bob.user.id, league.id), aNotice(ann.user.id, league.id));
    service.answerWith('nothing');
    await send();
    expect(other.received).toHaveLength(1);
  });

  test('that redirects is not followed, and what it points at is not called', async () => {
    const { bob, league } = await aReader();
    const called: string[] = [];
    const inside = createServer((req, res) => {
      called.push(req.url ?? '');
      res.end();
    });
    const location = `http://127.0.0.1:${await listen(inside)}/secret`;
    await write(world, aNotice(bob.user.id, league.id));
    service.answerWith({ status: 307, headers: { location } });
    await send();
    inside.close();
    expect(called).toEqual([]);
    expect(await queuedPushes(world)).toEqual([{ attempts: 1, wait: null, isSent: false }]);
  });

  test('that is no longer allowed is not called: its devices are deleted', async () => {
    const { bob, league } = await aReader();
    await write(world, aNotice(bob.user.id, league.id));
    await sendPushes({ ...world, env: { ...world.env, PUSH_SERVICES: [] } }, log);
    expect(service.received).toEqual([]);
    expect((await bob.call(pushState)).reply.devices).toEqual([]);
  });
});
