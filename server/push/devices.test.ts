import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { login, logout, register, resetPassword } from '#shared/api/auth.ts';
import { noticeSettings } from '#shared/api/notice-settings.ts';
import { addPushDevice, declinePush, pushState, removePushDevice } from '#shared/api/push.ts';
import { labelOf } from '../http/browser-label.ts';
import { resetTokensTo } from '../testing/mail.ts';
import { aSubscription } from '../testing/subscription.ts';
import { type Player, testWorld, type Visitor, type World } from '../testing/world.ts';
import { mostDevices } from './service.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld({ PUSH_SERVICES: 'http://127.0.0.1:5055' });
});
afterAll(() => world.drop());

const add = (visitor: Visitor, subscription = aSubscription(), headers = {}) =>
  visitor.call(addPushDevice, { body: subscription.body, headers });
const stateOf = async (visitor: Visitor) => (await visitor.call(pushState)).reply;
const devicesOf = async (visitor: Visitor) => (await stateOf(visitor)).devices;

/** The same person in another browser. */
async function inAnotherBrowser({ user, password }: Player): Promise<Visitor> {
  const visitor = world.visitor();
  await visitor.call(login, { body: { email: user.email, password } });
  return visitor;
}

describe('a browser', () => {
  test('becomes a device of who is signed in, and that is a yes', async () => {
    const player = await world.signUp();
    expect(await stateOf(player)).toEqual({
      publicKey: expect.stringMatching(/^B[\w-]{86}$/),
      isWanted: null,
      devices: [],
    });
    const { status, reply } = await add(player, aSubscription(), {
      'user-agent':
        'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Mobile Safari/537.36',
    });
    expect(status).toBe(201);
    expect(reply).toMatchObject({ label: 'Chrome on Android', lastUsedAt: null, isThisBrowser: true });
    expect(await stateOf(player)).toMatchObject({ isWanted: true, devices: [reply] });
    const elsewhere = await inAnotherBrowser(player);
    expect(await devicesOf(elsewhere)).toMatchObject([{ id: reply.id, isThisBrowser: false }]);
  });

  test('names the time zone of the quiet hours, unless the person has one', async () => {
    const player = await world.signUp();
    const zoneAfter = async (timeZone: string) => {
      const { status } = await player.call(addPushDevice, { body: { ...aSubscription().body, timeZone } });
      return [status, (await player.call(noticeSettings)).reply.timeZone];
    };
    expect(await zoneAfter('Mars/Olympus')).toEqual([400, null]);
    expect(await zoneAfter('Asia/Tokyo')).toEqual([201, 'Asia/Tokyo']);
    expect(await zoneAfter('Europe/Berlin')).toEqual([201, 'Asia/Tokyo']);
  });

  test('is one device, however often it subscribes', async () => {
    const player = await world.signUp();
    await add(player);
    const { reply } = await add(player);
    expect(await devicesOf(player)).toMatchObject([{ id: reply.id }]);
  });

  test('is the device of one person: who subscribes there next takes its endpoint over', async () => {
    const [ann, bob] = [await world.signUp('Ann'), await world.signUp('Bob')];
    const subscription = aSubscription();
    await add(ann, subscription);
    await add(bob, subscription);
    expect([await devicesOf(ann), await devicesOf(bob)]).toMatchObject([[], [{ isThisBrowser: true }]]);
  });

  test('that nobody used for longest makes room for an eleventh', async () => {
    const player = await world.signUp();
    const ids: string[] = [];
    for (let at = 0; at < mostDevices + 1; at += 1) {
      ids.push((await add(await inAnotherBrowser(player))).reply.id);
    }
    expect((await devicesOf(player)).map(({ id }) => id)).toEqual(ids.slice(1));
  });

  test('is refused where nothing is pushed', async () => {
    const player = await world.signUp();
    const elsewhere = player.at(await world.startAnother({ pushKeys: null }));
    expect(await stateOf(elsewhere)).toMatchObject({ publicKey: null });
    expect(await add(elsewhere)).toMatchObject({ status: 404, refusal: { code: 'no-push' } });
  });
});

describe('an endpoint', () => {
  test.each([
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/abc',
    'https://wns2-par02p.notify.windows.com/w/?token=abc',
    'http://127.0.0.1:5055/abc', // added by the environment
  ])('of a push service is taken: %s', async (endpoint) => {
    expect((await add(await world.signUp(), aSubscription(endpoint))).status).toBe(201);
  });

  test.each([
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:444/fcm/send/abc',
    'https://fcm.googleapis.com.evil.example/abc',
    'https://fcm.googleapis.com@evil.example/abc',
    'https://evil.example/?https://fcm.googleapis.com/abc',
    'https://storage.googleapis.com/abc',
    'https://notify.windows.com.evil.example/abc',
    'https://evilpush.apple.com/abc',
    'http://127.0.0.1:5056/abc',
    'https://127.0.0.1:5055/abc',
    'https://localhost/abc',
    'https://localhost.localdomain/abc',
    'https://2130706433/abc',
    'https://[::1]/abc',
    'https://[fe80::1]/abc',
    'https://169.254.169.254/latest/meta-data',
    'https://192.168.0.1/abc',
    'https://metadata.google.internal/abc',
    'file:///etc/passwd',
    'not a url',
    '',
  ])('of anything else is refused: %s', async (endpoint) => {
    const player = await world.signUp();
    expect(await add(player, aSubscription(endpoint))).toMatchObject({ status: 400, refusal: { code: 'bad-input' } });
    expect(await stateOf(player)).toMatchObject({ isWanted: null, devices: [] });
  });

  test('with a key that is no point of the curve is refused', async () => {
    const { body } = aSubscription();
    for (const p256dh of [
      `B${'A'.repeat(86)}`,
      `A${body.keys.p256dh.slice(1)}`,
      `${body.keys.p256dh.slice(0, -4)}AAAA`,
    ]) {
      const sent = await (await world.signUp()).call(addPushDevice, {
        body: { ...body, keys: { ...body.keys, p256dh } },
      });
      expect(sent).toMatchObject({ status: 400, refusal: { code: 'bad-input' } });
    }
  });
});

