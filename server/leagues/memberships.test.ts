import { v7 as uuid } from 'uuid';
import { expect, test } from 'vitest';
import { deleteGroup, type Group, joinGroup, listGroups } from '#shared/api/groups.ts';
import { deleteLeagueless } from '../demo/store.ts';
import { leagueBeforeEach } from '../testing/league-before-each.ts';
import { endLeague, removeFrom } from '../testing/leagues.ts';
import { lockElsewhere, untilWaiting } from '../testing/locks.ts';
import type { Player, World } from '../testing/world.ts';
import { insertMembership, listLeagueIdsOf } from './memberships-store.ts';

let world: World;
let owner: Player;
let league: Group;

leagueBeforeEach((made) => {
  ({ world, player: owner, league } = made);
});

const leaguesOf = (player: Player) => listLeagueIdsOf(world.database.db, player.user.id);
const join = (player: Player) => player.call(joinGroup, { body: { joinCode: league.joinCode } });

test('an owner, a member and a removed member have a membership', async () => {
  const friend = await world.member(league);
  await removeFrom(world.database.db, league, friend);
  expect([await leaguesOf(owner), await leaguesOf(friend)]).toEqual([[league.id], [league.id]]);
});

test('a membership is committed before the transaction that inserts the member', async () => {
  const friend = await world.signUp();
  const lock = await lockElsewhere(world.database, 'select 1 from leagues where id = $1 for update', [league.id]);
  const joining = join(friend);
  await untilWaiting(world.database);
  expect(await leaguesOf(friend)).toEqual([league.id]);
  await lock.release();
  expect((await joining).status).toBe(200);
});

test('a membership without a member shows no league, and lets its user join', async () => {
  const friend = await world.signUp();
  for (const leagueId of [league.id, uuid()]) await insertMembership(world.database.db, friend.user.id, leagueId);
  expect((await friend.call(listGroups)).reply).toEqual([]);
  expect((await join(friend)).status).toBe(200);
  expect((await friend.call(listGroups)).reply).toHaveLength(1);
});

test('a refused join leaves at most a membership', async () => {
  const friend = await world.signUp();
  await endLeague(world.database.db, league);
  expect((await join(friend)).refusal?.code).toBe('too-late');
  expect((await friend.call(listGroups)).reply).toEqual([]);
});

test('a deleted league and a deleted account leave no membership', async () => {
  const friend = await world.member(league);
  expect((await owner.call(deleteGroup, { params: { id: league.id } })).status).toBe(200);
  expect([await leaguesOf(owner), await leaguesOf(friend)]).toEqual([[], []]);
  const { db, withTx } = world.database;
  await insertMembership(db, friend.user.id, league.id);
  await withTx((tx) => deleteLeagueless(tx, [owner.user.id, friend.user.id]));
  expect(await leaguesOf(friend)).toEqual([]);
});
