import { afterAll, beforeEach, expect, test } from 'vitest';
import { type Group, joinGroup, regenerateCode, removeMember, updateGroup } from '#shared/api/groups.ts';
import { approveRequest, askToJoin, declineRequest, withdrawRequest } from '#shared/api/join-requests.ts';
import { acceptOffer, nameManager, offerLeague, unnameManager } from '#shared/api/league-roles.ts';
import { countNotices, listNotices } from '#shared/api/notifications.ts';
import { aWriter } from '../testing/notices.ts';
import { type Player, testWorld } from '../testing/world.ts';

const world = await testWorld();
let league: Group;
let [ann, bob, cleo, sue] = [] as unknown as [Player, Player, Player, Player];
let writer: ReturnType<typeof aWriter>;

beforeEach(async () => {
  await world.clear();
  ann = await world.signUp('Ann');
  league = await world.league(ann, { approvesJoins: false });
  [bob, cleo] = [await world.member(league, 'Bob'), await world.member(league, 'Cleo')];
  sue = await world.signUp('Sue');
  writer = aWriter(world.database);
});
afterAll(() => world.drop());

const params = () => ({ id: league.id });
const approves = () => ann.call(updateGroup, { params: params(), body: { approvesJoins: true } });
const ask = (by: Player) => by.call(askToJoin, { body: { joinCode: league.joinCode } });
const of = ({ user }: Player) => ({ params: { id: league.id, userId: user.id } });
const read = async (player: Player, kind: 'asked' | 'joined') =>
  (await player.call(listNotices)).reply.notices
    .filter((notice) => notice.kind === kind)
    .map(({ title, line, path }) => [title, line, path]);
const home = () => `/league/${league.id}`;
const waits = () => ['Sue T. asks to join Sunday League', 'Waits for your answer', home()];
const isOver = () => ['Somebody asked to join Sunday League', 'It waits for no answer of yours', home()];

test('owner and managers are notified of a request, nobody else, and once', async () => {
  await ann.call(nameManager, of(bob));
  await approves();
  expect(await writer.run()).toBe(2); // that Bob and Cleo joined
  await ask(sue);
  await ask(sue);
  expect([await writer.run(), await writer.run(), await aWriter(world.database).run()]).toEqual([2, 0, 0]);
  expect([await read(ann, 'asked'), await read(bob, 'asked')]).toEqual([[waits()], [waits()]]);
  for (const other of [cleo, sue]) expect((await other.call(countNotices)).reply).toEqual({ unread: 0 });
  const { rows } = await world.database.pool.query(
    "select distinct topic from changes where topic like '%:requests:%' order by topic",
  );
  expect(rows).toEqual([ann, bob].map(({ user }) => ({ topic: `user:${user.id}:requests:${league.id}` })));
});

test('an answered or withdrawn request says that it waits no more, and asking again is another notice', async () => {
  await approves();
  await writer.run();
  await ask(sue);
  await writer.run();
  await ann.call(declineRequest, of(sue));
  expect(await read(ann, 'asked')).toEqual([isOver()]);
  await ask(sue);
  expect(await writer.run()).toBe(1);
  await sue.call(withdrawRequest, { params: { groupId: league.id } });
  expect(await read(ann, 'asked')).toEqual([isOver(), isOver()]);
  await ask(sue);
  await ann.call(approveRequest, of(sue));
  expect(await writer.run()).toBe(1); // that Sue joined
  expect(await read(ann, 'joined')).toContainEqual(['Sue joined Sunday League', '4 members now', home()]);
});

test('a request outlives a new code, and who runs the league no more is told no name', async () => {
  await ann.call(nameManager, of(bob));
  await approves();
  await writer.run();
  await ask(sue);
  await ann.call(regenerateCode, { params: params() });
  await writer.run();
  await ann.call(unnameManager, of(bob));
  expect([await read(ann, 'asked'), await read(bob, 'asked')]).toEqual([[waits()], [isOver()]]);
  await ann.call(nameManager, of(cleo));
  expect(await writer.run()).toBe(1); // the request still waits, for Cleo too
  expect(await read(cleo, 'asked')).toEqual([waits()]);
  await ann.call(removeMember, of(cleo));
  expect(await read(cleo, 'asked')).toEqual([]);
});

test('a new owner hears of joins since the league is theirs, and of none before', async () => {
  expect(await writer.run()).toBe(2);
  await ann.call(offerLeague, { params: params(), body: { userId: bob.user.id } });
  await bob.call(acceptOffer, { params: params() });
  expect([await writer.run(), await aWriter(world.database).run()]).toEqual([0, 0]);
  expect(await read(bob, 'joined')).toEqual([]);
  await sue.call(joinGroup, { body: { joinCode: league.joinCode } });
  expect([await writer.run(), await aWriter(world.database).run()]).toEqual([1, 0]);
  expect(await read(bob, 'joined')).toEqual([['Sue joined Sunday League', '4 members now', home()]]);
  expect((await read(ann, 'joined')).map(([title]) => title)).toEqual([
    'Cleo joined Sunday League',
    'Bob joined Sunday League',
  ]);
});
