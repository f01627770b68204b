import { expect, test } from 'vitest';
import {
  deleteGroup,
  type Group,
  joinGroup,
  listGroups,
  regenerateCode,
  removeMember,
  updateGroup,
} from '#shared/api/groups.ts';
import { invite } from '#shared/api/invite.ts';
import {
  approveRequest,
  askToJoin,
  declineRequest,
  listJoinRequests,
  ownRequests,
  withdrawRequest,
} from '#shared/api/join-requests.ts';
import { leagueLog } from '#shared/api/league-log.ts';
import { nameManager } from '#shared/api/league-roles.ts';
import { startingBalance } from '#shared/domain/money.ts';
import { leagueBeforeEach } from '../testing/league-before-each.ts';
import { endLeague, fillLeague } from '../testing/leagues.ts';
import { expectLedgerBalances } from '../testing/ledger-asserts.ts';
import { lockElsewhere, untilWaiting } from '../testing/locks.ts';
import type { Player, World } from '../testing/world.ts';
import { enter, maximum } from './entering.ts';

let world: World;
let owner: Player;
let stranger: Player;
let league: Group;

leagueBeforeEach(async (made) => {
  ({ world, player: owner, league } = made);
  stranger = await world.signUp('Sue');
  await approves(true);
});

const approves = (approvesJoins: boolean) =>
  owner.call(updateGroup, { params: { id: league.id }, body: { approvesJoins } });
const code = () => ({ body: { joinCode: league.joinCode } });
const ask = (player = stranger) => player.call(askToJoin, code());
const of = ({ user }: Player) => ({ params: { id: league.id, userId: user.id } });
const approve = (player = stranger, by = owner) => by.call(approveRequest, of(player));
const decline = (player = stranger, by = owner) => by.call(declineRequest, of(player));
const withdraw = (player = stranger, id = league.id) => player.call(withdrawRequest, { params: { groupId: id } });
const own = async (player = stranger) => (await player.call(ownRequests)).reply.map(({ groupId }) => groupId);
const waiting = async () => (await owner.call(listJoinRequests, { params: { id: league.id } })).reply;
const isMember = async (player = stranger) =>
  (await player.call(listGroups)).reply.some(({ group }) => group.id === league.id);
const invitation = async (player = stranger) =>
  (await player.call(invite, { params: { code: league.joinCode } })).reply;

test('who asks waits, and is a member once somebody who runs the league approves', async () => {
  expect((await stranger.call(joinGroup, code())).refusal?.code).toBe('approval-needed');
  expect(await invitation()).toMatchObject({ waitsIn: null, league: { approvesJoins: true } });
  expect([(await ask()).status, (await ask()).status]).toEqual([201, 200]);
  expect(await invitation()).toMatchObject({ waitsIn: league.id, leagueId: null });
  expect(await isMember()).toBe(false);
  expect(await waiting()).toMatchObject([{ userId: stranger.user.id, name: 'Sue T.' }]);
  expect((await approve()).status).toBe(200);
  expect([await isMember(), await waiting()]).toEqual([true, []]);
  expect((await approve()).refusal?.code).toBe('request-not-found');
  const { entries } = (await stranger.call(leagueLog, { params: { id: league.id } })).reply;
  expect(entries[0]).toMatchObject({ act: 'approved', whom: { userId: stranger.user.id } });
  await expectLedgerBalances(world.database.db);
});

test('who waits learns no more of the league than its invitation says', async () => {
  const before = await invitation();
  await ask();
  expect(await invitation()).toEqual({ ...before, waitsIn: league.id });
  expect((await stranger.call(leagueLog, { params: { id: league.id } })).status).toBe(404);
  expect(JSON.stringify(await ask())).not.toContain(league.id);
});

test('a declined person is named in no log, and may ask again; a withdrawn request is gone', async () => {
  await ask();
  expect((await decline()).status).toBe(200);
  expect([(await decline()).status, (await approve()).status]).toEqual([404, 404]);
  const { entries } = (await owner.call(leagueLog, { params: { id: league.id } })).reply;
  expect(entries[0]).toMatchObject({ act: 'declined', whom: null });
  await ask();
  expect((await withdraw()).status).toBe(200);
  expect([await waiting(), (await invitation()).waitsIn]).toEqual([[], null]);
});

test('a manager answers requests', async () => {
  await approves(false);
  const manager = await world.member(league, 'Max');
  await owner.call(nameManager, of(manager));
  await approves(true);
  await ask();
  expect((await approve(stranger, manager)).status).toBe(200);
});

test('without the option everybody joins at once, and asks for nothing', async () => {
  await approves(false);
  expect((await ask()).refusal?.code).toBe('no-approval-needed');
  expect((await stranger.call(joinGroup, code())).status).toBe(200);
  await approves(true);
  expect((await ask()).refusal?.code).toBe('already-member');
});

test('a request outlives the code that it was made with: it is taken back, or answered', async () => {
  const other = await world.signUp('Sid');
  await ask();
  await ask(other);
  await owner.call(regenerateCode, { params: { id: league.id } });
  expect((await ask()).refusal?.code).toBe('unknown-code');
  expect([await own(), await own(other), await own(owner)]).toEqual([[league.id], [league.id], []]);
  expect((await withdraw(owner)).status).toBe(200); // there is none of hers
  expect(await waiting()).toHaveLength(2);
  expect((await withdraw()).status).toBe(200);
  expect((await withdraw()).status).toBe(200);
  expect([await own(), (await waiting()).map(({ userId }) => userId)]).toEqual([[], [other.user.id]]);
  expect((await approve(other)).status).toBe(200);
  expect([await isMember(), await isMember(other), await own(other)]).toEqual([false, true, []]);
  await expectLedgerBalances(world.database.db);
});

