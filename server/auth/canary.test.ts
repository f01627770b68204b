import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { login, register, resetPassword } from '#shared/api/auth.ts';
import { createLog } from '../lib/log.ts';
import { sendDueLetters } from '../mail/send.ts';
import type { Letter } from '../mail/store.ts';
import { resetTokensTo } from '../testing/mail.ts';
import { testSessionSecret, testWorld, type World } from '../testing/world.ts';
import { textOfLetter } from './service.ts';

let world: World;
let logged = '';
const log = createLog('trace', { write: (line) => (logged += line) });

beforeAll(async () => {
  world = await testWorld({}, log);
});
afterAll(() => world.drop());

const lines = () =>
  logged
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

test('a run through all that an account can do leaves its events in the log, one line each, and none of its secrets', async () => {
  const { db } = world.database;
  const email = 'ann@example.com';
  const passwords = ['canary-first-password', 'canary-wrong-password', 'canary-second-password'] as const;
  const secrets: string[] = ['canary'];
  const remember = (response: Response) => {
    for (const cookie of response.headers.getSetCookie()) {
      const value = decodeURIComponent(cookie.split(';')[0]?.split('=')[1] ?? '');
      if (value) secrets.push(value, value.replace(/^s:/, '').split('.')[0] ?? value);
    }
    return response;
  };
  const visitor = world.visitor();
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) =>
    remember(await visitor.raw('POST', path, { body, headers })).status;

  expect(await post(register.path, { email, password: passwords[0], firstName: 'Ann' })).toBe(201);
  expect(await post('/api/auth/logout', undefined)).toBe(200);
  expect(await post(login.path, { email, password: passwords[1] })).toBe(401);
  expect(await post(login.path, { email, password: passwords[0] })).toBe(200);
  expect(await post(login.path, `{"email":"${email}","password":"canary-broken`)).toBe(400);
  expect(await post(login.path, { email, password: { canary: true } })).toBe(400);
  expect(
    await post(`${login.path}?password=canary-in-the-query`, { email: 'a\r\nforged line', password: 'canary' }),
  ).toBe(401);
  expect(await post(login.path, { email, password: 'canary' }, { 'sec-fetch-site': 'cross-site' })).toBe(403);
  expect(await post('/api/auth/forgot-password', { email })).toBe(200);
  await world.idle();
  const refused: string[] = [];
  const send = async ({ body }: Letter) => {
    refused.push(body);
    throw new Error(`550 refused: ${body}`);
  };
  await sendDueLetters({
    db,
    transport: { send },
    textOf: textOfLetter(world.database, 'http://ching.test', testSessionSecret),
    log,
  });
  await db.execute(sql`update outbox set due_at = now() where due_at is not null`);
  const [token = ''] = await resetTokensTo(world, email);
  expect(token).toHaveLength(43);
  secrets.push(token, refused[0] ?? '');
  expect((await visitor.raw('GET', `/reset-password?token=${token}`)).status).toBe(404);
  expect((await visitor.raw('GET', `/reset-password/%E0%A4%A?token=${token}`)).status).toBeLessThan(500);
  expect(await post(resetPassword.path, { token, newPassword: 'canary\u0000' })).toBe(400);
  expect(await post(resetPassword.path, { token, newPassword: passwords[2] })).toBe(200);
  expect(await post(resetPassword.path, { token, newPassword: passwords[2] })).toBe(400);

  expect(lines().map(({ msg }) => msg)).toEqual([
    'signed up',
    'signed out',
    'sign-in refused',
    'signed in',
    'sign-in refused',
    'forbidden',
    'mail not sent, to be tried again',
    'password reset',
  ]);
  expect(secrets.length).toBeGreaterThanOrEqual(7);
  for (const secret of secrets) expect(logged).not.toContain(secret);
});

test('what is logged by mistake is cut out, and a line break stays inside its line', () => {
  logged = '';
  const body = { password: 'canary', newPassword: 'canary', token: 'canary' };
  log.info(
    { ...body, body, cookie: 'canary', request: { ...body, cookie: 'canary', body }, name: 'a\r\nb' },
    'careless',
  );
  expect(lines()).toHaveLength(1);
  expect(logged).not.toContain('canary');
});
