import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { currentUser, login, resetPassword } from '#shared/api/auth.ts';
import { leaderboard } from '#shared/api/groups.ts';
import { changeNames, changePassword } from '#shared/api/own-account.ts';
import { addPushDevice, pushState } from '#shared/api/push.ts';
import { lettersTo, resetTokensTo } from '../testing/mail.ts';
import { aSubscription } from '../testing/subscription.ts';
import { type Player, testWorld, type Visitor, type World } from '../testing/world.ts';

let world: World;

beforeAll(async () => {
  world = await testWorld({ APP_URL: 'https://ching.example', PUSH_SERVICES: 'http://127.0.0.1:5055' });
});
afterAll(() => world.drop());

const signIn = (player: Player, password = player.password, visitor = world.visitor()) =>
  visitor.call(login, { body: { email: player.user.email, password } });
const statusOf = async (visitor: Visitor) => (await visitor.call(currentUser)).status;
const change = (player: Player, newPassword: string, visitor: Visitor = player, password = player.password) =>
  visitor.call(changePassword, { body: { password, newPassword } });

describe('a change of the password', () => {
  test('ends every other session and what is pushed there, and tells the owner by mail', async () => {
    const player = await world.signUp();
    const phone = world.visitor();
    await signIn(player, player.password, phone);
    for (const one of [player, phone]) await one.call(addPushDevice, { body: aSubscription().body });
    expect((await change(player, 'battery staple')).reply).toEqual({ message: 'Password changed' });
    expect([await statusOf(player), await statusOf(phone)]).toEqual([200, 401]);
    expect((await player.call(pushState)).reply.devices).toMatchObject([{ isThisBrowser: true }]);
    expect((await signIn(player)).status).toBe(401);
    expect((await signIn(player, 'battery staple')).status).toBe(200);
    expect(await lettersTo(world.database.db, player.user.email)).toEqual([
      {
        subject: 'Your Ching password was changed',
        body: expect.stringMatching(/everywhere else[\s\S]*https:\/\/ching\.example\/forgot-password/),
      },
    ]);
    const { rows } = await world.database.pool.query('select action, detail from audit_log where actor_id = $1', [
      player.user.id,
    ]);
    expect(rows).toEqual([{ action: 'password-changed', detail: {} }]);
  });

  test('asks for the password before, and changes nothing without it', async () => {
    const player = await world.signUp();
    const { status, refusal } = await change(player, 'battery staple', player, 'wrong horse');
    expect([status, refusal]).toEqual([403, { code: 'wrong-password', message: 'This is not your password' }]);
    expect((await signIn(player)).status).toBe(200);
    expect(await lettersTo(world.database.db, player.user.email)).toEqual([]);
  });

  test.each(['password1', 'short', 'x'.repeat(73), 'nul\u0000byte!'])('refuses %j', async (newPassword) => {
    const player = await world.signUp();
    expect((await change(player, newPassword)).status).toBe(400);
    expect((await signIn(player)).status).toBe(200);
  });

  test('makes a link for a new password worthless', async () => {
    const player = await world.signUp();
    await world.visitor().raw('POST', '/api/auth/forgot-password', { body: { email: player.user.email } });
    const [token = ''] = await resetTokensTo(world, player.user.email);
    await change(player, 'battery staple');
    const reset = world.visitor().call(resetPassword, { body: { token, newPassword: 'thief horse' } });
    expect((await reset).status).toBe(400);
  });

  test('ten times at once from ten browsers sets one password and leaves one session', async () => {
    const player = await world.signUp();
    const browsers = Array.from({ length: 10 }, () => world.visitor());
    for (const browser of browsers) await signIn(player, player.password, browser);
    const wanted = browsers.map((_, at) => `new horse ${at}`);
    const answers = await Promise.all(browsers.map((browser, at) => change(player, wanted[at] ?? '', browser)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status } of answers) expect([200, 401, 403]).toContain(status);
    const winner = answers.findIndex(({ status }) => status === 200);
    const [first] = browsers.splice(winner, 1);
    expect(await statusOf(first as Visitor)).toBe(200);
    for (const browser of [player, ...browsers]) expect(await statusOf(browser)).toBe(401);
    expect((await signIn(player, wanted[winner])).status).toBe(200);
  });

  test('that is under way lets no sign-in with the old password through beside it', async () => {
    const player = await world.signUp();
    const browsers = Array.from({ length: 10 }, () => world.visitor());
    const [changed] = await Promise.all([
      change(player, 'battery staple'),
      ...browsers.map((browser) => signIn(player, player.password, browser)),
    ]);
    expect(changed.status).toBe(200);
    for (const browser of browsers) expect(await statusOf(browser)).toBe(401);
  });

  test('is slowed down after five wrong passwords, in all processes, and signing in is not', async () => {
    const strict = await testWorld({ RATE_LIMIT_SCALE: '1' });
    const player = await strict.signUp('Slow');
    const wrong = () => change(player, 'battery staple', player, 'wrong horse');
    const statuses: number[] = [];
    for (let tries = 0; tries < 7; tries += 1) statuses.push((await wrong()).status);
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429, 429]);
    expect((await change(player, 'battery staple')).status).toBe(429);
    const body = { email: player.user.email, password: player.password };
    expect((await strict.visitor().call(login, { body })).status).toBe(200);
    await strict.drop();
  });
});

test('five changes an hour are told to the address of an account, and no more', async () => {
  const strict = await testWorld({ RATE_LIMIT_SCALE: '1' });
  const player = await strict.signUp('Eager');
  const statuses: number[] = [];
  for (let tries = 0; tries < 7; tries += 1) statuses.push((await change(player, player.password)).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
  expect(await lettersTo(strict.database.db, player.user.email)).toHaveLength(5);
  await strict.drop();
});

describe('a change of names', () => {
  test('shows in every league, and clears what is left out', async () => {
    const [owner, player] = [await world.signUp(), await world.signUp('Ann')];
    const league = await world.league(owner);
    await world.join(player, league);
    const { reply } = await player.call(changeNames, { body: { firstName: '  Anna ', lastName: '' } });
    expect(reply).toMatchObject({ firstName: 'Anna', lastName: null, displayName: 'Anna' });
    expect((await player.call(currentUser)).reply).toEqual(reply);
    await expect
      .poll(async () =>
        (await owner.call(leaderboard, { params: { id: league.id } })).reply.map(({ user }) => user.firstName),
      )
      .toContain('Anna');
  });

  test('is told to nobody where the names are those before', async () => {
    const [owner, player] = [await world.signUp(), await world.signUp('Ann')];
    await world.join(player, await world.league(owner));
    const changes = async () => (await world.database.pool.query('select count(*) from changes')).rows;
    const before = await changes();
    const { firstName, lastName } = player.user;
    expect((await player.call(changeNames, { body: { firstName, lastName } })).status).toBe(200);
    expect(await changes()).toEqual(before);
  });

  test('refuses names that are too long', async () => {
    const player = await world.signUp();
    expect((await player.call(changeNames, { body: { firstName: 'x'.repeat(61) } })).status).toBe(400);
  });
});
