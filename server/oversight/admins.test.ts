import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { weekManualOdds } from '#shared/api/admin.ts';
import { currentUser } from '#shared/api/auth.ts';
import { grantAdminRight, listAdmins, revokeAdminRight } from '#shared/api/oversight.ts';
import { deleteAccount } from '#shared/api/own-account.ts';
import { anAdmin } from '../testing/manual-odds.ts';
import { type Player, testWorld, type World } from '../testing/world.ts';
import { revokeAdmin } from '../users/service.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.drop());
beforeEach(() => world.clear());

const isAdmin = async (player: Player) => (await player.call(currentUser)).reply.isAdmin;
const revoke = (by: Player, { user }: Player, isOwnMeant = false) =>
  by.call(revokeAdminRight, { body: { id: user.id, isOwnMeant } });
const grant = (by: Player, who: string) => by.call(grantAdminRight, { body: { who } });

async function lines() {
  const { rows } = await world.database.pool.query('select actor_id, action, detail from audit_log order by id');
  return rows;
}

describe('an admin', () => {
  test('is made by an address in any case, or by an id, at once, and the log says by whom', async () => {
    const [ada, bob, eve] = [await anAdmin(world, 'Ada'), await world.signUp('Bob'), await world.signUp('Eve')];
    expect((await grant(ada, `  ${bob.user.email.toUpperCase()} `)).status).toBe(200);
    expect((await grant(bob, eve.user.id.toUpperCase())).status).toBe(200);
    expect([await isAdmin(bob), await isAdmin(eve)]).toEqual([true, true]);
    const { admins } = (await eve.call(listAdmins)).reply;
    expect(admins).toMatchObject([
      { email: ada.user.email, name: 'Ada', since: null },
      { email: bob.user.email, name: 'Bob', since: expect.any(String) },
      { email: eve.user.email, name: 'Eve' },
    ]);
    expect(await lines()).toEqual([
      { actor_id: ada.user.id, action: 'admin-granted', detail: { userId: bob.user.id } },
      { actor_id: bob.user.id, action: 'admin-granted', detail: { userId: eve.user.id } },
    ]);
  });

  test('is no admin from the next request on once the right is revoked', async () => {
    const [ada, bob] = [await anAdmin(world, 'Ada'), await anAdmin(world, 'Bob')];
    expect((await revoke(ada, bob)).status).toBe(200);
    expect(await isAdmin(bob)).toBe(false);
    expect((await bob.call(listAdmins)).refusal?.code).toBe('admin-required');
    expect((await bob.call(weekManualOdds, { params: { week: '12', season: '2026' } })).status).toBe(403);
    expect(await lines()).toMatchObject([{ actor_id: ada.user.id, action: 'admin-revoked' }]);
  });

  test('who is one already, or is none, changes nothing and leaves no line', async () => {
    const [ada, bob, eve] = [await anAdmin(world, 'Ada'), await anAdmin(world, 'Bob'), await world.signUp('Eve')];
    expect([(await grant(ada, bob.user.email)).status, (await revoke(ada, eve)).status]).toEqual([200, 200]);
    expect(await lines()).toEqual([]);
  });

  test.each(['nobody@example.com', '01936f3e-0000-7000-8000-000000000000'])('%s is nobody', async (who) => {
    const ada = await anAdmin(world, 'Ada');
    expect((await grant(ada, who)).refusal?.code).toBe('user-not-found');
    expect((await grant(ada, 'Bob')).refusal).toEqual({
      code: 'bad-input',
      message: 'Please enter a whole e-mail address or an id',
    });
  });
});

describe('the own right', () => {
  test('is given up only by who says so', async () => {
    const [ada, bob] = [await anAdmin(world, 'Ada'), await anAdmin(world, 'Bob')];
    expect((await revoke(ada, ada)).refusal?.code).toBe('own-right');
    expect(await isAdmin(ada)).toBe(true);
    expect((await revoke(ada, ada, true)).status).toBe(200);
    expect([await isAdmin(ada), await isAdmin(bob)]).toEqual([false, true]);
  });

  test('of the last admin stays, and the refusal leaves no line', async () => {
    const ada = await anAdmin(world, 'Ada');
    expect((await revoke(ada, ada, true)).refusal?.code).toBe('last-admin');
    expect(await isAdmin(ada)).toBe(true);
    expect(await lines()).toEqual([]);
  });

  test('of the last admin keeps the account from being deleted, until there is another', async () => {
    const ada = await anAdmin(world, 'Ada');
    const body = { password: ada.password };
    expect((await ada.call(deleteAccount, { body })).refusal?.code).toBe('last-admin');
    await anAdmin(world, 'Bob');
    expect((await ada.call(deleteAccount, { body })).status).toBe(200);
  });

  test('of the last admin is ended by the operator’s command alone', async () => {
    const ada = await anAdmin(world, 'Ada');
    await revokeAdmin(world.database, { email: ada.user.email }, null);
    expect(await isAdmin(ada)).toBe(false);
  });
});

describe('at once, on connections of their own,', () => {
  test('two admins who revoke each other leave one', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [ada, bob] = [await anAdmin(world, 'Ada'), await anAdmin(world, 'Bob')];
      const answers = await Promise.all([revoke(ada, bob), revoke(bob, ada)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
      expect([await isAdmin(ada), await isAdmin(bob)].filter(Boolean)).toHaveLength(1);
      await world.clear();
    }
  });

  test('twelve admins who revoke each other in a ring leave some, and each right ends once', async () => {
    const admins: Player[] = [];
    for (let count = 0; count < 12; count += 1) admins.push(await anAdmin(world, `Admin${count}`));
    const answers = await Promise.all(admins.map((by, at) => revoke(by, admins[(at + 1) % 12] as Player)));
    const ended = answers.filter(({ status }) => status === 200).length;
    const left = (await Promise.all(admins.map(isAdmin))).filter(Boolean).length;
    expect(left).toBeGreaterThan(0);
    expect([ended + left, (await lines()).length]).toEqual([12, ended]);
  });

  test('ten admins who all give up their own right leave one', async () => {
    const admins: Player[] = [];
    for (let count = 0; count < 10; count += 1) admins.push(await anAdmin(world, `Admin${count}`));
    const answers = await Promise.all(admins.map((each) => revoke(each, each, true)));
    expect(answers.filter(({ refusal }) => refusal?.code === 'last-admin')).toHaveLength(1);
    expect((await Promise.all(admins.map(isAdmin))).filter(Boolean)).toHaveLength(1);
  });
});
