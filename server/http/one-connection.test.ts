import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import bcrypt from 'bcrypt';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { currentUser, forgotPassword, login, register } from '#shared/api/auth.ts';
import { listBets, placeBet, placeParlay } from '#shared/api/bets.ts';
import { events } from '#shared/api/events.ts';
import { slateCalls } from '#shared/api/games.ts';
import { createGroup, groupBets, leaderboard, updateGroup } from '#shared/api/groups.ts';
import { aBet, aLeg, aParlay } from '../testing/games.ts';
import { expectLedgerBalances, ledgerCounts } from '../testing/ledger-asserts.ts';
import { testWorld, type World } from '../testing/world.ts';

let world: World;

beforeAll(async () => {
  world = await testWorld({}, undefined, { max: 1 });
});
afterAll(() => world.drop());

const after = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

const many = <T>(times: number, kinds: readonly T[]): T[] => Array.from({ length: times }, () => kinds).flat();
const someone = { firstName: 'Ann', lastName: 'Tester', password: 'correct horse' };

const timeout = 60_000; // the calls run one after another, on a machine that may be busy

test('calls of every kind at once on one connection are all answered: none waits for a second one', {
  timeout,
}, async () => {
  const owner = await world.signUp();
  const league = await world.league(owner);
  const [game, other] = [await world.addGame(), await world.addGame()];
  const before = await ledgerCounts(world.database.db);
  const params = { id: league.id };
  const kinds = [
    () => owner.call(placeBet, { body: aBet(league, game, '1') }),
    () => owner.call(placeParlay, { body: aParlay(league, '1', [aLeg(game), aLeg(other)]) }),
    () => owner.call(createGroup, { body: { name: 'Another', joinDeadline: after(1), endDate: after(2) } }),
    () => owner.call(updateGroup, { params, body: { name: 'Renamed' } }),
    () => owner.call(leaderboard, { params }),
    () => owner.call(groupBets, { params }),
    () => owner.call(listBets),
    () => owner.call(currentUser),
    () => owner.call(events),
    () => world.visitor().call(slateCalls.NFL.games, { params: { week: '12', season: '2026' } }),
  ];
  const signedOutKinds = [
    () => world.visitor().call(login, { body: { email: owner.user.email, password: owner.password } }),
    () => world.visitor().call(forgotPassword, { body: { email: owner.user.email } }),
    () => world.visitor().call(register, { body: { ...someone, email: `${randomUUID()}@example.com` } }),
  ];
  // Few enough for a busy machine: a call that waits for 3 s is refused, and one alone shows a second connection.
  const calls = [...many(2, kinds), ...signedOutKinds].map((call) => call());
  const refused = (await Promise.all(calls)).flatMap(({ refusal }) => refusal ?? []);
  expect(refused).toEqual([]);
  expect(await ledgerCounts(world.database.db)).toMatchObject({ tickets: before.tickets + 4, legs: before.legs + 6 });
  await expectLedgerBalances(world.database.db);
});

test.each(['/api/auth/login', '/api/auth/login/', '/API/Auth/Login/'])(
  'a sign-in at %s that waits for its hash holds up nobody who is signed in',
  async (path) => {
    const { user, password, ...player } = await world.signUp();
    let hashed = (_isEqual: boolean) => {};
    const hashing = new Promise<boolean>((done) => {
      hashed = done;
    });
    const compare = vi.spyOn(bcrypt, 'compare').mockImplementation(() => hashing); // pending until `hashed` is called
    const signingIn = world.visitor().raw('POST', path, { body: { email: user.email, password } });
    await expect.poll(() => compare.mock.calls.length).toBe(1);
    expect((await player.call(currentUser)).status).toBe(200);
    hashed(true);
    expect((await signingIn).status).toBe(200);
    compare.mockRestore();
  },
);

test('a body that comes slowly holds up nobody, signed in or not', async () => {
  const player = await world.signUp();
  const socket = connect(Number(new URL(world.origin).port), '127.0.0.1');
  const head = 'Host: localhost\r\nContent-Type: application/json\r\nContent-Length: 100';
  socket.write(`POST /api/auth/login HTTP/1.1\r\n${head}\r\n\r\n{"email":`);
  socket.write(''); // the rest of the body never comes
  expect((await player.call(currentUser)).status).toBe(200);
  expect((await player.call(listBets)).status).toBe(200);
  socket.destroy();
});
