import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { forgotPassword, login, register, resetPassword } from '#shared/api/auth.ts';
import { listBets, placeBet } from '#shared/api/bets.ts';
import { joinGroup, listGroups } from '#shared/api/groups.ts';
import { invite } from '#shared/api/invite.ts';
import { aBet, aGame } from '../testing/games.ts';
import { ledgerCounts } from '../testing/ledger-asserts.ts';
import { repeat, signInAt, signUpNeighbours, strictWorld, tally } from '../testing/limits.ts';
import { lettersTo } from '../testing/mail.ts';
import { collectStatistics } from '../testing/owner-pool.ts';
import { copyTickets, single } from '../testing/tickets.ts';
import type { Player, Visitor, World } from '../testing/world.ts';
import { createLimits } from './limits.ts';

/** The world that most tests share. */
let shared: World;
/** The world of the current test: `shared`, unless the test makes one with other settings. */
let world: World;
let logged = '';
const log = (line: string) => {
  logged += line;
};

beforeAll(async () => {
  shared = await strictWorld({}, log);
});
beforeEach(async () => {
  await shared.clear();
  world = shared;
  logged = '';
});
afterEach(async () => {
  if (world !== shared) await world.drop();
});
afterAll(() => shared.drop());

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

const wrongCode = (at: number) => `AAA${String(at).padStart(3, '2').replaceAll(/[01]/g, 'Z')}`;

describe('a join code', () => {
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
    const [guessers, people] = [await signUpNeighbours(world, 3), await signUpNeighbours(world, 10)];
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

describe('the link of an invitation', () => {
  const open = (code: string, from?: string) =>
    world.visitor().call(invite, { params: { code }, headers: from === undefined ? {} : { 'x-forwarded-for': from } });

  test('is guessed sixty times an hour from one network address, at once or one after another', async () => {
    const { joinCode } = await world.league(await world.signUp());
    const rushes = await Promise.all(Array.from({ length: 4 }, () => repeat(20, (at) => open(wrongCode(at)))));
    expect(tally(rushes.flat())).toEqual({ 404: 60, 429: 20 });
    const { status, refusal, headers } = await open(joinCode);
    expect([status, refusal?.code]).toEqual([429, 'too-many']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(3_000);
    expect(logged).toContain('"limit":"invitesOfAddress"');
  });

  test('never counts where it is right, nor against another address', async () => {
    world = await strictWorld({ TRUST_PROXY_HOPS: '1' }, log);
    const { joinCode } = await world.league(await world.signUp());
    expect(tally(await repeat(70, () => open(joinCode, '203.0.113.7')))).toEqual({ 200: 70 });
    expect(tally(await repeat(62, (at) => open(wrongCode(at), '203.0.113.8')))).toEqual({ 404: 60, 429: 2 });
    expect((await open(joinCode, '203.0.113.7')).status).toBe(200);
    expect((await open(joinCode, '203.0.113.8')).status).toBe(429);
  });

  test('is guessed from the 65,536 households of an IPv6 network no more often than from five addresses', async () => {
    world = await strictWorld({ RATE_LIMIT_SCALE: '0.1', TRUST_PROXY_HOPS: '1' }, log); // 6 an address, 30 a network
    const { joinCode } = await world.league(await world.signUp());
    const household = (at: number) => `2001:db8:7:${at.toString(16)}::1`;
    expect(tally(await repeat(40, (at) => open(wrongCode(at), household(at))))).toEqual({ 404: 30, 429: 10 });
    const guesser = await world.signUp();
    const headers = { 'x-forwarded-for': household(41) };
    expect((await guesser.call(joinGroup, { body: { joinCode: wrongCode(1) }, headers })).status).toBe(429);
    expect((await open(joinCode, '2001:db8:8::1')).status).toBe(200);
    expect(logged).toContain('"limit":"codesOfNetwork"');
  });
});

test('only so many bets in ten seconds are taken of one member, who does not hold up the others', async () => {
  world = await strictWorld({ RATE_LIMIT_SCALE: '0.1' }, log); // 30 bets: a busy machine cannot place 300 in 10 s
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
    world = await strictWorld({ RATE_LIMIT_SCALE: '0.1', TRUST_PROXY_HOPS: '1' }, log); // 60 a user, 300 an address
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
    world = await strictWorld({ RATE_LIMIT_SCALE: '0.01', TRUST_PROXY_HOPS: '1' }, log); // 30 of an address
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
    await single(player, await world.league(player), await world.addGame());
    await copyTickets(world, player, bets - 1);
    // By statistics from when the tables were almost empty, which autovacuum may have just collected, the list takes a
    // minute and more.
    await collectStatistics(world.database);
    return player;
  }

  /** Five responses of which the client reads only the head. */
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
    const player = (await bettor()).at(await world.startAnother({ answerStallMs: 1_500 }));
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
  await repeat(6, () => signInAt(world, 'canary@example.com'));
  await repeat(4, () => world.visitor().call(forgotPassword, { body: { email: 'canary@example.com' } }));
  await world.idle();
  const lines = logged
    .split('\n')
    .filter((line) => /limit reached|sign-in refused/.test(line))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const entries = lines.map(({ msg, limit, userId, ip }) => ({ msg, limit, userId, ip }));
  const ip = '127.0.0.1';
  expect(entries).toEqual([
    { msg: 'limit reached', limit: 'joinsOfUser', userId: guesser.user.id, ip },
    ...Array(5).fill({ msg: 'sign-in refused', ip }),
    { msg: 'limit reached', limit: 'signInsOfAccount', ip },
    { msg: 'limit reached', limit: 'resetMailsOfAccount', ip },
  ]);
  expect(new Set(lines.map(({ requestId }) => requestId)).size).toBe(8);
  expect(logged).not.toContain('canary');
});

test('every limit is multiplied by RATE_LIMIT_SCALE', async () => {
  world = await strictWorld({ RATE_LIMIT_SCALE: '2' }, log);
  const answers = await repeat(12, () => signInAt(world, 'ann@example.com'));
  expect(tally(answers)).toEqual({ 401: 10, 429: 2 });
});
