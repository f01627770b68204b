import { sql } from 'drizzle-orm';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { currentUser, forgotPassword, login, logout, register, resetPassword } from '#shared/api/auth.ts';
import { listBets, placeBet } from '#shared/api/bets.ts';
import { joinGroup, listGroups } from '#shared/api/groups.ts';
import { createApp } from '../app.ts';
import { digest } from '../auth/digest.ts';
import { aBet, aGame } from '../testing/games.ts';
import { ledgerCounts } from '../testing/ledger-asserts.ts';
import { lettersTo, resetTokensTo } from '../testing/mail.ts';
import { copyTickets, single } from '../testing/tickets.ts';
import { type Player, testWorld, type Visitor, type World } from '../testing/world.ts';
import { createLimits } from './limits.ts';

/** The one that most tests have, and that of the test. */
let usual: World;
let world: World;
let logged: string;

/** A world with its limits as they are in production. */
async function strictWorld(settings: Record<string, string> = {}): Promise<World> {
  return testWorld(
    { RATE_LIMIT_SCALE: '1', ...settings },
    pino({ level: 'info' }, { write: (line) => (logged += line) }),
  );
}

beforeAll(async () => {
  usual = await strictWorld();
});
beforeEach(async () => {
  await usual.clear();
  world = usual;
  logged = '';
});
afterEach(async () => {
  if (world !== usual) await world.drop();
});
afterAll(() => usual.drop());

/** Ends a wait of the limits, as time would. */
const letPass = () => world.database.db.execute(sql`update rate_limits set expire = 1 where key like 'signInDelay:%'`);

function tally(answers: { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

async function repeat<T>(times: number, call: (at: number) => Promise<T>): Promise<T[]> {
  const answers: T[] = [];
  for (let at = 0; at < times; at += 1) answers.push(await call(at));
  return answers;
}

const signIn = (email: string, password = 'wrong horse', headers: Record<string, string> = {}) =>
  world.visitor().call(login, { body: { email, password }, headers });

/** So many people of one address, whose sign-ups do not count. */
async function neighbours(count: number): Promise<Player[]> {
  const people = await repeat(count, async (at) => {
    if (at % 20 === 0) await world.database.db.execute(sql`delete from rate_limits`);
    return world.signUp();
  });
  await world.database.db.execute(sql`delete from rate_limits`);
  return people;
}

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
    // Not even the right password is looked at meanwhile, however the address is typed.
    expect((await signIn(` ${user.email.toUpperCase()}`, password)).status).toBe(429);
  });

  test('waits twice as long after each further failure, and never for more than a quarter of an hour', async () => {
    const { user } = await world.signUp();
    await repeat(5, () => signIn(user.email));
    const waits: number[] = [];
    for (let round = 0; round < 7; round += 1) {
      waits.push(Number((await signIn(user.email)).headers.get('retry-after')));
      await letPass();
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
    const answers = await Promise.all(Array.from({ length: 25 }, () => signIn(user.email)));
    expect(tally(answers)).toEqual({ 401: 5, 429: 20 });
  });

  test('with success forgets the failures of the account', async () => {
    const { user, password } = await world.signUp();
    await repeat(4, () => signIn(user.email));
    expect((await signIn(user.email, password)).status).toBe(200);
    expect(tally(await repeat(5, () => signIn(user.email)))).toEqual({ 401: 5 });
    await letPass();
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
    const people = await neighbours(40);
    const origins = [world.origin, await world.beside()];
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
    const people = await neighbours(10);
    await repeat(29, (at) => signIn(`person.${at}@example.com`));
    const answers = await Promise.all(people.map(({ user, password }) => signIn(user.email, password)));
    expect(tally(answers)).toEqual({ 200: 10 });
  });

  test('fails thirty times from one network address, however many try at once and whoever gets in meanwhile', async () => {
    const people = await neighbours(5);
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
    // Its failures hold up nobody else.
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
    /** The browser without the cookie by which it is known, as a deployment finds it. */
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
    const people = await neighbours(3);
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
    world = await strictWorld({ BCRYPT_COST: '10' });
    await repeat(5, () => signIn('ann@example.com'));
    // At this cost the queue of the hashes holds 52 and refuses the rest with 503.
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
    const server = app.listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const address = server.address();
    await repeat(5, () => signIn('ann@example.com'));
    const response = await fetch(`http://127.0.0.1:${address instanceof Object ? address.port : 0}/api/auth/login`, {
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
    world = await strictWorld({ TRUST_PROXY_HOPS: '1' });
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
    world = await strictWorld({ TRUST_PROXY_HOPS: '1' });
    const answers = await repeat(32, (at) =>
      signIn(`person.${at}@example.com`, 'wrong horse', { 'x-forwarded-for': `10.0.0.${at}, ${seen(at)}` }),
    );
    expect(tally(answers)).toEqual({ 401: 30, 429: 2 });
  });
});

test('a try past the limit waits for the outcomes of those under way, and counts nothing when it is refused', async () => {
  const { signInsOfAddress: limit } = createLimits(world.database.pool, 1);
  const [first, ...others] = await repeat(30, () => limit.begin('somewhere'));
  const waiting = [limit.begin('somewhere'), limit.begin('somewhere')];
  await Promise.all(others.map((end) => end('failed')));
  await first?.('passed');
  const end = await Promise.any(waiting);
  await end('failed');
  const outcomes = await Promise.allSettled(waiting);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  await expect(limit.begin('somewhere')).rejects.toMatchObject({ status: 429, limit: 'signInsOfAddress' });
  const { rows } = await world.database.db.execute(sql`select points from rate_limits`);
  expect(rows).toEqual([{ points: 30 }]);
});

test('of the tries that wait for outcomes, one address has a hundred at most', async () => {
  const { signInsOfAddress: limit } = createLimits(world.database.pool, 1);
  const ends = await repeat(30, () => limit.begin('somewhere'));
  const rush = Array.from({ length: 105 }, () => limit.begin('somewhere'));
  const refused = await Promise.all(rush.slice(-4).map((one) => one.catch((error: unknown) => error)));
  expect(refused).toEqual(Array(4).fill(expect.objectContaining({ status: 429, limit: 'signInsOfAddress' })));
  await Promise.all(ends.map((end) => end('failed')));
  const outcomes = await Promise.allSettled(rush);
  expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['rejected']));
});

