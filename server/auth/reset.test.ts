import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { currentUser, login, resetPassword } from '#shared/api/auth.ts';
import { pathAttacks } from '#shared/testing/path-attacks.ts';
import { sendDueLetters } from '../mail/send.ts';
import { lockElsewhere } from '../testing/locks.ts';
import { deliveredTo, lettersTo, resetTokensTo } from '../testing/mail.ts';
import { type Player, testSessionSecret, testWorld, type Visitor, type World } from '../testing/world.ts';
import { textOfLetter } from './service.ts';

let world: World;

beforeAll(async () => {
  world = await testWorld({ APP_URL: 'https://ching.example' });
});
afterAll(() => world.drop());

const lockUser = 'select pg_advisory_xact_lock(9, hashtext($1))';
const asked = {
  status: 200,
  body: { message: 'If an account exists with that email, a password reset link has been sent.' },
};
const badLink = {
  status: 400,
  refusal: { code: 'bad-link', message: 'Failed to reset password. The link may be expired or invalid.' },
};

async function ask(email: unknown, headers: Record<string, string> = {}) {
  const response = await world.visitor().raw('POST', '/api/auth/forgot-password', { body: { email }, headers });
  expect(response.headers.getSetCookie()).toEqual([]);
  return { status: response.status, body: await response.json() };
}

/** Asks for a reset and returns the token that is mailed. */
async function tokenFor({ user }: Player): Promise<string> {
  await ask(user.email);
  const token = (await resetTokensTo(world, user.email)).at(-1);
  if (!token) throw new Error('no token was mailed');
  return token;
}

const reset = (token: string, newPassword = 'new horse', visitor = world.visitor()) =>
  visitor.call(resetPassword, { body: { token, newPassword } });

const signIn = (player: Player, password: string, visitor = world.visitor()) =>
  visitor.call(login, { body: { email: player.user.email, password } });

async function count(table: 'outbox' | 'password_resets' | 'sessions'): Promise<number> {
  const { rows } = await world.database.pool.query<{ count: number }>(`select count(*)::int as count from ${table}`);
  return rows[0]?.count ?? Number.NaN;
}

