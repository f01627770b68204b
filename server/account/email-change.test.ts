import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { currentUser, forgotPassword, login, register, resetPassword } from '#shared/api/auth.ts';
import { askEmailChange, confirmEmailChange, undoEmailChange } from '#shared/api/email-change.ts';
import { noticeSettings } from '#shared/api/notice-settings.ts';
import { changePassword, deleteAccount } from '#shared/api/own-account.ts';
import { textOfLetter } from '../auth/service.ts';
import { readEnv } from '../env.ts';
import { writtenLetters } from '../letters/text.ts';
import { linkKeyOf } from '../letters/unsubscribe.ts';
import { sendDueLetters } from '../mail/send.ts';
import { mailTransport } from '../mail/transport.ts';
import { mailTo } from '../testing/letters.ts';
import { strictWorld } from '../testing/limits.ts';
import { deliveredTo, resetTokensTo } from '../testing/mail.ts';
import { startMailServer } from '../testing/mail-server.ts';
import { type Player, testSessionSecret, testWorld, type Visitor, type World } from '../testing/world.ts';
import { deleteExpiredEmailChanges } from '../users/email-changes-store.ts';

let world: World;
let ann: Player;
let old: string;
let changes = 0;
let wanted: string;

beforeAll(async () => {
  world = await testWorld({ APP_URL: 'https://ching.example' });
});
afterAll(() => world.drop());
beforeEach(async () => {
  await world.clear();
  ann = await world.signUp('Ann');
  old = ann.user.email;
  changes += 1;
  wanted = `Ann.New.${changes}@Example.org`;
});

const ask = (player: Player = ann, email = wanted, password = player.password) =>
  player.call(askEmailChange, { body: { email, password } });
const confirm = (token: string, visitor: Visitor = world.visitor()) =>
  visitor.call(confirmEmailChange, { body: { token } });
const undo = (token: string, newPassword = 'battery staple') =>
  world.visitor().call(undoEmailChange, { body: { token, newPassword } });
const signIn = (email: string, password = ann.password, visitor = world.visitor()) =>
  visitor.call(login, { body: { email, password } });
const signUp = (email: string) =>
  world.visitor().call(register, { body: { email, password: 'correct horse', firstName: null, lastName: null } });
const emailOf = async (visitor: Visitor = ann) => (await visitor.call(currentUser)).reply.email;
const tokensTo = async (email: string, path: 'confirm-email' | 'undo-email') =>
  (await deliveredTo(world, email)).flatMap(
    ({ body }) => new RegExp(`https://ching\\.example/${path}\\?token=([\\w.-]+)`).exec(body)?.[1] ?? [],
  );
const later = (table: 'email_changes' | 'email_undos', hours: number) =>
  world.database.pool.query(`update ${table} set expires_at = expires_at - make_interval(hours => $1)`, [hours]);

/** Changes the address of a player; returns the token that was mailed to the one of before. */
async function change(player: Player, from: string, to: string): Promise<string> {
  await ask(player, to);
  const [token = ''] = await tokensTo(to, 'confirm-email');
  expect((await confirm(token)).status).toBe(200);
  const [back = ''] = await tokensTo(from, 'undo-email');
  return back;
}

async function changeThePassword(): Promise<void> {
  const body = { password: ann.password, newPassword: 'battery staple' };
  expect((await ann.call(changePassword, { body })).status).toBe(200);
}

async function resetThePassword(): Promise<void> {
  await world.visitor().call(forgotPassword, { body: { email: old } });
  const [token = ''] = await resetTokensTo(world, old);
  const body = { token, newPassword: 'battery staple' };
  expect((await world.visitor().call(resetPassword, { body })).status).toBe(200);
}