test('twenty accounts an hour are made from one network address', async () => {
  const answers = await repeat(22, (at) =>
    world.visitor().call(register, { body: { email: `person.${at}@example.com`, password: 'correct horse' } }),
  );
  expect(tally(answers)).toEqual({ 201: 20, 429: 2 });
});

describe('asking for a reset', () => {
  const ask = (email: string) => world.visitor().call(forgotPassword, { body: { email } });

  test('ten times in an hour mails three times and answers all ten alike', async () => {
    const { user } = await world.signUp();
    const answers = await repeat(11, () => ask(user.email));
    expect(tally(answers)).toEqual({ 200: 10, 429: 1 });
    expect(new Set(answers.slice(0, 10).map(({ reply }) => reply.message)).size).toBe(1);
    await world.idle();
    expect(await lettersTo(world.database.db, user.email)).toHaveLength(3);
  });

  test('is limited for an unknown address exactly as for a known one', async () => {
    expect(tally(await repeat(11, () => ask('nobody@example.com')))).toEqual({ 200: 10, 429: 1 });
  });
});

test('a token is guessed ten times an hour from one network address', async () => {
  const answers = await repeat(12, (at) =>
    world.visitor().call(resetPassword, { body: { token: `guess-${at}`, newPassword: 'correct horse' } }),
  );
  expect(tally(answers)).toEqual({ 400: 10, 429: 2 });
});

