import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changeNoticeSettings, type NoticeSettings, noticeSettings } from '#shared/api/notice-settings.ts';
import { type Player, testWorld, type World } from '../testing/world.ts';

let world: World;
let ann: Player;

beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.drop());
beforeEach(async () => {
  ann = await world.signUp('Ann');
});

const settingsOf = async (player = ann) => (await player.call(noticeSettings)).reply;
const change = (body: object, player = ann) => player.call(changeNoticeSettings, { body });

describe('settings', () => {
  test('of somebody who has changed none push what moved their money and are quiet at night', async () => {
    const untouched: NoticeSettings = {
      push: {
        settled: true,
        corrected: true,
        recap: false,
        eligibility: true,
        closes: true,
        final: true,
        joined: false,
        asked: true,
        announcement: true,
        season: true,
      },
      mail: { recap: false, final: false },
      mailAddress: { email: ann.user.email, isConfirmed: false, isAsked: false },
      quietHours: { from: 22 * 60, until: 8 * 60 },
      timeZone: null,
    };
    expect(await settingsOf()).toEqual(untouched);
    const { rows } = await world.database.db.execute(sql`select * from notice_settings where user_id = ${ann.user.id}`);
    expect(rows).toEqual([]);
    await change({}); // the defaults of the table are the same
    expect(await settingsOf()).toEqual(untouched);
  });

  test('change by what is named, and by nothing else', async () => {
    await change({ push: { recap: true, settled: false, jackpot: true } });
    await change({ push: { settled: true } });
    await change({ quietHours: { from: '23:30', until: '07:15' }, timeZone: 'Europe/Berlin' });
    const { push, quietHours, timeZone } = (await change({ push: { joined: true } })).reply;
    expect([push.recap, push.settled, push.joined, push.final]).toEqual([true, true, true, true]);
    expect([quietHours, timeZone]).toEqual([{ from: 23 * 60 + 30, until: 7 * 60 + 15 }, 'Europe/Berlin']);
    expect((await change({ quietHours: null })).reply.quietHours).toBeNull();
    expect(await settingsOf()).toMatchObject({ quietHours: null, timeZone: 'Europe/Berlin' });
  });

  test('are one’s own: no call names another user', async () => {
    const bob = await world.signUp('Bob');
    await change({ push: { settled: false }, userId: bob.user.id }, ann);
    expect((await settingsOf(bob)).push.settled).toBe(true);
    for (const path of [`/api/notifications/settings/${bob.user.id}`, `/api/users/${bob.user.id}/settings`]) {
      expect([(await ann.raw('GET', path)).status, (await ann.raw('PATCH', path, { body: {} })).status]).toEqual([
        404, 404,
      ]);
    }
  });

  test.each([
    ['hours that end when they begin', { quietHours: { from: '22:00', until: '22:00' } }],
    ['a time that no clock shows', { quietHours: { from: '24:00', until: '08:00' } }],
    ['half of the hours', { quietHours: { from: '22:00' } }],
    ['a zone of no map', { timeZone: 'Mars/Olympus' }],
    ['an offset', { timeZone: '+05:30' }],
    ['a very long zone', { timeZone: `Europe/${'x'.repeat(5_000)}` }],
    ['a switch that is no switch', { push: { settled: 'yes' } }],
  ])('refuse %s', async (_, body) => {
    expect(await change(body)).toMatchObject({ status: 400, refusal: { code: 'bad-input' } });
    expect(await settingsOf()).toMatchObject({ timeZone: null, quietHours: { from: 22 * 60, until: 8 * 60 } });
  });

  test('of two changes at once both stand', async () => {
    await Promise.all(['recap', 'joined', 'settled'].map((kind) => change({ push: { [kind]: kind !== 'settled' } })));
    expect((await settingsOf()).push).toMatchObject({ recap: true, joined: true, settled: false });
  });
});