describe('asking for a reset', () => {
  test('mails a link of APP_URL, whose token nothing stores but as a digest, and that only once it is sent', async () => {
    const player = await world.signUp();
    expect(await ask(player.user.email)).toEqual(asked);
    await world.idle();
    expect(await lettersTo(world.database.db, player.user.email)).toEqual([
      { subject: 'Reset your Ching password', body: '' },
    ]);
    const { rows: before } = await world.database.db.execute(sql`
      select from password_resets where user_id = ${player.user.id}`);
    expect(before).toEqual([]);
    const [letter, ...more] = await deliveredTo(world, player.user.email);
    expect(more).toEqual([]);
    const [, token = ''] =
      /^https:\/\/ching\.example\/reset-password\?token=([\w-]{43})$/m.exec(letter?.body ?? '') ?? [];
    expect(await lettersTo(world.database.db, player.user.email)).toEqual([{ subject: letter?.subject, body: '' }]);
    const { rows } = await world.database.db.execute<{ hash: string; life: number }>(sql`
      select token_hash as hash, extract(epoch from expires_at - now())::float8 as life
      from password_resets where user_id = ${player.user.id}`);
    expect(rows).toEqual([
      { hash: createHash('sha256').update(token).digest('base64url'), life: expect.closeTo(3_600, -1.5) },
    ]);
  });

  test('is answered before anything is done about the account', async () => {
    const { user } = await world.signUp();
    const lock = await lockElsewhere(world.database, 'lock table outbox, users in access exclusive mode', []);
    expect([await ask(user.email), await ask('nobody@example.com')]).toEqual([asked, asked]);
    await lock.release();
    expect(await resetTokensTo(world, user.email)).toHaveLength(1);
  });

  test('mails a link that leads back to the invitation which the person came from, and to nothing else', async () => {
    const { user } = await world.signUp();
    const linkFor = async (next: unknown) => {
      const body = { email: user.email, next };
      expect((await world.visitor().raw('POST', '/api/auth/forgot-password', { body })).status).toBe(200);
      const [letter] = await deliveredTo(world, user.email);
      return /^https:.*$/m.exec(letter?.body ?? '')?.[0].replace(/token=[\w-]{43}/, 'token=T');
    };
    const plain = 'https://ching.example/reset-password?token=T';
    expect(await linkFor('/join/K7Q2MX')).toBe(`${plain}&next=%2Fjoin%2FK7Q2MX`);
    const others = ['/join/K7Q2MX/../x', '/join/K7Q2MX?next=//evil.test', '/join/aaaaaa', '/profile', null];
    for (const next of [...others, 'x'.repeat(10_000), ...pathAttacks]) expect(await linkFor(next)).toBe(plain);
  });

  test('answers for an address that nobody has as for one that somebody has', async () => {
    const before = await count('outbox');
    expect(await ask('nobody@example.com')).toEqual(asked);
    await world.idle();
    expect(await count('outbox')).toBe(before);
  });

  test.each([
    'not an address',
    'mi\u212ae@example.com',
    'a\u0000@example.com',
    '\ud800@example.com',
    'a@example.com\r\nBcc: b@example.com',
    `${'a'.repeat(5_000)}@example.com`,
    "' or 1=1 --",
  ])('answers the same for %j, and mails nobody', async (email) => {
    if (email.startsWith('mi')) await world.signUp('mike');
    const before = [await count('outbox'), await count('password_resets')];
    expect(await ask(email)).toEqual(asked);
    expect(await deliveredTo(world, email)).toEqual([]);
    expect([await count('outbox'), await count('password_resets')]).toEqual(before);
  });

  test('mails a letter that folds into ASCII to nobody, though lower case makes it another’s address', async () => {
    const { user } = await world.signUp('kim');
    const folded = user.email.replace('k', '\u212a');
    expect(folded.toLowerCase()).toBe(user.email);
    expect(await ask(folded)).toEqual(asked);
    await world.idle();
    expect(await lettersTo(world.database.db, user.email)).toEqual([]);
  });

  test.each([[{}], [{ email: 7 }], [{ email: ['a@example.com'] }], [{ email: null }], [{ email: '' }]])(
    'refuses %j, which is no text',
    async (body) => {
      expect((await world.visitor().raw('POST', '/api/auth/forgot-password', { body })).status).toBe(400);
    },
  );

  test('mails the address that is stored, however it was typed', async () => {
    const { user } = await world.signUp();
    expect(await ask(`  ${user.email.toUpperCase()} `)).toEqual(asked);
    expect(await resetTokensTo(world, user.email)).toHaveLength(1);
  });

  test('never takes the link from what a request says about its host', async () => {
    const { user } = await world.signUp();
    await ask(user.email, {
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example',
      'x-original-host': 'evil.example',
    });
    const letters = await deliveredTo(world, user.email);
    expect(letters).toHaveLength(1);
    expect(JSON.stringify(letters)).not.toContain('evil');
  });

  test('again makes the link of before worthless', async () => {
    const player = await world.signUp();
    const first = await tokenFor(player);
    const second = await tokenFor(player);
    expect(await reset(first)).toMatchObject(badLink);
    expect((await reset(second)).status).toBe(200);
  });

  test('ten times at once leaves one link that works', async () => {
    const player = await world.signUp();
    await Promise.all(Array.from({ length: 10 }, () => ask(player.user.email)));
    const tokens = await resetTokensTo(world, player.user.email);
    expect(new Set(tokens).size).toBe(10);
    const { rows } = await world.database.db.execute(sql`
      select 1 from password_resets where user_id = ${player.user.id}`);
    expect(rows).toHaveLength(1);
    expect(await reset(tokens[0] ?? '')).toMatchObject(badLink);
    expect((await reset(tokens[9] ?? '')).status).toBe(200);
  });

  test('mails the same link in a letter that is sent again, and it works once', async () => {
    const player = await world.signUp();
    const first = await tokenFor(player);
    await world.database.db.execute(sql`
      update outbox set due_at = now(), sent_at = null where recipient = ${player.user.email}`);
    expect(await resetTokensTo(world, player.user.email)).toEqual([first]);
    expect((await reset(first)).status).toBe(200);
    expect(await reset(first)).toMatchObject(badLink);
  });

  test('again leaves the newer link valid, however late the older letter is tried again', async () => {
    const player = await world.signUp();
    await ask(player.user.email);
    await world.idle();
    const textOf = textOfLetter(world.database, 'https://ching.example', testSessionSecret);
    const failing = { send: () => Promise.reject(Object.assign(new Error(), { responseCode: 451 })) };
    await sendDueLetters({ db: world.database.db, transport: failing, textOf, log: pino({ level: 'silent' }) });
    const newer = await tokenFor(player);
    await world.database.db.execute(sql`
      update outbox set due_at = now() where recipient = ${player.user.email} and sent_at is null`);
    expect(await deliveredTo(world, player.user.email)).toEqual([]);
    expect((await reset(newer)).status).toBe(200);
  });

  test('brings no link any more once the password was reset, not even in a letter that is being sent', async () => {
    const player = await world.signUp();
    const token = await tokenFor(player);
    await ask(player.user.email);
    await world.idle();
    const sent: string[] = [];
    const textOf = textOfLetter(world.database, 'https://ching.example', testSessionSecret);
    await sendDueLetters({
      db: world.database.db,
      transport: { send: async ({ subject }) => void sent.push(subject) },
      textOf: async (letter) => {
        if (letter.resetUserId !== null) expect((await reset(token)).status).toBe(200);
        return textOf(letter);
      },
      log: pino({ level: 'silent' }),
    });
    expect(sent).toEqual(['Your Ching password was changed']);
  });

  test('brings no link to who is gone by then', async () => {
    const player = await world.signUp();
    await ask(player.user.email);
    await world.idle();
    await world.database.db.execute(sql`delete from users where id = ${player.user.id}`);
    expect(await deliveredTo(world, player.user.email)).toEqual([]);
    expect(await deliveredTo(world, player.user.email)).toEqual([]);
  });
});

