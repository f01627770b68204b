import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { forgotPassword } from '#shared/api/auth.ts';
import { saveChat } from '#shared/api/chat.ts';
import { failedDeliveries, failedMail, tryMailAgain } from '#shared/api/oversight.ts';
import { sendDueChats } from '../chat/send.ts';
import { sendDueLetters } from '../mail/send.ts';
import { enqueue } from '../mail/store.ts';
import { type ChatReceiver, startChatReceiver } from '../testing/chat-receiver.ts';
import { deliveredTo } from '../testing/mail.ts';
import { anAdmin } from '../testing/manual-odds.ts';
import { aNotice, write } from '../testing/notices.ts';
import { aReaderOf, sendPushes } from '../testing/push-devices.ts';
import { type PushService, startPushService } from '../testing/push-service.ts';
import { type Player, testWorld, type World } from '../testing/world.ts';

const log = pino({ level: 'silent' });
let world: World;
let service: PushService;
let receiver: ChatReceiver;
let ada: Player;

beforeAll(async () => {
  service = await startPushService();
  receiver = await startChatReceiver();
  world = await testWorld({ PUSH_SERVICES: service.origin, CHAT_SERVICES: receiver.origin });
});
afterAll(async () => {
  await world.drop();
  await service.close();
  await receiver.close();
});
beforeEach(async () => {
  await world.clear();
  service.answerWith(201);
  ada = await anAdmin(world, 'Ada');
});

const { query } = { query: (text: string) => world.database.pool.query(text) };
const enqueueTo = (recipient: string) =>
  enqueue(world.database.db, { recipient, subject: 'Your Ching password was changed', body: 'canary-body' });
const failing = (responseCode?: number, code = 'EMESSAGE') => ({
  send: async () => {
    throw Object.assign(new Error('canary of the server'), { code, responseCode });
  },
});

/** Lets the queued letters fail once, or until they are given up. */
async function fail(times: number, transport = failing(550)): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    await query('update outbox set due_at = now() where due_at is not null');
    await sendDueLetters({ db: world.database.db, transport, textOf: async ({ body }) => body, log });
  }
}

const mail = async (after?: string) => (await ada.call(failedMail, { params: { after } })).reply;
const tryAgain = async (...ids: string[]) => (await ada.call(tryMailAgain, { body: { ids } })).reply.tried;

