import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { currentUser, register } from '#shared/api/auth.ts';
import { aPerson, postTo, wrongCredentials } from '../testing/sign-up.ts';
import { testWorld, type World } from '../testing/world.ts';

let world: World;
const post = (path: string, body: unknown) => postTo(world, path, body);

beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.drop());

async function countUsers(): Promise<number> {
  const { rows } = await world.database.db.execute<{ count: number }>(sql`select count(*)::int as count from users`);
  return rows[0]?.count ?? Number.NaN;
}

describe('signing up', () => {
  test('signs in and answers the user as the current-user call does', async () => {
    const visitor = world.visitor();
    const { status, reply } = await visitor.call(register, { body: aPerson({ email: 'Ann.Lee@Example.com' }) });
    expect(status).toBe(201);
    expect(reply).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      email: 'Ann.Lee@Example.com',
      firstName: 'Ann',
      lastName: 'Lee',
      username: null,
      displayName: 'Ann L.',
      isAdmin: false,
    });
    expect((await visitor.call(currentUser)).reply).toEqual(reply);
  });

  test('keeps a hash of the password and nothing of the password itself', async () => {
    const person = aPerson({ password: 'a password to look for' });
    await post('/api/auth/register', person);
    const { rows } = await world.database.db.execute(
      sql`select to_jsonb(users) from users where email = ${person.email}`,
    );
    expect(JSON.stringify(rows)).toMatch(/"password_hash":"\$2b\$04\$/);
    expect(JSON.stringify(rows)).not.toContain('look for');
  });

  test('takes names that are missing, empty or blank as none', async () => {
    const { email, password } = aPerson();
    expect(await post('/api/auth/register', { email, password, firstName: '  ', lastName: null })).toMatchObject({
      status: 201,
      body: { firstName: null, lastName: null, displayName: 'Player' },
    });
  });

  test('takes an address once, however it is spelled', async () => {
    const { email, ...person } = aPerson();
    await post('/api/auth/register', { ...person, email });
    for (const spelling of [email, email.toUpperCase(), ` ${email} `]) {
      expect(await post('/api/auth/register', { ...person, email: spelling })).toEqual({
        status: 409,
        cookies: [],
        body: { message: 'An account with this email already exists', code: 'email-taken' },
      });
    }
  });

  test('twenty times at once with one address makes one account', async () => {
    const person = aPerson();
    const before = await countUsers();
    const answers = await Promise.all(Array.from({ length: 20 }, () => post('/api/auth/register', person)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, ...Array(19).fill(409)]);
    expect(await countUsers()).toBe(before + 1);
  });

  test('takes nothing from the body but address, password and names', async () => {
    const stolen = '0197f0a0-0000-7000-8000-000000000000';
    const { status, body } = await post(
      '/api/auth/register',
      aPerson({
        isAdmin: true,
        is_admin: true,
        id: stolen,
        username: 'root',
        passwordHash: 'x',
        createdAt: '2001-01-01',
      }),
    );
    expect([status, body.isAdmin, body.username, body.id === stolen]).toEqual([201, false, null, false]);
    const { rows } = await world.database.db.execute<{ is_admin: boolean; created_at: Date }>(
      sql`select is_admin, created_at > now() - interval '1 hour' as is_new from users where id = ${body.id}`,
    );
    expect(rows).toEqual([{ is_admin: false, is_new: true }]);
  });

  const longest = 'a'.repeat(72);
  test.each([
    ['8 characters', 'eight888'],
    ['72 bytes', longest],
    ['18 emoji of 4 bytes', '🏈'.repeat(18)],
    ['blanks at its ends', '  spaces  '],
  ])('takes a password of %s exactly as it is', async (_name, password) => {
    const person = aPerson({ password });
    expect((await post('/api/auth/register', person)).status).toBe(201);
    const { email } = person;
    expect((await post('/api/auth/login', { email, password })).status).toBe(200);
    expect(await post('/api/auth/login', { email, password: `${password}X` })).toEqual(wrongCredentials);
    expect(await post('/api/auth/login', { email, password: password.slice(1) })).toEqual(wrongCredentials);
  });

  test.each([
    ['7 characters', 'seven77', 'Password must be at least 8 characters long.'],
    ['73 bytes', `${longest}a`, 'Password must be at most 72 bytes long.'],
    ['73 bytes in fewer characters', `${'é'.repeat(36)}a`, 'Password must be at most 72 bytes long.'],
    ['a NUL', 'correct\u0000horse', 'Password holds a character that cannot be used.'],
    ['a lone surrogate', 'correct\ud800horse', 'Password holds a character that cannot be used.'],
  ])('refuses a password with %s', async (_name, password, message) => {
    const before = await countUsers();
    expect(await post('/api/auth/register', aPerson({ password }))).toEqual({
      status: 400,
      cookies: [],
      body: { message, code: 'bad-input' },
    });
    expect(await countUsers()).toBe(before);
  });

  test.each(['password', 'PassWord1', '12345678', '88888888', 'qwertyuiop', 'IloveYou', 'baseball'])(
    'refuses %s, which is among the most common passwords',
    async (password) => {
      const before = await countUsers();
      expect(await post('/api/auth/register', aPerson({ password }))).toEqual({
        status: 400,
        cookies: [],
        body: { message: 'Please choose a less common password', code: 'bad-input' },
      });
      expect(await countUsers()).toBe(before);
    },
  );

  const odd = [
    12345678,
    true,
    null,
    {},
    [],
    ['a@example.com'],
    '',
    ' ',
    '\u0000',
    'a\u0000b@example.com',
    '\ud800@x.io',
  ];
  test.each([
    ...odd,
    'no-at.example.com',
    'two@@example.com',
    'a@b',
    'mi\u212ae@example.com',
    'a b@example.com',
    'a@example.com\r\nBcc: b@example.com',
    `${'a'.repeat(250)}@example.com`,
    `a@${'.'.repeat(15_000)}@`,
    'ann<eve@example.com>',
    'ann,eve@example.com',
    'ann;eve@example.com',
    'ann(eve)@example.com',
    '"ann"@example.com',
    'ann@example..com',
    'ann@-example.com',
    'ann@example.com.',
    'ann@exa_mple.com',
  ])('refuses the address %j', async (email) => {
    const { status, body } = await post('/api/auth/register', aPerson({ email }));
    expect([status, body.code]).toEqual([400, 'bad-input']);
  });

  test.each([
    ['a number', 7],
    ['an object', { length: 3 }],
    ['a list', ['Ann']],
    ['a NUL', 'An\u0000n'],
    ['a lone surrogate', 'An\udfffn'],
    ['61 characters', 'n'.repeat(61)],
  ])('refuses %s as a name', async (_name, firstName) => {
    const { status, body } = await post('/api/auth/register', aPerson({ firstName }));
    expect([status, body.code]).toEqual([400, 'bad-input']);
    expect(body.message).toMatch(/^firstName: /);
  });

  test('takes no invisible or bidirectional character into a name', async () => {
    const names = { firstName: '\u202eeeL nnA\u200b', lastName: '\u3164\u2066' };
    expect(await post('/api/auth/register', aPerson(names))).toMatchObject({
      status: 201,
      body: { firstName: 'eeL nnA', lastName: null, displayName: 'eeL nnA' },
    });
    const flood = await post('/api/auth/register', aPerson({ firstName: `A${'\u0310'.repeat(9)}nn` }));
    expect(flood).toMatchObject({ status: 400, body: { message: 'firstName: has too many marks on one letter' } });
  });

  test('keeps markup in a name as text', async () => {
    const { body } = await post('/api/auth/register', aPerson({ firstName: '<b onclick="x">Ann</b>' }));
    expect(body.firstName).toBe('<b onclick="x">Ann</b>');
  });
});
