import { createServer } from 'node:http';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { currentUser, forgotPassword, login, logout, resetPassword } from '#shared/api/auth.ts';
import { listGroups } from '#shared/api/groups.ts';
import { createApp } from '../app.ts';
import { listen } from '../lib/listen.ts';
import { repeat, signInAt, signUpNeighbours, strictWorld, tally } from '../testing/limits.ts';
import { resetTokensTo } from '../testing/mail.ts';
import type { Player, Visitor, World } from '../testing/world.ts';
import { digest } from './digest.ts';

/** The world that most tests share. */
let shared: World;
/** The world of the current test: `shared`, unless the test makes one with other settings. */
let world: World;

beforeAll(async () => {
  shared = await strictWorld({}, () => undefined);
});
beforeEach(async () => {
  await shared.clear();
  world = shared;
});
afterEach(async () => {
  if (world !== shared) await world.drop();
});
afterAll(() => shared.drop());

/** Ends the current delay of an account, as time would. */
const endDelay = () => world.database.db.execute(sql`update rate_limits set expire = 1 where key like 'signInDelay:%'`);

const signIn = (email: string, password?: string, headers?: Record<string, string>) =>
  signInAt(world, email, password, headers);

const storedKeys = async () => {
  const { rows } = await world.database.db.execute<{ key: string }>(sql`select key from rate_limits order by key`);
  return rows.map(({ key }) => key);
};