describe('a join code', () => {
  const wrongCode = (at: number) => `AAA${String(at).padStart(3, '2').replaceAll(/[01]/g, 'Z')}`;

  test('is guessed five hundred times in vain: 490 are answered 429, and the right one waits unharmed', async () => {
    const owner = await world.signUp();
    const league = await world.league(owner, { name: 'Guess me' });
    const guesser = await world.signUp();
    const guess = (joinCode: string) => guesser.call(joinGroup, { body: { joinCode } });
    const books = await ledgerCounts(world.database.db);
    const guessers = Array.from({ length: 20 }, () => repeat(25, (at) => guess(wrongCode(at))));
    const answers = (await Promise.all(guessers)).flat();
    expect(tally(answers)).toEqual({ 404: 10, 429: 490 });

    expect((await guess(league.joinCode)).status).toBe(429);
    expect((await guesser.call(listGroups)).reply).toEqual([]);
    expect(await ledgerCounts(world.database.db)).toEqual(books);
    await world.database.db.execute(sql`delete from rate_limits`);
    expect((await guess(league.joinCode)).status).toBe(200);
  });

  test('is guessed thirty times from one network address, by however many accounts', async () => {
    const guessers = await Promise.all(Array.from({ length: 4 }, () => world.signUp()));
    const answers = await Promise.all(
      guessers.flatMap((guesser) =>
        Array.from({ length: 10 }, (_, at) => guesser.call(joinGroup, { body: { joinCode: wrongCode(at) } })),
      ),
    );
    expect(tally(answers)).toEqual({ 404: 30, 429: 10 });
  });

  test('that is right lets ten people in at once where their address has one guess left', async () => {
    const owner = await world.signUp();
    const { joinCode } = await world.league(owner);
    const [guessers, people] = [await neighbours(3), await neighbours(10)];
    for (const [at, guesser] of guessers.entries()) {
      const guess = () => guesser.call(joinGroup, { body: { joinCode: wrongCode(at) } });
      expect(tally(await repeat(at === 0 ? 9 : 10, guess))[404]).toBeGreaterThan(8);
    }
    const answers = await Promise.all(people.map((player) => player.call(joinGroup, { body: { joinCode } })));
    expect(tally(answers)).toEqual({ 200: 10 });
  });

  test('that is right never counts, even when it is of no use', async () => {
    const owner = await world.signUp();
    const league = await world.league(owner);
    const again = await repeat(15, () => owner.call(joinGroup, { body: { joinCode: league.joinCode } }));
    expect(tally(again)).toEqual({ 409: 15 });
  });
});

test('only so many bets in ten seconds are taken of one member, who does not hold up the others', async () => {
  world = await strictWorld({ RATE_LIMIT_SCALE: '0.1' }); // thirty: a busy machine takes no three hundred in ten seconds
  const [player, other] = [await world.signUp(), await world.signUp()];
  const league = await world.league(player);
  await world.join(other, league);
  const game = aGame();
  await world.poll(game);
  const bet = { body: aBet(league, game, '1') };
  const answers = await Promise.all(Array.from({ length: 40 }, () => player.call(placeBet, bet)));
  expect(tally(answers)).toEqual({ 201: 30, 429: 10 });
  expect(await ledgerCounts(world.database.db)).toMatchObject({ tickets: 30 });
  expect((await other.call(placeBet, bet)).status).toBe(201);
});

describe('calls of every kind', () => {
  const allAtOnce = <T>(times: number, call: () => Promise<T>) => Promise.all(Array.from({ length: times }, call));

  test('are so many in ten seconds of one user, from however many addresses, and nobody else is held up', async () => {
    world = await strictWorld({ RATE_LIMIT_SCALE: '0.1', TRUST_PROXY_HOPS: '1' }); // sixty of a user, 300 of an address
    const [player, other] = [await world.signUp(), await world.signUp()];
    const answers = await repeat(70, (at) =>
      player.call(listGroups, { headers: { 'x-forwarded-for': `203.0.113.${at}` } }),
    );
    expect(tally(answers)).toEqual({ 200: 60, 429: 10 });
    const last = answers.at(-1);
    expect(last?.refusal?.code).toBe('too-many');
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(last?.headers.get('retry-after'))).toBeLessThanOrEqual(10);
    expect((await other.call(listGroups)).status).toBe(200);
    expect(logged.split('limit reached').length - 1).toBe(1);
  });

  test('are so many in ten seconds of one address, before any body is read, and health checks do not count', async () => {
    world = await strictWorld({ RATE_LIMIT_SCALE: '0.01', TRUST_PROXY_HOPS: '1' }); // thirty
    const ask = (path: string, from: string) =>
      world.visitor().raw('GET', path, { headers: { 'x-forwarded-for': from } });
    const answers = await allAtOnce(40, () => ask('/api/games/mlb', '203.0.113.7'));
    expect(tally(answers)).toEqual({ 200: 30, 429: 10 });
    const long = { body: 'x'.repeat(70_000), headers: { 'x-forwarded-for': '203.0.113.7' } };
    expect((await world.visitor().raw('POST', login.path, long)).status).toBe(429);
    expect(tally(await allAtOnce(40, () => ask('/healthz', '203.0.113.7')))).toEqual({ 200: 40 });
    expect((await ask('/api/games/mlb', '203.0.113.8')).status).toBe(200);
  });
});