describe('signing out', () => {
  test('removes this browser, and no other', async () => {
    const player = await world.signUp();
    const elsewhere = await inAnotherBrowser(player);
    await add(player);
    const { reply } = await add(elsewhere);
    await player.call(logout);
    expect(await devicesOf(elsewhere)).toMatchObject([{ id: reply.id }]);
  });

  test('removes it also in a later session of the browser', async () => {
    const player = await world.signUp();
    await add(player);
    const elsewhere = await inAnotherBrowser(player);
    await player.call(login, { body: { email: player.user.email, password: player.password } });
    await player.call(logout);
    expect(await devicesOf(elsewhere)).toEqual([]);
  });

  test('leaves no device behind that subscribes at the same moment', async () => {
    const player = await world.signUp();
    const watcher = await inAnotherBrowser(player);
    for (let round = 0; round < 20; round += 1) {
      const browser = await inAnotherBrowser(player);
      await Promise.all([add(browser), browser.call(logout), add(browser)]);
    }
    expect(await devicesOf(watcher)).toEqual([]);
  });
});

test('a reset of the password removes every device of the user, and nobody else’s', async () => {
  const [ann, bob] = [await world.signUp('Ann'), await world.signUp('Bob')];
  await add(ann);
  await add(await inAnotherBrowser(ann));
  await add(bob);
  await world.visitor().raw('POST', '/api/auth/forgot-password', { body: { email: ann.user.email } });
  const [token = ''] = await resetTokensTo(world, ann.user.email);
  await world.visitor().call(resetPassword, { body: { token, newPassword: 'new horse' } });
  expect(await devicesOf(await inAnotherBrowser({ ...ann, password: 'new horse' }))).toEqual([]);
  expect(await devicesOf(bob)).toHaveLength(1);
});

describe('another person who signs in on a browser ends the notices of the one before', () => {
  test.each(['sign-in', 'sign-up'] as const)('by %s', async (how) => {
    const [ann, bob] = [await world.signUp('Ann'), await world.signUp('Bob')];
    await add(ann);
    const { email } = bob.user;
    // Ann's session has expired, so nobody signs her out.
    await world.database.pool.query(`delete from sessions where sess #>> '{passport,user}' = $1`, [ann.user.id]);
    const names = { firstName: 'C', lastName: 'C' };
    const { status } = await (how === 'sign-in'
      ? ann.call(login, { body: { email, password: bob.password } })
      : ann.call(register, { body: { email: 'cleo@example.com', password: 'correct horse', ...names } }));
    expect(status).toBeLessThan(300);
    expect(await devicesOf(await inAnotherBrowser(ann))).toEqual([]);
  });
});

describe('a device', () => {
  test('is removed by its user', async () => {
    const player = await world.signUp();
    const { reply } = await add(player);
    expect((await player.call(removePushDevice, { params: { id: reply.id } })).status).toBe(200);
    expect(await devicesOf(player)).toEqual([]);
    expect((await player.call(removePushDevice, { params: { id: reply.id } })).status).toBe(404);
  });

  test('of somebody else is not found, like one that does not exist, and stays', async () => {
    const [ann, bob] = [await world.signUp('Ann'), await world.signUp('Bob')];
    const { reply } = await add(ann);
    const answers = [reply.id, '018f3c1e-0000-7000-8000-000000000000'].map((id) =>
      bob.call(removePushDevice, { params: { id } }),
    );
    const [own, none] = await Promise.all(answers);
    expect(own).toMatchObject({ status: 404, refusal: none?.refusal });
    expect(await devicesOf(ann)).toHaveLength(1);
    expect(JSON.stringify(await stateOf(bob))).not.toContain(reply.id);
  });

  test('shows nothing by which pushes could be sent to it', async () => {
    const player = await world.signUp();
    const { body } = aSubscription();
    const sent = await player.raw('POST', '/api/push/devices', { body });
    const shown = `${await sent.text()}${await (await player.raw('GET', '/api/push')).text()}`;
    for (const secret of [body.endpoint, body.keys.p256dh, body.keys.auth]) expect(shown).not.toContain(secret);
  });
});

test('a no is stored for the person, on every browser, until the person says yes', async () => {
  const player = await world.signUp();
  await player.call(declinePush);
  const elsewhere = await inAnotherBrowser(player);
  expect(await stateOf(elsewhere)).toMatchObject({ isWanted: false });
  await add(elsewhere);
  expect(await stateOf(player)).toMatchObject({ isWanted: true });
});

test.each([
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Windows'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36 Edg/146.0.0.0',
    'Edge on Mac',
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36',
    'Chrome on Linux',
  ],
  ['<b>curl</b>', 'A browser'],
  [undefined, 'A browser'],
])('%s is %s', (userAgent, label) => {
  expect(labelOf(userAgent)).toBe(label);
});