describe('signing in', () => {
  test('to one account fails five times, then is answered 429 with when to come back', async () => {
    const { user, password } = await world.signUp();
    const answers = await repeat(7, () => signIn(user.email));
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429, 429]);
    const last = answers.at(-1);
    expect(last?.refusal).toEqual({ message: 'Too many tries. Please try again later.', code: 'too-many' });
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(last?.headers.get('retry-after'))).toBeLessThanOrEqual(30);
    // Meanwhile even the right password is refused, for every spelling of the address.
    expect((await signIn(` ${user.email.toUpperCase()}`, password)).status).toBe(429);
  });

  test('waits twice as long after each further failure, and never for more than a quarter of an hour', async () => {
    const { user } = await world.signUp();
    await repeat(5, () => signIn(user.email));
    const waits: number[] = [];
    for (let round = 0; round < 7; round += 1) {
      waits.push(Number((await signIn(user.email)).headers.get('retry-after')));
      await endDelay();
      expect((await signIn(user.email)).status).toBe(401);
    }
    const expected = [30, 60, 120, 240, 480, 900, 900];
    for (const [at, wait] of waits.entries()) {
      expect(wait).toBeGreaterThan((expected[at] ?? 0) - 10);
      expect(wait).toBeLessThanOrEqual(expected[at] ?? 0);
    }
  });

  test('counts a try in parallel like any other', async () => {
    const { user } = await world.signUp();
    // More at once would wait in line for longer than a busy machine lets them, and get 503.
    const answers = await Promise.all(Array.from({ length: 12 }, () => signIn(user.email)));
    expect(tally(answers)).toEqual({ 401: 5, 429: 7 });
  });

  test('with success forgets the failures of the account', async () => {
    const { user, password } = await world.signUp();
    await repeat(4, () => signIn(user.email));
    expect((await signIn(user.email, password)).status).toBe(200);
    expect(tally(await repeat(5, () => signIn(user.email)))).toEqual({ 401: 5 });
    await endDelay();
    expect((await signIn(user.email, password)).status).toBe(200);
    expect(tally(await repeat(5, () => signIn(user.email)))).toEqual({ 401: 5 });
  });

  test('succeeds as often as one likes', async () => {
    const { user, password } = await world.signUp();
    expect(tally(await repeat(40, () => signIn(user.email, password)))).toEqual({ 200: 40 });
  });

  test('fails thirty times from one network address, whoever it says it is, and then not even the right one gets in', async () => {
    const { user, password } = await world.signUp();
    const answers = await repeat(31, (at) => signIn(`person.${at}@example.com`));
    expect(tally(answers)).toEqual({ 401: 30, 429: 1 });
    expect(answers.at(-1)?.status).toBe(429);
    expect((await signIn(user.email, password)).status).toBe(429);
  });

  test('at once by more people than one address may fail lets all of them in, by whichever process', async () => {
    const people = await signUpNeighbours(world, 40);
    const origins = [world.origin, await world.startAnother()];
    const answers = await Promise.all(
      people.map(({ user, password }, at) =>
        world
          .visitor()
          .at(origins[at % 2] ?? '')
          .call(login, { body: { email: user.email, password } }),
      ),
    );
    expect(tally(answers)).toEqual({ 200: 40 });
    expect(tally(await repeat(31, (at) => signIn(`person.${at}@example.com`)))).toEqual({ 401: 30, 429: 1 });
  });

  test('to one account from twenty new browsers at once lets all of them in', async () => {
    const { user, password } = await world.signUp();
    const answers = await Promise.all(Array.from({ length: 20 }, () => signIn(user.email, password)));
    expect(tally(answers)).toEqual({ 200: 20 });
  });

  test('at once is served one after the other where the address has one failure left', async () => {
    const people = await signUpNeighbours(world, 10);
    await repeat(29, (at) => signIn(`person.${at}@example.com`));
    const answers = await Promise.all(people.map(({ user, password }) => signIn(user.email, password)));
    expect(tally(answers)).toEqual({ 200: 10 });
  });

  test('fails thirty times from one network address, however many try at once and whoever gets in meanwhile', async () => {
    const people = await signUpNeighbours(world, 5);
    const guesses = Array.from({ length: 60 }, (_, at) => signIn(`person.${at}@example.com`));
    const rights = people.map(({ user, password }) => signIn(user.email, password));
    expect(tally(await Promise.all(guesses))).toEqual({ 401: 30, 429: 30 });
    await Promise.all(rights);
    expect((await signIn('another@example.com')).status).toBe(429);
  });

  test('counts towards the address what the account’s limit refuses, so that holding up others costs tries', async () => {
    const { user } = await world.signUp();
    expect(tally(await repeat(31, () => signIn(user.email)))).toEqual({ 401: 5, 429: 26 });
    expect((await signIn('another@example.com')).status).toBe(429);
  });

  test('from a browser that has signed in before is not held up by what strangers try, here or elsewhere', async () => {
    const player = await world.signUp();
    const body = { email: player.user.email, password: player.password };
    await player.call(logout);
    const attack = repeat(49, () => signIn(player.user.email));
    const owner = await repeat(10, async () => (await player.call(login, { body })).status);
    expect(owner).toEqual(Array(10).fill(200));
    expect(tally(await attack)).toEqual({ 401: 5, 429: 44 });
    expect((await signIn(player.user.email, player.password)).status).toBe(429);
    expect((await player.call(login, { body })).status).toBe(200);
  });

  test('from a browser that has signed in before has no more tries than any other', async () => {
    const player = await world.signUp();
    const guess = () => player.call(login, { body: { email: player.user.email, password: 'wrong horse' } });
    expect(tally(await Promise.all(Array.from({ length: 12 }, guess)))).toEqual({ 401: 5, 429: 7 });
    const right = { email: player.user.email, password: player.password };
    expect((await player.call(login, { body: right })).status).toBe(429);
    // Its failures delay no other browser.
    expect((await signIn(player.user.email, player.password)).status).toBe(200);
  });

  test('from a browser that has signed in before knows that account alone, and no cookie that was changed', async () => {
    const [player, other] = [await world.signUp(), await world.signUp()];
    const response = await world.visitor().raw('POST', login.path, {
      body: { email: player.user.email, password: player.password },
    });
    const [device = ''] = response.headers.getSetCookie().filter((set) => set.startsWith('device='));
    expect(device).toMatch(/; Max-Age=31536000; Path=\/; Expires=.*; HttpOnly; SameSite=Lax$/);
    const [cookie = ''] = device.split(';');
    expect(cookie).not.toContain(digest(player.user.email));
    await repeat(5, () => signIn(player.user.email));
    await repeat(5, () => signIn(other.user.email));
    const statusWith = async ({ user, password }: Player, sent: string) =>
      (await signIn(user.email, password, { cookie: sent })).status;
    expect(await statusWith(other, cookie)).toBe(429);
    const another = cookie[8] === 'A' ? 'B' : 'A';
    expect(await statusWith(player, `${cookie.slice(0, 8)}${another}${cookie.slice(9)}`)).toBe(429);
    expect(await statusWith(player, cookie.slice(0, -1))).toBe(429);
    expect(await statusWith(player, `a=b; ${cookie}; c=d`)).toBe(200);
  });

  describe('from a browser whose session began before browsers were known', () => {
    /** A signed-in browser without the device cookie, as before the first deployment that sets it. */
    async function oldSession(): Promise<{ player: Player; session: string }> {
      const { user, password } = await world.signUp();
      const response = await world.visitor().raw('POST', login.path, { body: { email: user.email, password } });
      const [session = ''] = response.headers.getSetCookie().filter((set) => set.startsWith('sid='));
      return { player: { ...world.visitor(), user, password }, session: session.split(';')[0] ?? '' };
    }
    const deviceOf = async (browser: Visitor, cookie: string) => {
      const response = await browser.raw('GET', currentUser.path, { headers: { cookie } });
      expect(response.status).toBe(200);
      return response.headers.getSetCookie().map((set) => set.split(';')[0] ?? '');
    };

    test('is not held up by what strangers try once it has asked who is signed in', async () => {
      const { player, session } = await oldSession();
      const [device = '', ...others] = await deviceOf(player, session);
      expect([device.slice(0, 7), others]).toEqual(['device=', []]);
      await repeat(8, () => signIn(player.user.email));
      expect((await signIn(player.user.email, player.password)).status).toBe(429);
      expect((await signIn(player.user.email, player.password, { cookie: device })).status).toBe(200);
      expect(await deviceOf(player, `${session}; ${device}`)).toEqual([]);
    });

    test('has one counter however often it drops its cookie, so that a session guesses no password', async () => {
      const { player, session } = await oldSession();
      const answers = await repeat(12, async () => {
        const [cookie = ''] = await deviceOf(world.visitor(), session);
        return signIn(player.user.email, 'wrong horse', { cookie });
      });
      expect(tally(answers)).toEqual({ 401: 5, 429: 7 });
    });

    test('does not become known beside the accounts of another cookie', async () => {
      const { player, session } = await oldSession();
      const other = await oldSession();
      const [device = ''] = await deviceOf(other.player, other.session);
      expect(await deviceOf(player, `${session}; ${device}`)).toEqual([]);
    });
  });

  test('is open again after a reset, and stays so for its browser while strangers go on', async () => {
    const { user } = await world.signUp();
    await repeat(8, () => signIn(user.email));
    await world.visitor().call(forgotPassword, { body: { email: user.email } });
    const [token = ''] = await resetTokensTo(world, user.email);
    const owner = world.visitor();
    const reset = { body: { token, newPassword: 'another horse' } };
    expect((await owner.call(resetPassword, reset)).status).toBe(200);
    expect((await signIn(user.email, 'another horse')).status).toBe(200);
    await repeat(8, () => signIn(user.email));
    const body = { email: user.email, password: 'another horse' };
    expect((await owner.call(login, { body })).status).toBe(200);
  });

  test('is answered busy while it cannot be counted, since nothing has failed', { timeout: 60_000 }, async () => {
    const people = await signUpNeighbours(world, 3);
    const locking = new pg.Client({ connectionString: world.database.url });
    await locking.connect();
    await locking.query('begin');
    await locking.query('lock table rate_limits in share row exclusive mode');
    const answers = people.map(({ user, password }) => signIn(user.email, password));
    const first = await Promise.race(answers);
    const second = await Promise.race(answers.filter((_, at) => at > 0));
    await locking.end();
    const statuses = [first, second, ...(await Promise.all(answers))].map(({ status }) => status);
    expect(statuses).toContain(503);
    expect(statuses).not.toContain(429);
  });

  test('is limited before anything is hashed', async () => {
    world = await strictWorld({ BCRYPT_COST: '10' }, () => undefined);
    await repeat(5, () => signIn('ann@example.com'));
    // A hash takes long at this cost. The limit must refuse these tries before any hash is computed.
    const answers = await Promise.all(Array.from({ length: 100 }, () => signIn('ann@example.com')));
    expect(tally(answers)).toEqual({ 429: 100 });
  });

  test('is limited in all processes together', async () => {
    const log = pino({ level: 'silent' });
    const { env, database } = world;
    const app = createApp({
      env,
      log,
      database,
      sessionSecret: 'a secret of the tests, long enough',
      clientDir: null,
      clock: () => new Date(),
    });
    const server = createServer(app);
    const port = await listen(server);
    await repeat(5, () => signIn('ann@example.com'));
    const response = await fetch(`http://127.0.0.1:${port}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ann@example.com', password: 'wrong horse' }),
    });
    server.closeAllConnections();
    server.close();
    expect(response.status).toBe(429);
  });

  test('elsewhere and a session that is open already go on beside it', async () => {
    const player = await world.signUp();
    await repeat(8, () => signIn(player.user.email));
    expect((await player.call(listGroups)).status).toBe(200);
  });

  test('leaves no address and no password behind in what is counted', async () => {
    await signIn('canary@example.com', 'canary-password');
    const keys = await storedKeys();
    expect(keys).toHaveLength(2);
    expect(keys.join()).not.toContain('canary');
  });
});

describe('a forged X-Forwarded-For', () => {
  const forged = (at: number) => `10.0.0.${at}`;

  test('changes nothing where no proxy is trusted', async () => {
    const answers = await repeat(40, (at) =>
      signIn(`person.${at}@example.com`, 'wrong horse', { 'x-forwarded-for': forged(at) }),
    );
    expect(tally(answers)).toEqual({ 401: 30, 429: 10 });
  });

  test('changes nothing behind a proxy that adds the address it saw', async () => {
    world = await strictWorld({ TRUST_PROXY_HOPS: '1' }, () => undefined);
    const from = (at: number, seen: string) =>
      signIn(`person.${at}@example.com`, 'wrong horse', { 'x-forwarded-for': `${forged(at)}, ${seen}` });
    expect(tally(await repeat(40, (at) => from(at, '203.0.113.7')))).toEqual({ 401: 30, 429: 10 });
    expect((await from(41, '203.0.113.8')).status).toBe(401);
  });

  test.each([
    ['with a port that is another each time', (at: number) => `203.0.113.7:${40_000 + at}`],
    ['in brackets, with a port', (at: number) => `[2001:db8:1:2::${at}]:${40_000 + at}`],
    ['that is another each time, of one IPv6 network', (at: number) => `2001:db8:1:2:${at}::1`],
    ['of 300 characters that are no address', (at: number) => `${at}`.padEnd(300, 'x')],
  ])('counts as one address behind a proxy that adds an address %s', async (_name, seen) => {
    world = await strictWorld({ TRUST_PROXY_HOPS: '1' }, () => undefined);
    const answers = await repeat(32, (at) =>
      signIn(`person.${at}@example.com`, 'wrong horse', { 'x-forwarded-for': `10.0.0.${at}, ${seen(at)}` }),
    );
    expect(tally(answers)).toEqual({ 401: 30, 429: 2 });
  });
});
