import { expect, test } from 'vitest';
import { deleteGroup, type Group, listGroups, removeMember, updateGroup } from '#shared/api/groups.ts';
import { leagueLog } from '#shared/api/league-log.ts';
import { acceptOffer, endOffer, nameManager, offerLeague, unnameManager } from '#shared/api/league-roles.ts';
import { playAgain } from '#shared/api/seasons.ts';
import { mostManagers } from '#shared/domain/league-role.ts';
import { leagueBeforeEach } from '../testing/league-before-each.ts';
import { addLeagues } from '../testing/leagues.ts';
import { expectLedgerBalances } from '../testing/ledger-asserts.ts';
import { lockElsewhere, untilWaiting } from '../testing/locks.ts';
import { endForGood } from '../testing/standings.ts';
import type { Player, World } from '../testing/world.ts';
import { maximum } from './entering.ts';

let world: World;
let owner: Player;
let friend: Player;
let other: Player;
let league: Group;

leagueBeforeEach(async (made) => {
  ({ world, player: owner, league } = made);
  friend = await world.member(league, 'Fay');
  other = await world.member(league, 'Otis');
});

const params = () => ({ params: { id: league.id } });
const offer = (to: Player, by = owner) => by.call(offerLeague, { ...params(), body: { userId: to.user.id } });
const end = (by: Player) => by.call(endOffer, params());
const accept = (by: Player) => by.call(acceptOffer, params());
const remove = (member: Player, by = owner) =>
  by.call(removeMember, { params: { id: league.id, userId: member.user.id } });
const seen = async (by: Player, id = league.id) =>
  (await by.call(listGroups)).reply.find(({ group }) => group.id === id)?.group;
const acts = async (by: Player) => (await by.call(leagueLog, params())).reply.entries.map(({ act }) => act);
const statuses = async (calls: Promise<{ status: number }>[]) => (await Promise.all(calls)).map(({ status }) => status);

/** Runs calls that all wait for the league's row first, in the order in which they came. */
async function inOrder(...calls: (() => Promise<{ status: number }>)[]): Promise<number[]> {
  const lock = await lockElsewhere(world.database, 'select 1 from leagues where id = $1 for update', [league.id]);
  const running: Promise<{ status: number }>[] = [];
  for (const [at, call] of calls.entries()) {
    running.push(call());
    await untilWaiting(world.database, at + 1);
  }
  await lock.release();
  return statuses(running);
}

test('who accepts an offer owns the league, and who owned it is a manager', async () => {
  await owner.call(nameManager, { params: { id: league.id, userId: friend.user.id } });
  expect((await offer(friend)).status).toBe(200);
  expect((await offer(friend)).status).toBe(200);
  expect(await seen(other)).toMatchObject({ offeredTo: { userId: friend.user.id, name: 'Fay' } });
  expect((await accept(friend)).status).toBe(200);
  expect(await seen(other)).toMatchObject({
    ownerId: friend.user.id,
    managers: [{ userId: owner.user.id }],
    offeredTo: null,
  });
  expect(await acts(other)).toEqual(['transferred', 'offered', 'manager-named']);
  expect((await owner.call(deleteGroup, params())).status).toBe(403);
  expect((await owner.call(updateGroup, { ...params(), body: { name: 'Still helping' } })).status).toBe(200);
  expect((await remove(owner, friend)).status).toBe(200);
  await expectLedgerBalances(world.database.db);
});

test('an offer is withdrawn by its owner, declined by its member, replaced by another, and none of anybody else', async () => {
  expect([(await end(owner)).status, (await accept(friend)).status]).toEqual([404, 404]);
  await offer(friend);
  expect([(await end(other)).status, (await accept(other)).status]).toEqual([404, 404]);
  expect((await end(friend)).status).toBe(200);
  await offer(friend);
  expect((await end(owner)).status).toBe(200);
  expect((await accept(friend)).refusal?.code).toBe('no-offer');
  await offer(friend);
  await offer(other);
  expect([(await accept(friend)).status, (await accept(other)).status]).toEqual([404, 200]);
  expect(await acts(owner)).toEqual([
    'transferred',
    'offered',
    'offered',
    'offer-withdrawn',
    'offered',
    'offer-declined',
    'offered',
  ]);
});

test('an offer is for present members other than the owner', async () => {
  const stranger = await world.signUp('Sue');
  await remove(other);
  expect(await statuses([offer(owner), offer(stranger), offer(other)])).toEqual([400, 404, 404]);
});

test('an offer ends with the removal of its member', async () => {
  await offer(friend);
  await remove(friend);
  expect((await seen(owner))?.offeredTo).toBeNull();
  expect((await accept(friend)).status).toBe(404);
});

test('nobody gets more leagues than one may own', { timeout: 30_000 }, async () => {
  await offer(friend);
  await addLeagues(world.database.db, friend, maximum.owned);
  expect((await accept(friend)).refusal?.code).toBe('too-many-leagues');
  expect((await seen(owner))?.ownerId).toBe(owner.user.id);
});