describe('a change of the address', () => {
  test('needs the link that is mailed to the new one, and is told to the one of before', async () => {
    expect((await ask()).reply).toEqual({ message: 'A letter is on its way to the new address' });
    expect(await emailOf()).toBe(old);
    const [token = ''] = await tokensTo(wanted, 'confirm-email');
    expect((await confirm(token)).reply).toEqual({ message: 'Your address is changed' });
    expect(await emailOf()).toBe(wanted); // the sessions go on
    expect((await signIn(wanted.toUpperCase())).status).toBe(200);
    expect((await signIn(old)).status).toBe(401);
    expect(await deliveredTo(world, old)).toEqual(
      [
        {
          recipient: old,
          subject: 'Your Ching account has another address',
          body: expect.stringMatching(/72 hours[\s\S]*https:\/\/ching\.example\/undo-email\?token=/),
        },
      ].map((letter) => expect.objectContaining(letter)),
    );
    expect((await confirm(token)).refusal?.code).toBe('bad-link');
  });

  test('asks for the password, and for another address', async () => {
    expect((await ask(ann, wanted, 'wrong horse')).refusal?.code).toBe('wrong-password');
    expect((await ask(ann, old.toUpperCase())).refusal?.code).toBe('same-email');
    expect(await deliveredTo(world, wanted)).toEqual([]);
  });

  test('to the address of somebody else is answered alike, and only the letter says so', async () => {
    const bob = await world.signUp('Bob');
    const [free, taken] = [await ask(), await ask(ann, bob.user.email)];
    expect([taken.status, taken.reply]).toEqual([free.status, free.reply]);
    const [letter] = await deliveredTo(world, bob.user.email);
    expect(letter?.body).toMatch(/belongs to another Ching account/);
    expect(letter?.body).not.toMatch(/token=/);
    expect((await signIn(bob.user.email)).status).toBe(200);
  });

  test('is refused once somebody else has signed up with the address', async () => {
    await ask();
    const [token = ''] = await tokensTo(wanted, 'confirm-email');
    expect((await signUp(wanted)).status).toBe(201);
    expect((await confirm(token)).refusal?.code).toBe('email-taken');
    expect(await emailOf()).toBe(old);
  });

  test('has one link: a letter sent again has the same one, and another address ends it', async () => {
    await ask();
    const first = await tokensTo(wanted, 'confirm-email');
    await world.database.pool.query("update outbox set due_at = now(), sent_at = null where kind = 'email-change'");
    expect(await tokensTo(wanted, 'confirm-email')).toEqual(first);
    await ask(ann, `x${wanted}`);
    expect((await confirm(first[0] ?? '')).refusal?.code).toBe('bad-link');
    expect(await tokensTo(`x${wanted}`, 'confirm-email')).toHaveLength(1);
  });

  test('has a day', async () => {
    await ask();
    const [token = ''] = await tokensTo(wanted, 'confirm-email');
    await later('email_changes', 24);
    expect((await confirm(token)).refusal?.code).toBe('bad-link');
    await deleteExpiredEmailChanges(world.database.db);
    expect((await world.database.pool.query('select from email_changes')).rows).toEqual([]);
  });

  test('is not confirmed by a link that was not signed here, or of another kind', async () => {
    await ask();
    const [token = ''] = await tokensTo(wanted, 'confirm-email');
    const [id = '', signed = ''] = token.split('.');
    for (const wrong of ['', 'guessed', id, `${id}.${'A'.repeat(43)}`, `${id}.${signed.slice(1)}`])
      expect((await confirm(wrong)).status).toBe(400);
    expect((await undo(token)).refusal?.code).toBe('bad-link');
    const { rows } = await world.database.pool.query('select t::text from email_changes t');
    expect(JSON.stringify(rows)).not.toContain(signed);
  });

  test('ends links for a new password that were mailed to the one of before', async () => {
    await world.visitor().call(forgotPassword, { body: { email: old } });
    const [reset = ''] = await resetTokensTo(world, old);
    await change(ann, old, wanted);
    const { status } = await world
      .visitor()
      .call(resetPassword, { body: { token: reset, newPassword: 'thief horse' } });
    expect(status).toBe(400);
  });

  test.each([
    ['changed', changeThePassword],
    ['reset', resetThePassword],
  ])('ends with the password with which it was asked for, once that is %s', async (_how, setPassword) => {
    await ask();
    const [token = ''] = await tokensTo(wanted, 'confirm-email');
    await setPassword();
    expect((await confirm(token)).refusal?.code).toBe('bad-link');
    expect((await signIn(old, 'battery staple')).status).toBe(200);
  });

  test('is not mailed any more once a new password has ended it', async () => {
    await ask();
    await changeThePassword();
    expect(await deliveredTo(world, wanted)).toEqual([]);
  });

  test('takes confirmed mail about leagues along', async () => {
    await mailTo(world, ann, 'recap');
    await change(ann, old, wanted);
    const { mailAddress } = (await ann.call(noticeSettings)).reply;
    expect(mailAddress).toEqual({ email: wanted, isConfirmed: true, isAsked: false });
  });
});