describe('a reset', () => {
  test('sets the password, signs nobody in, and tells the owner by mail', async () => {
    const player = await world.signUp();
    const visitor = world.visitor();
    const { reply, headers } = await reset(await tokenFor(player), 'six666', visitor);
    expect(reply).toEqual({ message: 'Password reset successful' });
    expect(headers.getSetCookie()).toEqual([expect.stringMatching(/^device=/)]);
    expect((await visitor.call(currentUser)).status).toBe(401);
    expect((await signIn(player, player.password)).status).toBe(401);
    expect((await signIn(player, 'six666')).status).toBe(200);
    const letters = await lettersTo(world.database.db, player.user.email);
    expect(letters.map(({ subject }) => subject)).toEqual([
      'Reset your Ching password',
      'Your Ching password was changed',
    ]);
    expect(letters[1]?.body).toContain('https://ching.example/forgot-password');
  });

  test('is in the audit log, as a change of the password is', async () => {
    const player = await world.signUp();
    await reset(await tokenFor(player));
    const { rows } = await world.database.pool.query('select action, detail from audit_log where actor_id = $1', [
      player.user.id,
    ]);
    expect(rows).toEqual([{ action: 'password-changed', detail: {} }]);
  });

  test('ends every session of the user and nobody else’s', async () => {
    const phone = await world.signUp();
    const other = await world.signUp();
    const [desk, tablet] = [world.visitor(), world.visitor()];
    await signIn(phone, phone.password, desk);
    await signIn(phone, phone.password, tablet);
    const statuses = (visitors: Visitor[]) =>
      Promise.all(visitors.map(async (visitor) => (await visitor.call(currentUser)).status));
    expect(await statuses([phone, desk, tablet, other])).toEqual([200, 200, 200, 200]);
    await reset(await tokenFor(phone));
    expect(await statuses([phone, desk, tablet, other])).toEqual([401, 401, 401, 200]);
  });

  test('signs out the browser that sends it, also from another account', async () => {
    const [ann, bob] = [await world.signUp(), await world.signUp()];
    const desk = world.visitor();
    await signIn(bob, bob.password, desk);
    expect(await reset(await tokenFor(ann), 'short', bob)).toMatchObject({ status: 400 });
    expect((await bob.call(currentUser)).status).toBe(200);
    expect((await reset(await tokenFor(ann), 'new horse', bob)).status).toBe(200);
    expect((await bob.call(currentUser)).status).toBe(401);
    expect((await desk.call(currentUser)).status).toBe(200);
    expect((await signIn(ann, 'new horse', bob)).reply).toMatchObject({ id: ann.user.id });
    expect((await signIn(bob, bob.password)).status).toBe(200);
  });

  test('twenty times at once with one token succeeds once', async () => {
    const player = await world.signUp();
    const token = await tokenFor(player);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => reset(token, `new horse ${at}`)));
    const winners = answers.flatMap(({ status }, at) => (status === 200 ? [at] : []));
    expect(winners).toHaveLength(1);
    const others = answers.filter(({ status }) => status !== 200);
    expect(others.map(({ status, refusal }) => ({ status, refusal }))).toEqual(others.map(() => badLink));
    expect((await signIn(player, `new horse ${winners[0]}`)).status).toBe(200);
    expect(await lettersTo(world.database.db, player.user.email)).toHaveLength(2);
  });

  test('with a token of more than an hour ago is refused', async () => {
    const player = await world.signUp();
    const token = await tokenFor(player);
    const { rows } = await world.database.db.execute<{ hourBefore: string }>(sql`
      select expires_at - interval '1 hour' as "hourBefore" from password_resets where user_id = ${player.user.id}`);
    await world.database.db.execute(sql`
      update password_resets set expires_at = ${rows[0]?.hourBefore} where user_id = ${player.user.id}`);
    expect(await reset(token)).toMatchObject(badLink);
    expect((await signIn(player, player.password)).status).toBe(200);
  });

  test('goes by the database’s clock, not the app’s', async () => {
    const player = await world.signUp();
    const token = await tokenFor(player);
    const { now } = world.clock;
    world.clock.now = new Date(now.getTime() + 48 * 3_600_000);
    expect((await reset(token)).status).toBe(200);
    world.clock.now = now;
  });

  test.each(['x', ' ', '\u0000', '\ud800', 'a'.repeat(43), 'a'.repeat(10_000), '../..', "' or 1=1 --"])(
    'with the token %j is refused',
    async (token) => {
      const before = await count('outbox');
      expect(await reset(token)).toMatchObject(badLink);
      expect(await count('outbox')).toBe(before);
    },
  );

  test('is refused to the digest that the table holds', async () => {
    const player = await world.signUp();
    const token = await tokenFor(player);
    expect(await reset(createHash('sha256').update(token).digest('base64url'))).toMatchObject(badLink);
  });

  test.each([
    ['5 characters', 'five5', 'Password must be at least 6 characters long.'],
    ['73 bytes', 'a'.repeat(73), 'Password must be at most 72 bytes long.'],
    ['a NUL', 'correct\u0000horse', 'Password holds a character that cannot be used.'],
    ['a lone surrogate', 'correct\ud800horse', 'Password holds a character that cannot be used.'],
    ['a common one', '1Dragon', 'Please choose a less common password'],
  ])('to %s is refused and does not use the token up', async (_name, newPassword, message) => {
    const player = await world.signUp();
    const token = await tokenFor(player);
    expect(await reset(token, newPassword)).toMatchObject({ status: 400, refusal: { message } });
    expect((await reset(token)).status).toBe(200);
  });

  test('that is under way lets no sign-in with the old password through beside it', async () => {
    const player = await world.signUp();
    const before = await count('sessions');
    const holder = await world.database.pool.connect();
    await holder.query('begin');
    await holder.query(lockUser, [player.user.id]);
    await holder.query(`update users set password_hash = 'another' where id = $1`, [player.user.id]);
    await holder.query(`delete from sessions where sess #>> '{passport,user}' = $1`, [player.user.id]);
    const signingIn = signIn(player, player.password);
    // The new session is stored before the sign-in reads the user again.
    await expect.poll(() => count('sessions'), { timeout: 5_000, interval: 5 }).toBe(before + 1);
    await holder.query('commit');
    holder.release();
    expect(await signingIn).toMatchObject({ status: 401, refusal: { code: 'wrong-credentials' } });
    expect(await count('sessions')).toBe(before - 1);
  });

  test('that is under way for too long leaves nobody signed in whom it has told to try again', async () => {
    const player = await world.signUp();
    const before = await count('sessions');
    const lock = await lockElsewhere(world.database, lockUser, [player.user.id]);
    const visitor = world.visitor();
    expect(await signIn(player, player.password, visitor)).toMatchObject({ status: 503, refusal: { code: 'busy' } });
    await lock.release();
    expect((await visitor.call(currentUser)).status).toBe(401);
    expect(await count('sessions')).toBe(before);
    expect((await signIn(player, player.password, visitor)).status).toBe(200);
  });
});
