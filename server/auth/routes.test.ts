import bcrypt from 'bcrypt';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { currentUser, login, logout, register } from '#shared/api/auth.ts';
import { pathAttacks } from '#shared/testing/path-attacks.ts';
import { aPerson, postTo, wrongCredentials } from '../testing/sign-up.ts';
import { testWorld, type World } from '../testing/world.ts';

let world: World;
const post = (path: string, body: unknown) => postTo(world, path, body);

beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.drop());

describe('signing in', () => {
  test('answers the user, whatever the case of the address', async () => {
    const person = aPerson();
    const { body: user } = await post('/api/auth/register', person);
    const { email, password } = person;
    for (const spelling of [email, email.toUpperCase(), ` ${email}`]) {
      expect(await post('/api/auth/login', { email: spelling, password })).toMatchObject({ status: 200, body: user });
    }
  });

  test('refuses a wrong password and an unknown address in the same words', async () => {
    const { email } = aPerson();
    await post('/api/auth/register', aPerson({ email }));
    const wrong = await post('/api/auth/login', { email, password: 'wrong horse' });
    const unknown = await post('/api/auth/login', { email: 'nobody@example.com', password: 'correct horse' });
    expect(wrong).toEqual(wrongCredentials);
    expect(unknown).toEqual(wrong);
  });

  test.each([
    ['a NUL in the address', { email: 'a\u0000@example.com', password: 'correct horse' }],
    ['a lone surrogate in the address', { email: '\ud800@example.com', password: 'correct horse' }],
    ['a letter that folds into ASCII', { email: 'mi\u212ae@example.com', password: 'correct horse' }],
    ['a NUL in the password', { email: 'nobody@example.com', password: '\u0000' }],
    ['73 bytes', { email: 'nobody@example.com', password: 'a'.repeat(73) }],
    ['10,000 characters', { email: 'nobody@example.com', password: 'a'.repeat(10_000) }],
    ['an endless address', { email: `${'a'.repeat(10_000)}@example.com`, password: 'correct horse' }],
    ['SQL', { email: "' or 1=1 --", password: "' or 1=1 --" }],
  ])('refuses %s like any wrong credentials', async (_name, body) => {
    expect(await post('/api/auth/login', body)).toEqual(wrongCredentials);
  });

  test('refuses a password that bcrypt alone would take for the right one', async () => {
    const broken = aPerson({ password: '\ufffd correct horse' });
    await post('/api/auth/register', broken);
    expect(await post('/api/auth/login', { email: broken.email, password: '\ud800 correct horse' })).toEqual(
      wrongCredentials,
    );
    const plain = aPerson({ password: 'correct horse' });
    await post('/api/auth/register', plain);
    expect(await post('/api/auth/login', { email: plain.email, password: 'correct horse\u0000battery' })).toEqual(
      wrongCredentials,
    );
  });

  test.each([
    {},
    [],
    { email: 'a@example.com' },
    { password: 'correct horse' },
    { email: 1, password: 2 },
    { email: 'a@example.com', password: 12345678 },
    { email: 'a@example.com', password: true },
    { email: 'a@example.com', password: null },
    { email: ['a@example.com'], password: ['correct horse'] },
    { email: { $ne: null }, password: { $ne: null } },
    { email: '', password: '' },
  ])('refuses %j as no credentials at all', async (body) => {
    expect(await post('/api/auth/login', body)).toMatchObject({
      status: 400,
      cookies: [],
      body: { code: 'bad-input' },
    });
  });

  test('knows an account whose address and names would be refused today', async () => {
    const person = aPerson();
    const { body } = await post('/api/auth/register', person);
    const email = `old<ann>,${person.email}`;
    await world.database.db.execute(sql`
      update users set email = ${email}, email_norm = ${email}, first_name = ${'\u202ennA'} where id = ${body.id}`);
    const again = await post('/api/auth/login', { email, password: person.password });
    expect(again).toMatchObject({ status: 200, body: { email, firstName: '\u202ennA' } });
  });

  test('takes a common password that an account has already', async () => {
    const person = aPerson();
    await post('/api/auth/register', person);
    const passwordHash = await bcrypt.hash('password', 4);
    await world.database.db.execute(sql`
      update users set password_hash = ${passwordHash} where email = ${person.email}`);
    expect((await post('/api/auth/login', { email: person.email, password: 'password' })).status).toBe(200);
  });

  test('hashes a password anew whose hash has another cost, and lets everybody in who signs in meanwhile', async () => {
    const person = aPerson();
    const { body } = await post('/api/auth/register', person);
    const { email, password } = person;
    const hashOf = async () => {
      const { rows } = await world.database.db.execute<{ hash: string }>(sql`
        select password_hash as hash from users where id = ${body.id}`);
      return rows[0]?.hash ?? '';
    };
    for (const cost of [5, 6]) {
      const older = await bcrypt.hash(password, cost);
      await world.database.db.execute(sql`update users set password_hash = ${older} where id = ${body.id}`);
      expect((await post('/api/auth/login', { email, password: 'wrong horse' })).status).toBe(401);
      expect(await hashOf()).toBe(older);
      const answers = await Promise.all(Array.from({ length: 10 }, () => post('/api/auth/login', { email, password })));
      expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
      expect(bcrypt.getRounds(await hashOf())).toBe(4);
    }
  });

  test('waits for a slot however many sign in at once', async () => {
    const triesSoFar = async () => {
      const { rows } = await world.database.db.execute<{ points: number }>(sql`
        select points from rate_limits where key = ${'signInsOfAddress:127.0.0.1'}`);
      return rows[0]?.points ?? 0;
    };
    const before = await triesSoFar();
    let open: () => void = () => undefined;
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    const comparing = vi.spyOn(bcrypt, 'compare').mockImplementation(async () => {
      await opened;
      return false;
    });
    const rush = Array.from({ length: 60 }, () => post('/api/auth/login', aPerson()));
    await expect.poll(triesSoFar, { timeout: 4_000, interval: 20 }).toBe(before + 60);
    open();
    expect((await Promise.all(rush)).map(({ status }) => status)).toEqual(Array(60).fill(401));
    comparing.mockRestore();
  });

  test('never reads credentials from the query', async () => {
    const person = aPerson();
    await post('/api/auth/register', person);
    const { email, password } = person;
    const query = new URLSearchParams({ email, password });
    for (const body of [undefined, {}, { email: '', password: '' }, { email, password: '' }]) {
      const { status, cookies } = await post(`/api/auth/login?${query}`, body);
      expect([status, cookies]).toEqual([400, []]);
    }
    expect(await post(`/api/auth/login?${query}`, { email, password: 'wrong horse' })).toEqual(wrongCredentials);
    const get = await world.visitor().raw('GET', `/api/auth/login?${query}`);
    expect([get.status, get.headers.getSetCookie()]).toEqual([404, []]);
  });
});

