import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { unsubscribe, unsubscribePath } from '#shared/api/mail.ts';
import { noticeSettings } from '#shared/api/notice-settings.ts';
import { mailTo } from '../testing/letters.ts';
import { strictWorld } from '../testing/limits.ts';
import { type Player, testSessionSecret, testWorld } from '../testing/world.ts';
import { linkKeyOf, unsubscribeToken } from './unsubscribe.ts';

const world = await testWorld();
const key = linkKeyOf(testSessionSecret);
let ann: Player;

beforeEach(async () => {
  await world.clear();
  ann = await world.signUp('Ann');
  await mailTo(world, ann, 'recap', 'final');
});
afterAll(() => world.drop());

const mailOf = async () => (await ann.call(noticeSettings)).reply.mail;

/** Posts as a mail program does: a form, without cookies. */
const click = (token: string, body = 'List-Unsubscribe=One-Click', headers: Record<string, string> = {}) =>
  fetch(world.origin + unsubscribePath(token), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body,
  });

describe('one click', () => {
  test('ends one kind of mail without a session, as often as it comes', async () => {
    const token = unsubscribeToken(key, 'recap', ann.user.id);
    expect([(await click(token)).status, (await click(token)).status]).toEqual([200, 200]);
    expect(await mailOf()).toEqual({ recap: false, final: true });
  });

  test('of another site’s page is served as well: only who has the link can cause it', async () => {
    const token = unsubscribeToken(key, 'final', ann.user.id);
    const headers = { origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' };
    expect((await click(token, undefined, headers)).status).toBe(200);
    expect(await mailOf()).toEqual({ recap: true, final: false });
  });

  test('for nobody is answered as for somebody', async () => {
    const gone = unsubscribeToken(key, 'recap', '019aa000-0000-7000-8000-000000000000');
    const answers = [await click(gone), await click(unsubscribeToken(key, 'recap', ann.user.id))];
    const [one, other] = await Promise.all(answers.map(async (answer) => [answer.status, await answer.text()]));
    expect(one).toEqual(other);
    const { rows } = await world.database.pool.query('select 1 from notice_settings');
    expect(rows).toHaveLength(1);
  });

  test('by a link that was not signed here, or for another kind or user, changes nothing', async () => {
    const bob = await world.signUp('Bob');
    const token = unsubscribeToken(key, 'recap', ann.user.id);
    const others = [
      token.replace('recap', 'final'),
      token.replace(ann.user.id, bob.user.id),
      unsubscribeToken(linkKeyOf('another secret'), 'recap', ann.user.id),
      token.slice(0, -1),
      'recap',
      `recap-${ann.user.id}-`,
      '%00',
    ];
    for (const other of others) expect([other, (await click(other)).status]).toEqual([other, 400]);
    expect(await mailOf()).toEqual({ recap: true, final: true });
  });

  test('with a long body is served, and the body is not read', async () => {
    const token = unsubscribeToken(key, 'recap', ann.user.id);
    await click(token, 'x'.repeat(100_000)).catch(() => null); // the rest of the body may be cut off
    expect(await mailOf()).toEqual({ recap: false, final: true });
  });

  test('needs a POST: who opens or scans the link changes nothing', async () => {
    const path = unsubscribePath(unsubscribeToken(key, 'recap', ann.user.id));
    for (const method of ['GET', 'HEAD', 'PUT']) await fetch(world.origin + path, { method });
    expect(await mailOf()).toEqual({ recap: true, final: true });
  });
});

test('the button of the page ends it too', async () => {
  const token = unsubscribeToken(key, 'final', ann.user.id);
  expect((await world.visitor().call(unsubscribe, { body: { token } })).status).toBe(200);
  expect(await mailOf()).toEqual({ recap: true, final: false });
});

test('links are limited by address', async () => {
  const strict = await strictWorld({}, () => undefined);
  const statuses = await Promise.all(
    Array.from({ length: 310 }, async () => {
      const answer = await strict.visitor().call(unsubscribe, { body: { token: 'recap-guessed' } });
      return answer.status;
    }),
  );
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  await strict.drop();
});