describe('a letter', () => {
  test('is in the list from its first failure until it is sent, without its text and address', async () => {
    await enqueueTo('ann.long@example.com');
    expect(await mail()).toEqual({ letters: [], next: null, givenUp: 0, waiting: 0 });
    await fail(1);
    const { letters, ...counts } = await mail();
    expect(counts).toEqual({ next: null, givenUp: 0, waiting: 1 });
    expect(letters).toEqual([
      {
        id: expect.any(String),
        subject: 'Your Ching password was changed',
        to: 'a…@example.com',
        queuedAt: expect.any(String),
        tries: 1,
        failure: 'refused',
        failedAt: expect.any(String),
        nextTryAt: expect.any(String),
        mayTryAgain: false,
      },
    ]);
    const text = await (await ada.raw('GET', failedMail.path)).text();
    for (const secret of ['canary', 'ann.long']) expect(text).not.toContain(secret);
    await query('update outbox set due_at = now()');
    await deliveredTo(world, 'ann.long@example.com');
    expect(await mail()).toEqual({ letters: [], next: null, givenUp: 0, waiting: 0 });
  });

  test.each([
    ['silent', failing(undefined, 'ETIMEDOUT')],
    ['sign-in', failing(535, 'EAUTH')],
    ['busy', failing(451)],
    ['refused', failing(550)],
  ] as const)('that fails says why: %s', async (failure, transport) => {
    await enqueueTo('ann@example.com');
    await fail(1, transport);
    expect((await mail()).letters.map((letter) => letter.failure)).toEqual([failure]);
  });

  test('that was given up is sent again once an admin says so, with its text and all its tries', async () => {
    await enqueueTo('ann@example.com');
    await fail(4);
    const [letter] = (await mail()).letters;
    expect(letter).toMatchObject({ tries: 4, nextTryAt: null, mayTryAgain: true });
    expect(await tryAgain(letter?.id ?? '')).toBe(1);
    expect(await tryAgain(letter?.id ?? '')).toBe(0); // it waits already
    expect((await mail()).letters).toMatchObject([{ tries: 0, mayTryAgain: false }]);
    expect(await deliveredTo(world, 'ann@example.com')).toMatchObject([{ body: 'canary-body' }]);
    const { rows } = await query("select actor_id, detail from audit_log where action = 'mail-retried'");
    expect(rows).toEqual([{ actor_id: ada.user.id, detail: { letterIds: [letter?.id] } }]);
  });

  test('is sent once, by however many admins it is to be sent again at once', async () => {
    await enqueueTo('ann@example.com');
    await fail(4);
    const [letter] = (await mail()).letters;
    const tries = await Promise.all(Array.from({ length: 8 }, () => tryAgain(letter?.id ?? '')));
    expect(tries.reduce((sum, tried) => sum + tried, 0)).toBe(1);
    expect(await deliveredTo(world, 'ann@example.com')).toHaveLength(1);
  });

  test('with a reset link is not sent again: whoever needs one asks for a new one', async () => {
    await world.visitor().call(forgotPassword, { body: { email: ada.user.email } });
    await world.idle();
    await fail(4);
    const [letter] = (await mail()).letters;
    expect(letter).toMatchObject({ subject: 'Reset your Ching password', nextTryAt: null, mayTryAgain: false });
    expect(await tryAgain(letter?.id ?? '')).toBe(0);
    expect(await deliveredTo(world, ada.user.email)).toEqual([]);
  });

  test('list comes by pages, the newest first, and each letter once', async () => {
    for (let count = 0; count < 45; count += 1) await enqueueTo(`${count}@example.com`);
    await fail(1);
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const page = await mail(after);
      expect(page).toMatchObject({ givenUp: 0, waiting: 45 });
      seen.push(...page.letters.map(({ id }) => id));
      after = page.next ?? undefined;
    } while (after);
    expect(seen).toEqual([...new Set(seen)].sort().reverse());
    expect(seen).toHaveLength(45);
  });
});

describe('pushes and group chats that fail', () => {
  const deliveries = async () => (await ada.call(failedDeliveries)).reply;

  test('are counted by service and reason, and name nobody', async () => {
    const { bob, league } = await aReaderOf(world, service);
    await write(world, aNotice(bob.user.id, league.id));
    service.answerWith(400);
    await sendPushes(world, log);
    const pushes = [{ service: new URL(service.origin).hostname, failure: 'refused', givenUp: 1, waiting: 0 }];
    expect(await deliveries()).toEqual({ pushes, chats: [], isWhole: true });
    await query("update pushes set failed_at = now() - interval '25 hours'");
    expect((await deliveries()).pushes).toEqual([]);
  });

  test('that succeed later are counted no more', async () => {
    const { bob, league } = await aReaderOf(world, service);
    await write(world, aNotice(bob.user.id, league.id));
    service.answerWith(503);
    await sendPushes(world, log);
    expect((await deliveries()).pushes).toMatchObject([{ failure: 'broken', givenUp: 0, waiting: 1 }]);
    service.answerWith(201);
    await query('update pushes set due_at = now()');
    await sendPushes(world, log);
    expect((await deliveries()).pushes).toEqual([]);
  });

  test('chats are counted, switched off or waiting, without their addresses', async () => {
    const league = await world.league(ada);
    await ada.call(saveChat, { params: { id: league.id }, body: { service: 'slack', address: receiver.slack } });
    await query("update league_chats set last_failure = 'broken', failures = 1, failed_at = now()");
    expect((await deliveries()).chats).toEqual([{ service: 'slack', failure: 'broken', off: 0, waiting: 1 }]);
    await query("update league_chats set last_failure = 'gone', is_on = false");
    expect((await deliveries()).chats).toEqual([{ service: 'slack', failure: 'gone', off: 1, waiting: 0 }]);
    expect(await (await ada.raw('GET', failedDeliveries.path)).text()).not.toContain(new URL(receiver.slack).pathname);
    await sendDueChats({ database: world.database, origins: [receiver.origin], site: 'https://ching.example', log });
  });
});