test('a request to no league, or one that is deleted, is taken back like any other', async () => {
  await ask();
  await owner.call(deleteGroup, { params: { id: league.id } });
  const unknown = '0197f0a0-0000-7000-8000-000000000000';
  expect([(await withdraw()).status, (await withdraw(stranger, unknown)).status]).toEqual([200, 200]);
  expect(await own()).toEqual([]);
});

test('once joins are not approved any more, all who wait are let in', async () => {
  const other = await world.signUp('Sid');
  await ask();
  await ask(other);
  await approves(false);
  expect([await isMember(), await isMember(other), await waiting()]).toEqual([true, true, []]);
  const { entries } = (await owner.call(leagueLog, { params: { id: league.id } })).reply;
  expect(entries.slice(0, 3).map(({ act, whom }) => [act, whom?.userId ?? null])).toEqual([
    ['approved', other.user.id],
    ['approved', stranger.user.id],
    ['settings', null],
  ]);
  await expectLedgerBalances(world.database.db);
});

test('of those who wait for the last place one is let in, and the other can still be answered', async () => {
  const other = await world.signUp('Sid');
  await ask();
  await ask(other);
  await fillLeague(world.database.db, league, maximum.members - 2);
  expect((await approves(false)).status).toBe(200);
  expect([await isMember(), await isMember(other), await own(other)]).toEqual([true, false, [league.id]]);
  expect((await approve(other)).refusal?.code).toBe('league-full');
  await owner.call(removeMember, of(stranger));
  expect((await approves(false)).status).toBe(200);
  expect([await isMember(other), await waiting()]).toEqual([true, []]);
}, 60_000);

test('a removed member cannot ask', async () => {
  await ask();
  await approve();
  await owner.call(removeMember, of(stranger));
  expect((await ask()).refusal?.code).toBe('removed');
});

test('nobody is let into a league that is closed, has ended or is full by now', { timeout: 60_000 }, async () => {
  await ask();
  const { db, pool } = world.database;
  await pool.query(`update leagues set join_deadline = now() - interval '1 hour' where id = $1`, [league.id]);
  expect((await approve()).refusal).toMatchObject({ code: 'too-late' });
  await pool.query('update leagues set join_deadline = null where id = $1', [league.id]);
  await fillLeague(db, league, maximum.members - 1);
  expect((await approve()).refusal).toMatchObject({ code: 'league-full' });
  expect((await ask(await world.signUp('Zed'))).refusal).toMatchObject({ code: 'league-full' });
  await endLeague(db, league);
  await pool.query('update leagues set join_deadline = null where id = $1', [league.id]);
  expect((await approve()).refusal).toMatchObject({ code: 'league-ended' });
  expect(await isMember()).toBe(false);
  expect(await waiting()).toHaveLength(1);
});

test('of two approvals for the last place one happens', { timeout: 60_000 }, async () => {
  const second = await world.signUp('Sid');
  await ask();
  await ask(second);
  await fillLeague(world.database.db, league, maximum.members - 2);
  const answers = await Promise.all([approve(), approve(second)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect([await isMember(), await isMember(second)].filter(Boolean)).toHaveLength(1);
});

test('an approval that waits while the league is closed or deleted lets nobody in', async () => {
  await ask();
  const closing = await lockElsewhere(
    world.database,
    `update leagues set join_deadline = now() - interval '1 hour' where id = $1`,
    [league.id],
  );
  const late = approve();
  await untilWaiting(world.database);
  await closing.release();
  expect((await late).refusal?.code).toBe('too-late');
  await world.database.pool.query('update leagues set join_deadline = null where id = $1', [league.id]);
  const [deleted, approved] = await Promise.all([owner.call(deleteGroup, { params: { id: league.id } }), approve()]);
  expect(deleted.status).toBe(200);
  expect([200, 404]).toContain(approved.status);
  expect(await isMember()).toBe(false);
  const { rows } = await world.database.pool.query('select from join_requests where league_id = $1', [league.id]);
  expect(rows).toEqual([]);
});

test('ten approvals and declines at once give one answer', async () => {
  await ask();
  const answers = await Promise.all(Array.from({ length: 10 }, (_none, at) => (at % 2 ? approve() : decline())));
  const won = answers.findIndex(({ status }) => status === 200);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await isMember()).toBe(won % 2 === 1);
  await expectLedgerBalances(world.database.db);
});

test('a join beside one of the same user that has lost its locks, as on a Citus, is a repeat', async () => {
  await approves(false);
  const { repeat } = await world.database.withTx(async (tx) => {
    await enter(tx, { leagueId: league.id, userId: stranger.user.id, given: startingBalance, isGuest: false });
    const waits = stranger.call(joinGroup, code());
    await untilWaiting(world.database);
    return { repeat: waits };
  });
  expect((await repeat).refusal?.code).toBe('already-member');
  await expectLedgerBalances(world.database.db);
});