describe('the address of before', () => {
  test('is nobody else’s for 72 hours, and then free', async () => {
    await change(ann, old, wanted);
    expect((await signUp(old)).refusal?.code).toBe('email-taken');
    const bob = await world.signUp('Bob');
    await ask(bob, old);
    expect((await deliveredTo(world, old))[0]?.body).not.toMatch(/token=/);
    await later('email_undos', 72);
    expect((await signUp(old.toUpperCase())).status).toBe(201);
  });

  test('is given back by its link with a new password, and signs out everywhere', async () => {
    const back = await change(ann, old, wanted);
    expect((await undo(back, 'password1')).status).toBe(400);
    expect((await undo(back)).reply).toEqual({ message: 'Your address of before is back' });
    expect((await ann.call(currentUser)).status).toBe(401);
    expect((await signIn(old, 'battery staple')).status).toBe(200);
    expect([(await signIn(old)).status, (await signIn(wanted, 'battery staple')).status]).toEqual([401, 401]);
    expect((await undo(back)).refusal?.code).toBe('bad-link');
    expect((await signUp(wanted)).status).toBe(201);
  });

  test('is not given back after 72 hours', async () => {
    const back = await change(ann, old, wanted);
    await later('email_undos', 72);
    expect((await undo(back)).refusal?.code).toBe('bad-link');
  });

  test('comes before all later ones: a thief who changes again loses to the first link', async () => {
    const [thief, second] = [`t.${wanted}`, `u.${wanted}`];
    const back = await change(ann, old, thief);
    const thiefsOwn = await change(ann, thief, second);
    expect((await undo(back)).status).toBe(200);
    expect((await undo(thiefsOwn)).refusal?.code).toBe('bad-link');
    expect((await signIn(old, 'battery staple')).status).toBe(200);
  });

  test('is no longer reserved once the account has it again, or is deleted', async () => {
    await change(ann, old, wanted);
    const back = await change(ann, wanted, old);
    expect((await world.database.pool.query('select email from email_undos')).rows).toEqual([{ email: wanted }]);
    await ann.call(deleteAccount, { body: { password: ann.password } });
    expect((await undo(back)).status).toBe(400);
    for (const email of [old, wanted]) expect((await signUp(email)).status).toBe(201);
  });
});

describe('at once', () => {
  test('ten confirmations are one, and two people who want one address get it once', async () => {
    const bob = await world.signUp('Bob');
    await ask();
    const [mine = ''] = await tokensTo(wanted, 'confirm-email');
    await ask(bob);
    const [his = ''] = await tokensTo(wanted, 'confirm-email');
    const answers = await Promise.all([...Array(5).fill(mine), ...Array(5).fill(his)].map((token) => confirm(token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status } of answers) expect([200, 400, 409, 503]).toContain(status);
  });

  test('ten undos are one', async () => {
    const back = await change(ann, old, wanted);
    const answers = await Promise.all(Array.from({ length: 10 }, () => undo(back)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('a confirmation and a sign-up with the address give it to one of them', async () => {
    await ask();
    const [token = ''] = await tokensTo(wanted, 'confirm-email');
    const [confirmed, signedUp] = await Promise.all([confirm(token), signUp(wanted)]);
    expect([confirmed.status, signedUp.status].toSorted()).toEqual(confirmed.status === 200 ? [200, 409] : [201, 409]);
  });
});

test('the letter goes through a mail server', async () => {
  const server = await startMailServer();
  const log = pino({ level: 'silent' });
  const site = 'https://ching.example';
  await ask();
  const transport = mailTransport(readEnv({ NODE_ENV: 'test', SMTP_URL: server.url }), log);
  await sendDueLetters({
    db: world.database.db,
    transport,
    textOf: writtenLetters(
      { database: world.database, site, linkKey: linkKeyOf(testSessionSecret) },
      textOfLetter(world.database, site, testSessionSecret),
    ),
    log,
  }).finally(transport.close);
  expect(server.received.map(({ to }) => to.join().toLowerCase())).toEqual([wanted.toLowerCase()]);
  await server.close();
});

test('five letters an hour, and three a day to one address, are sent for a user', async () => {
  const strict = await strictWorld({}, () => undefined);
  const player = await strict.signUp('Eager');
  const statuses: number[] = [];
  for (const email of [
    'a@example.org',
    'a@example.org',
    'a@example.org',
    'a@example.org',
    'b@example.org',
    'c@example.org',
  ])
    statuses.push((await ask(player, email)).status);
  expect(statuses).toEqual([200, 200, 200, 429, 200, 429]);
  await strict.drop();
});
