import { describe, expect, test } from 'vitest';
import { removeChat, saveChat } from '#shared/api/chat.ts';
import {
  deleteGroup,
  type Group,
  joinGroup,
  listGroups,
  regenerateCode,
  removeMember,
  updateGroup,
} from '#shared/api/groups.ts';
import { leagueLog } from '#shared/api/league-log.ts';
import { nameManager, unnameManager } from '#shared/api/league-roles.ts';
import { mostManagers } from '#shared/domain/league-role.ts';
import { leagueBeforeEach } from '../testing/league-before-each.ts';
import { expectLedgerBalances } from '../testing/ledger-asserts.ts';
import { lockElsewhere, untilWaiting } from '../testing/locks.ts';
import type { Player, World } from '../testing/world.ts';

let world: World;
let owner: Player;
let manager: Player;
let friend: Player;
let league: Group;

leagueBeforeEach(async (made) => {
  ({ world, player: owner, league } = made);
  manager = await world.member(league, 'Max');
  friend = await world.member(league, 'Fay');
  await name(manager);
});

const of = ({ user }: Player) => ({ params: { id: league.id, userId: user.id } });
const name = (member: Player, by = owner) => by.call(nameManager, of(member));
const unname = (member: Player, by = owner) => by.call(unnameManager, of(member));
const remove = (member: Player, by: Player) => by.call(removeMember, of(member));
const rename = (by: Player, to: string) => by.call(updateGroup, { params: { id: league.id }, body: { name: to } });
const seen = async (by: Player) => (await by.call(listGroups)).reply.find(({ group }) => group.id === league.id);
const logged = async (by: Player, before?: string) =>
  (await by.call(leagueLog, { params: { id: league.id, before } })).reply;

/** Locks the league's row in another transaction, so that every act on it waits. */
const lockLeague = () => lockElsewhere(world.database, 'select 1 from leagues where id = $1 for update', [league.id]);

describe('managers', () => {
  test('are named and unnamed by the owner, once, and every member sees who they are', async () => {
    expect((await name(manager)).status).toBe(200);
    expect((await seen(friend))?.group.managers).toEqual([{ userId: manager.user.id, name: 'Max' }]);
    expect((await unname(manager)).status).toBe(200);
    expect((await unname(manager)).status).toBe(200);
    expect((await seen(friend))?.group.managers).toEqual([]);
    expect((await rename(manager, 'Mine')).refusal).toMatchObject({ code: 'not-owner' });
    expect((await logged(friend)).entries.map(({ act }) => act)).toEqual(['manager-unnamed', 'manager-named']);
  });

  test('edit, announce, renew the code, connect a chat and remove members', async () => {
    expect((await rename(manager, 'Better')).reply).toMatchObject({ name: 'Better' });
    const body = { announcement: 'Bets close early' };
    expect((await manager.call(updateGroup, { params: { id: league.id }, body })).status).toBe(200);
    expect((await manager.call(regenerateCode, { params: { id: league.id } })).status).toBe(200);
    expect((await remove(friend, manager)).status).toBe(200);
    expect(await seen(friend)).toBeUndefined();
    await expectLedgerBalances(world.database.db);
  });

  test('delete nothing, name nobody, and remove neither the owner nor a manager', async () => {
    await name(friend);
    const statuses = [
      await manager.call(deleteGroup, { params: { id: league.id } }),
      await name(friend, manager),
      await unname(friend, manager),
      await remove(owner, manager),
      await remove(friend, manager),
    ].map(({ status, refusal }) => [status, refusal?.code]);
    expect(statuses).toEqual(Array.from({ length: 5 }, () => [403, 'not-owner']));
    expect((await remove(manager, manager)).status).toBe(400);
    expect((await remove(friend, owner)).status).toBe(200);
  });

  test('are present members only, not the owner, and not too many', async () => {
    expect((await name(owner)).status).toBe(400);
    const stranger = await world.signUp('Sue');
    expect((await name(stranger)).refusal).toMatchObject({ code: 'member-not-found' });
    await remove(friend, owner);
    expect((await name(friend)).status).toBe(404);
    expect((await unname(friend)).status).toBe(404);
    for (let at = 1; at < mostManagers; at += 1) await name(await world.member(league));
    expect((await name(await world.member(league))).refusal).toMatchObject({ code: 'too-many-managers' });
  });

  test('are none any more once they are removed', async () => {
    await remove(manager, owner);
    expect((await seen(owner))?.group.managers).toEqual([]);
    expect((await rename(manager, 'Mine')).status).toBe(404);
    const { rows } = await world.database.pool.query('select is_manager from members where user_id = $1', [
      manager.user.id,
    ]);
    expect(rows).toEqual([{ is_manager: false }]);
  });

  test('who are unnamed while their change waits change nothing', async () => {
    const lock = await lockLeague();
    const unnamed = unname(manager);
    await untilWaiting(world.database, 1);
    const changes = [rename(manager, 'Mine'), manager.call(regenerateCode, { params: { id: league.id } })];
    await untilWaiting(world.database, 3);
    await lock.release();
    expect((await unnamed).status).toBe(200);
    expect((await Promise.all(changes)).map(({ refusal }) => refusal?.code)).toEqual(['not-owner', 'not-owner']);
    expect((await seen(owner))?.group).toMatchObject({ name: league.name, joinCode: league.joinCode });
    expect((await logged(owner)).entries.map(({ act }) => act)).toEqual(['manager-unnamed', 'manager-named']);
  });
});