/** Makes managers of so many new members. */
async function nameMany(count: number): Promise<Player[]> {
  const named: Player[] = [];
  for (let at = 0; at < count; at += 1) {
    const member = await world.member(league, `Max${at}`);
    expect((await name(member)).status).toBe(200);
    named.push(member);
  }
  return named;
}

const name = (member: Player, by = owner) =>
  by.call(nameManager, { params: { id: league.id, userId: member.user.id } });
const unname = (member: Player) => owner.call(unnameManager, { params: { id: league.id, userId: member.user.id } });
const managers = async () => (await seen(other))?.managers.map(({ userId }) => userId);

test('a league with ten managers is offered and given to one of them, or to somebody else once one is fewer', async () => {
  await offer(friend);
  const [first, second] = (await nameMany(mostManagers)) as [Player, Player];
  expect((await accept(friend)).refusal).toMatchObject({ code: 'too-many-managers' });
  expect((await offer(other)).refusal).toMatchObject({
    code: 'too-many-managers',
    message: 'The league has 10 managers, and its owner would become one more. Take the role from one of them first.',
  });
  expect((await seen(other))?.offeredTo?.userId).toBe(friend.user.id);
  expect([(await offer(first)).status, (await accept(first)).status]).toEqual([200, 200]);
  expect(await managers()).toHaveLength(mostManagers);
  expect(await managers()).toContain(owner.user.id);

  expect((await offer(second, first)).status).toBe(200);
  expect((await accept(second)).status).toBe(200);
  owner = second;
  expect((await unname(first)).status).toBe(200);
  expect([(await offer(friend)).status, (await accept(friend)).status]).toEqual([200, 200]);
  expect(await managers()).toHaveLength(mostManagers);
});

test('of an acceptance and the naming of a tenth manager at once exactly one happens', async () => {
  const named = await nameMany(mostManagers - 1);
  await offer(friend);
  expect(
    await inOrder(
      () => name(other),
      () => accept(friend),
    ),
  ).toEqual([200, 409]);
  expect(await managers()).toHaveLength(mostManagers);
  await unname(other);
  expect(
    await inOrder(
      () => accept(friend),
      () => name(other),
    ),
  ).toEqual([200, 403]);
  expect(await managers()).toHaveLength(named.length + 1);
  expect((await seen(other))?.ownerId).toBe(friend.user.id);
});

test('of an acceptance and a deletion at once exactly one happens, whichever comes first', async () => {
  await offer(friend);
  expect(
    await inOrder(
      () => owner.call(deleteGroup, params()),
      () => accept(friend),
    ),
  ).toEqual([200, 404]);
  expect(await seen(friend)).toBeUndefined();

  league = await world.league(owner);
  await world.join(friend, league);
  await offer(friend);
  expect(
    await inOrder(
      () => accept(friend),
      () => owner.call(deleteGroup, params()),
    ),
  ).toEqual([200, 403]);
  expect((await seen(owner))?.ownerId).toBe(friend.user.id);
});

test('a deletion that loses to an acceptance leaves the season before as it is', async () => {
  await endForGood(world.database, league);
  const before = league;
  const inDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000).toISOString();
  const body = { name: 'Next', joinDeadline: inDays(7), endDate: inDays(90) };
  const { reply: next } = await owner.call(playAgain, { params: { id: before.id }, body });
  league = (await seen(owner, next.id)) as Group;
  await world.join(friend, league);
  await offer(friend);
  expect(
    await inOrder(
      () => accept(friend),
      () => owner.call(deleteGroup, params()),
    ),
  ).toEqual([200, 403]);
  const memberships = (await owner.call(listGroups)).reply;
  expect(memberships.find(({ group }) => group.id === before.id)?.next?.id).toBe(league.id);
});

test('of an acceptance and the removal of its member at once exactly one happens, whichever comes first', async () => {
  await offer(friend);
  expect(
    await inOrder(
      () => remove(friend),
      () => accept(friend),
    ),
  ).toEqual([200, 404]);
  expect((await seen(owner))?.ownerId).toBe(owner.user.id);
  await offer(other);
  expect(
    await inOrder(
      () => accept(other),
      () => remove(other),
    ),
  ).toEqual([200, 403]);
  expect((await seen(owner))?.ownerId).toBe(other.user.id);
});

test('of ten acceptances at once one happens, and of an acceptance and a withdrawal one', async () => {
  await offer(friend);
  const answers = await statuses(Array.from({ length: 10 }, () => accept(friend)));
  expect(answers.filter((status) => status === 200)).toHaveLength(1);
  expect((await acts(owner)).filter((act) => act === 'transferred')).toHaveLength(1);
  await offer(other, friend);
  const both = await statuses([accept(other), end(friend)]);
  expect(both.toSorted()).toEqual([200, 404]);
  expect((await seen(owner))?.ownerId).toBe(both[0] === 200 ? other.user.id : friend.user.id);
});
