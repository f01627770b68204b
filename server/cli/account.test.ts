import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { login } from '#shared/api/auth.ts';
import { leaderboard } from '#shared/api/groups.ts';
import { runCommand } from '../testing/command.ts';
import { testWorld, type World } from '../testing/world.ts';

vi.setConfig({ testTimeout: 60_000 }); // whole processes, on a machine that may be busy

let world: World;

beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.drop());

/** `npm run account -- …` as a process of its own. */
const account = (...words: string[]) => runCommand('account', { DATABASE_URL: world.database.url }, ...words);

test.each(['email', 'id'] as const)('an account is deleted by its %s, and leaves its leagues', async (key) => {
  const owner = await world.signUp();
  const league = await world.league(owner);
  const player = await world.member(league);
  const { id, email } = player.user;
  const done = { code: 0, said: `The account ${id} is deleted\n`, complained: '' };
  expect(await account('delete', player.user[key])).toEqual(done);
  expect((await world.visitor().call(login, { body: { email, password: player.password } })).status).toBe(401);
  expect((await owner.call(leaderboard, { params: { id: league.id } })).reply).toHaveLength(1);
});

test('an account that is not there is said in one line', async () => {
  const complained = 'There is no account nobody@example.com.\n';
  expect(await account('delete', 'nobody@example.com')).toEqual({ code: 1, said: '', complained });
});

test('an owner of a league that goes on is refused in one line', async () => {
  const owner = await world.signUp();
  await world.league(owner);
  expect(await account('delete', owner.user.email)).toMatchObject({
    code: 1,
    complained: expect.stringMatching(/^You own Sunday League\. /),
  });
});

test.each([[[]], [['delete']], [['remove', 'ann@example.com']]])(
  '%j is answered with how it is used',
  async (words) => {
    expect(await account(...words)).toMatchObject({
      code: 1,
      complained: 'Usage: npm run account -- delete EMAIL|ID\n',
    });
  },
);
