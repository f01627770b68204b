import { pino } from 'pino';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { askMailConfirmation, confirmMail } from '#shared/api/mail.ts';
import { changeNoticeSettings, noticeSettings } from '#shared/api/notice-settings.ts';
import { textOfLetter } from '../auth/service.ts';
import { deleteLeagueless } from '../demo/store.ts';
import { readEnv } from '../env.ts';
import { writtenLetters } from '../letters/text.ts';
import { linkKeyOf } from '../letters/unsubscribe.ts';
import { sendDueLetters } from '../mail/send.ts';
import { mailTransport } from '../mail/transport.ts';
import { aFinal, confirmationTokens, lettersDue, mailTo } from '../testing/letters.ts';
import { strictWorld } from '../testing/limits.ts';
import { deliveredTo, lettersTo } from '../testing/mail.ts';
import { startMailServer } from '../testing/mail-server.ts';
import { write } from '../testing/notices.ts';
import { type Player, testSessionSecret, testWorld } from '../testing/world.ts';

const world = await testWorld();
let ann: Player;

beforeEach(async () => {
  await world.clear();
  ann = await world.signUp('Ann');
});
afterAll(() => world.drop());

const switchOn = (player = ann, kinds: object = { recap: true }) =>
  player.call(changeNoticeSettings, { body: { mail: kinds } });
const stateOf = async (player = ann) => {
  const { mail, mailAddress } = (await player.call(noticeSettings)).reply;
  return { ...mail, ...mailAddress };
};
const confirm = (token: string) => world.visitor().call(confirmMail, { body: { token } });
const outboxOf = async (player = ann) => (await lettersTo(world.database.db, player.user.email)).length;