describe('the current user', () => {
  test('is nobody without a session', async () => {
    const { status, refusal } = await world.visitor().call(currentUser);
    expect([status, refusal]).toEqual([401, { message: 'Unauthorized', code: 'unauthorized' }]);
  });

  test('is nobody once the account is gone', async () => {
    const visitor = world.visitor();
    const { reply } = await visitor.call(register, { body: aPerson() });
    await world.database.db.execute(sql`delete from users where id = ${reply.id}`);
    expect((await visitor.call(currentUser)).refusal).toMatchObject({ message: 'Unauthorized' });
  });

  test('is an admin from the moment the row says so, within the same session', async () => {
    const player = await world.signUp();
    await world.database.db.execute(sql`update users set is_admin = true where id = ${player.user.id}`);
    expect((await player.call(currentUser)).reply.isAdmin).toBe(true);
  });

  test('is never taken from a header', async () => {
    const player = await world.signUp();
    const headers = { 'x-demo-user': player.user.id, 'x-user-id': player.user.id, authorization: player.user.id };
    for (const path of ['/api/auth/user', '/api/groups', '/api/bets']) {
      expect((await world.visitor().raw('GET', path, { headers })).status).toBe(401);
    }
    const other = await world.signUp();
    expect((await other.call(currentUser, { headers })).reply.id).toBe(other.user.id);
  });
});

describe('signing out', () => {
  test('ends the session', async () => {
    const player = await world.signUp();
    expect((await player.call(logout)).reply).toEqual({ message: 'Logged out' });
    expect((await player.call(currentUser)).status).toBe(401);
  });

  test('is fine without a session, and twice', async () => {
    const visitor = world.visitor();
    expect((await visitor.call(logout)).status).toBe(200);
    expect((await visitor.call(logout)).status).toBe(200);
  });

  test('is not refused over a header that is wrong for a bet', async () => {
    const player = await world.signUp();
    expect((await player.call(logout, { headers: { 'idempotency-key': '!' } })).status).toBe(200);
    expect((await player.call(currentUser)).status).toBe(401);
  });

  test('leaves other sessions of the same person alone', async () => {
    const phone = await world.signUp();
    const desk = world.visitor();
    await desk.call(login, { body: { email: phone.user.email, password: phone.password } });
    await phone.call(logout);
    expect((await desk.call(currentUser)).status).toBe(200);
  });
});

describe('the way to sign in', () => {
  test.each([
    ['', '/'],
    ['?next=/my-bets', '/?next=%2Fmy-bets'],
    ['?next=/league/0197f0a0-0000-7000-8000-000000000000', '/?next=%2Fleague%2F0197f0a0-0000-7000-8000-000000000000'],
    ['?next=/a&next=/b', '/'],
    ...pathAttacks.map((attack) => [`?next=${encodeURIComponent(attack)}`, '/']),
  ])('with %j leads to %j', async (query, location) => {
    const response = await world.visitor().raw('GET', `/api/login${query}`);
    expect([response.status, response.headers.get('location')]).toEqual([302, location]);
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  test('leads a person who is signed in to the page at once', async () => {
    const { raw } = await world.signUp();
    for (const [query, location] of [
      ['?next=/my-bets', '/my-bets'],
      ['', '/'],
      ['?next=//evil.example', '/'],
    ]) {
      const response = await raw('GET', `/api/login${query}`);
      expect([response.status, response.headers.get('location')]).toEqual([302, location]);
    }
  });

  test('leads a session whose account is gone to the sign-in, not back to the page that led here', async () => {
    const { raw, user } = await world.signUp();
    await world.database.db.execute(sql`delete from users where id = ${user.id}`);
    const response = await raw('GET', '/api/login?next=/my-bets');
    expect(response.headers.get('location')).toBe('/?next=%2Fmy-bets');
  });
});