describe('a list that is longer than what the network takes in', () => {
  const bets = 6_000; // 9 MB: more than the buffers of both ends of a connection take

  async function bettor(): Promise<Player> {
    const player = await world.signUp();
    await single(player, await world.league(player), await world.listed());
    await copyTickets(world, player, bets - 1);
    return player;
  }

  /** Answers of which nobody reads more than the head. */
  const askUnread = (player: Visitor) => Promise.all(Array.from({ length: 5 }, () => player.raw('GET', listBets.path)));

  test('is begun five times for one user, and once more when one of them has ended', async () => {
    const player = await bettor();
    const unread = await askUnread(player);
    expect(tally(unread)).toEqual({ 200: 5 });
    const { status, headers, refusal } = await player.call(listBets);
    expect([status, headers.get('retry-after'), refusal?.code]).toEqual([429, '5', 'too-many']);
    expect(logged).toContain('"limit":"longAnswers"');
    expect((await (await world.signUp()).call(listBets)).reply).toEqual([]);

    expect(await unread.pop()?.json()).toHaveLength(bets);
    const again = await player.raw('GET', listBets.path);
    expect(again.status).toBe(200);
    await Promise.all([...unread, again].map((answer) => answer.body?.cancel()));
  });

  test('keeps no connection to the database while its client reads nothing, and is cut off after a time', async () => {
    const player = (await bettor()).at(await world.beside({ answerStallMs: 1_500 }));
    const unread = await askUnread(player);
    const { pool } = world.database;
    await expect.poll(() => pool.totalCount - pool.idleCount, { timeout: 10_000 }).toBe(0);
    await expect.poll(async () => (await player.raw('GET', listBets.path)).status, { timeout: 10_000 }).toBe(200);
    const read = await Promise.allSettled(unread.map((answer) => answer.text()));
    expect(read.map(({ status }) => status)).toContain('rejected');
  });
});

test('every limit that is hit and every sign-in that is refused is logged in one line, with who and from where', async () => {
  const guesser = await world.signUp();
  await repeat(11, () => guesser.call(joinGroup, { body: { joinCode: 'AAAAAA' } }));
  await repeat(6, () => signIn('canary@example.com'));
  await repeat(4, () => world.visitor().call(forgotPassword, { body: { email: 'canary@example.com' } }));
  await world.idle();
  const lines = logged
    .split('\n')
    .filter((line) => /limit reached|sign-in refused/.test(line))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const told = lines.map(({ msg, limit, userId, ip }) => ({ msg, limit, userId, ip }));
  const ip = '127.0.0.1';
  expect(told).toEqual([
    { msg: 'limit reached', limit: 'joinsOfUser', userId: guesser.user.id, ip },
    ...Array(5).fill({ msg: 'sign-in refused', ip }),
    { msg: 'limit reached', limit: 'signInsOfAccount', ip },
    { msg: 'limit reached', limit: 'resetMailsOfAccount', ip },
  ]);
  expect(new Set(lines.map(({ requestId }) => requestId)).size).toBe(8);
  expect(logged).not.toContain('canary');
});

test('every limit is multiplied by RATE_LIMIT_SCALE', async () => {
  world = await strictWorld({ RATE_LIMIT_SCALE: '2' });
  const answers = await repeat(12, () => signIn('ann@example.com'));
  expect(tally(answers)).toEqual({ 401: 10, 429: 2 });
});