describe('an address', () => {
  test('is asked once by mail, and confirmed by its link without a sign-in', async () => {
    expect(await stateOf()).toEqual({
      recap: false,
      final: false,
      email: ann.user.email,
      isConfirmed: false,
      isAsked: false,
    });
    const { reply } = await switchOn();
    expect(reply).toMatchObject({ mail: { recap: true, final: false }, mailAddress: { isAsked: true } });
    await switchOn(ann, { final: true });
    await switchOn(ann, { recap: false });
    await switchOn(ann, { recap: true });
    const [letter, ...more] = await deliveredTo(world, ann.user.email);
    expect(more).toEqual([]);
    expect(letter).toMatchObject({ subject: 'Switch on mail from Ching', unsubscribe: null });
    const [, token = ''] = /\/confirm-mail\?token=([\w-]{43})$/m.exec(letter?.body ?? '') ?? [];
    expect((await confirm(token)).status).toBe(200);
    expect(await stateOf()).toMatchObject({ recap: true, final: true, isConfirmed: true, isAsked: false });
    expect((await confirm(token)).status).toBe(200); // opened twice
    await switchOn(ann, { final: false });
    await switchOn(ann, { final: true });
    expect([(await ann.call(askMailConfirmation)).status, await outboxOf()]).toEqual([200, 1]);
  });

  test('is asked again on demand; the earlier link stops', async () => {
    await switchOn();
    const [first = ''] = await confirmationTokens(world, ann);
    await ann.call(askMailConfirmation);
    const [second = ''] = await confirmationTokens(world, ann);
    expect(await confirm(first)).toMatchObject({ status: 400, refusal: { code: 'bad-link' } });
    expect((await confirm(second)).status).toBe(200);
  });

  test('is not confirmed by a link after three days, and is asked again at the next switch', async () => {
    await switchOn();
    const [token = ''] = await confirmationTokens(world, ann);
    await world.database.pool.query(`
      update mail_addresses set expires_at = expires_at - interval '72 hours', asked_at = asked_at - interval '72 hours'`);
    expect((await confirm(token)).refusal?.code).toBe('bad-link');
    expect(await stateOf()).toMatchObject({ isConfirmed: false, isAsked: false });
    await switchOn();
    expect(await confirmationTokens(world, ann)).toHaveLength(1);
  });

  test('that is another one by now is not confirmed by the link, and needs its own', async () => {
    await mailTo(world, ann, 'recap');
    await switchOn();
    await world.database.pool.query(`update users set email = 'new@example.com', email_norm = 'new@example.com'`);
    expect(await stateOf()).toMatchObject({ email: 'new@example.com', isConfirmed: false, isAsked: false });
    await switchOn(ann, { final: true });
    const [letter] = await deliveredTo(world, 'new@example.com');
    const [, token = ''] = /token=([\w-]+)/.exec(letter?.body ?? '') ?? [];
    await world.database.pool.query(`update users set email = 'old@example.com', email_norm = 'old@example.com'`);
    expect((await confirm(token)).refusal?.code).toBe('bad-link');
  });

  test('is never stored with a link: the database holds the digest of its token alone', async () => {
    await switchOn();
    const [token = ''] = await confirmationTokens(world, ann);
    const { rows } = await world.database.pool.query('select * from mail_addresses, outbox');
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test('that was not confirmed gets nothing else', async () => {
    const league = await world.league(ann);
    await switchOn(ann, { final: true });
    await confirmationTokens(world, ann);
    await write(world, aFinal(ann.user.id, league.id));
    expect(await lettersDue(world, ann)).toEqual([]);
  });

  test('of a demo gets no mail', async () => {
    await world.database.pool.query(`update users set email_norm = 'ann@demo.invalid', email = 'ann@demo.invalid'`);
    expect((await ann.call(noticeSettings)).reply.mailAddress).toBeNull();
    expect(await switchOn()).toMatchObject({ status: 409, refusal: { code: 'no-mail' } });
    expect((await ann.call(askMailConfirmation)).refusal?.code).toBe('no-mail');
    expect((await ann.call(noticeSettings)).reply.mail.recap).toBe(false);
    const { rows } = await world.database.pool.query('select 1 from outbox');
    expect(rows).toEqual([]);
  });

  test('of a deleted account is forgotten, with the letters that wait', async () => {
    await switchOn();
    await world.database.withTx((tx) => deleteLeagueless(tx, [ann.user.id]));
    for (const table of ['mail_addresses', 'outbox', 'mails', 'notice_settings']) {
      expect((await world.database.pool.query(`select 1 from ${table}`)).rows).toEqual([]);
    }
  });

  test('of somebody who asks in two requests at once gets one letter', async () => {
    await Promise.all([switchOn(), switchOn(ann, { final: true }), switchOn()]);
    expect(await outboxOf()).toBe(1);
  });
});

describe('a letter that the mail server delivers, and says that it refused', () => {
  /** The letters as they are delivered: programs show one of several with one Message-ID, the first. */
  async function deliveries(whileItWaits: (token: string) => Promise<unknown> = async () => undefined) {
    const delivered: string[] = [];
    const server = await startMailServer(({ text }) => {
      delivered.push(text.replace(/=\r\n/g, '').replace(/=3D/g, '='));
      return delivered.length === 1 ? new Error('trouble after the delivery') : null;
    });
    const { database } = world;
    const log = pino({ level: 'silent' });
    const linkKey = linkKeyOf(testSessionSecret);
    const send = () => {
      const transport = mailTransport(readEnv({ SMTP_URL: server.url }), log);
      const textOf = writtenLetters({ database, site: '', linkKey }, textOfLetter(database, '', testSessionSecret));
      return sendDueLetters({ db: database.db, transport, textOf, log }).finally(transport.close);
    };
    await switchOn();
    await send();
    await whileItWaits(tokenIn(delivered[0]));
    await database.pool.query('update outbox set due_at = now() where due_at is not null');
    await send();
    await server.close();
    return delivered.map((text) => ({
      id: /^Message-ID: (.*)\r$/im.exec(text)?.[1],
      token: tokenIn(text),
    }));
  }
  const tokenIn = (text = '') => /token=([\w-]+)/.exec(text)?.[1] ?? '';

  test('has the same link when it is sent again', async () => {
    const [first, second, ...more] = await deliveries();
    expect([second, more]).toEqual([first, []]);
    expect((await confirm(first?.token ?? '')).status).toBe(200);
    expect(await stateOf()).toMatchObject({ isConfirmed: true });
  });

  test('is not sent again once it has confirmed the address', async () => {
    expect(await deliveries(confirm)).toHaveLength(1);
    expect(await stateOf()).toMatchObject({ isConfirmed: true });
  });

  test('is not sent again after another one, whose link it would end', async () => {
    const all = await deliveries(() => ann.call(askMailConfirmation));
    const [first, second, ...more] = all;
    expect(more).toEqual([]);
    expect(second?.id).not.toBe(first?.id);
    expect((await confirm(second?.token ?? '')).status).toBe(200);
  });
});

test('a link that was guessed or cut confirms nothing', async () => {
  await switchOn();
  const [token = ''] = await confirmationTokens(world, ann);
  for (const wrong of ['', 'guessed', token.slice(1), `${token}a`]) {
    expect((await confirm(wrong)).status).toBe(400);
  }
  expect(await stateOf()).toMatchObject({ isConfirmed: false });
});

test('three letters a day ask for one address', async () => {
  const strict = await strictWorld({}, () => undefined);
  const bob = await strict.signUp('Bob');
  const ask = () => bob.call(askMailConfirmation);
  expect((await switchOn(bob)).status).toBe(200);
  expect([(await ask()).status, (await ask()).status, (await ask()).status]).toEqual([200, 200, 429]);
  expect(await lettersTo(strict.database.db, bob.user.email)).toHaveLength(3);
  await strict.drop();
});