describe('the log of a league', () => {
  test('says who did what, what changed from what to what, and nothing of what stayed', async () => {
    const body = { name: 'Better', description: '', announcement: 'Hello', reveal: 'started' as const };
    await manager.call(updateGroup, { params: { id: league.id }, body });
    await manager.call(updateGroup, { params: { id: league.id }, body });
    await manager.call(regenerateCode, { params: { id: league.id } });
    await manager.call(saveChat, {
      params: { id: league.id },
      body: { service: 'groupme', address: '0123456789abcdef0123456789' },
    });
    await manager.call(removeChat, { params: { id: league.id } });
    await manager.call(removeChat, { params: { id: league.id } });
    await remove(friend, manager);
    const by = { userId: manager.user.id, name: 'Max' };
    const { entries, hasMore } = await logged(owner);
    expect(hasMore).toBe(false);
    expect(entries.map(({ at: _at, ...entry }) => entry)).toMatchObject([
      { number: 6, act: 'removed', by, whom: { userId: friend.user.id, name: 'Fay' } },
      { number: 5, act: 'chat-removed', by },
      { number: 4, act: 'chat-saved', by, after: { chat: 'groupme' } },
      { number: 3, act: 'code-renewed', by, whom: null, before: null, after: null },
      {
        number: 2,
        act: 'settings',
        by,
        before: { name: league.name, reveal: 'settled', announcement: null },
        after: { name: 'Better', reveal: 'started', announcement: '' },
      },
      { number: 1, act: 'manager-named', by: { userId: owner.user.id }, whom: by },
    ]);
    expect(Object.keys(entries[4]?.after ?? {})).toEqual(['name', 'reveal', 'announcement']);
    expect(JSON.stringify(entries)).not.toContain('0123456789abcdef');
  });

  test('is for members alone, and with the names of now', async () => {
    await remove(friend, owner);
    expect((await friend.call(leagueLog, { params: { id: league.id } })).status).toBe(404);
    const late = await world.member(league, 'Lou');
    expect((await logged(late)).entries).toHaveLength(2);
    await world.database.pool.query(`update users set first_name = 'Felicity' where id = $1`, [friend.user.id]);
    expect((await logged(late)).entries[0]?.whom?.name).toBe('Felicity');
    const { rows } = await world.database.pool.query<{ text: string }>(
      'select league_log::text as text from league_log',
    );
    expect(rows.map(({ text }) => text).join()).not.toMatch(/Max|Fay|Felicity/);
  });

  test('comes by pages', async () => {
    for (let at = 0; at < 40; at += 1) await rename(owner, `Name ${at}`);
    const first = await logged(owner);
    const last = await logged(owner, String(first.entries.at(-1)?.number));
    expect([first.hasMore, last.hasMore]).toEqual([true, false]);
    expect([...first.entries, ...last.entries].map(({ number }) => number)).toEqual(
      Array.from({ length: 41 }, (_none, at) => 41 - at),
    );
  });

  test('has an entry for each of many acts at once', async () => {
    await Promise.all(Array.from({ length: 10 }, (_none, at) => rename(at % 2 ? owner : manager, `Name ${at}`)));
    const { entries } = await logged(owner);
    expect(entries.map(({ number }) => number)).toEqual(Array.from({ length: 11 }, (_none, at) => 11 - at));
    // Each begins with what the one before it left.
    const names = entries.slice(0, 10).map(({ before, after }) => [before?.name, after?.name]);
    for (const [at, [was]] of names.entries()) expect(was).toBe(names[at + 1]?.[1] ?? league.name);
  });

  test('cannot be changed by the app, and goes with its league', async () => {
    const { pool } = world.database;
    await expect(pool.query('update league_log set number = 2')).rejects.toThrow('permission denied');
    await expect(pool.query('delete from league_log')).rejects.toThrow('permission denied');
    await owner.call(deleteGroup, { params: { id: league.id } });
    expect((await pool.query('select from league_log where league_id = $1', [league.id])).rowCount).toBe(0);
  });

  test('of another league is not this one', async () => {
    const other = await world.league(friend);
    await friend.call(joinGroup, { body: { joinCode: league.joinCode } });
    expect((await friend.call(leagueLog, { params: { id: other.id } })).reply.entries).toEqual([]);
  });
});
