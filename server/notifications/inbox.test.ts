import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { deleteGroup, removeMember, setDisplayName } from '#shared/api/groups.ts';
import { countNotices, listNotices, readNotice, readNotices } from '#shared/api/notifications.ts';
import { aNotice, write } from '../testing/notices.ts';
import { type Player, testWorld } from '../testing/world.ts';
import { deleteExpiredRows } from '../worker/jobs/delete-expired.ts';
import type { NewNotice } from './store.ts';

const world = await testWorld();
beforeEach(() => world.clear());
afterAll(() => world.drop());

/** Ann's league, with Bob in it. */
async function aLeague() {
  const ann = await world.signUp('Ann');
  const league = await world.league(ann);
  return { ann, league, bob: await world.member(league, 'Bob') };
}

const inbox = async (player: Player, before?: string) => {
  const { reply } = await player.call(listNotices, { params: before ? { before } : {} });
  return reply;
};
const titles = async (player: Player) => (await inbox(player)).notices.map(({ title }) => title);
const unread = async (player: Player) => (await player.call(countNotices)).reply.unread;

const joinedBy = (owner: Player, leagueId: string, who: Player): NewNotice =>
  aNotice(owner.user.id, leagueId, {
    kind: 'joined',
    subject: `${leagueId}:${who.user.id}`,
    facts: { userId: who.user.id },
  } as Partial<NewNotice>);

test('a notice says what happened, where, and where to go; its amount on its own', async () => {
  const { ann, league } = await aLeague();
  await write(world, aNotice(ann.user.id, league.id));
  expect((await inbox(ann)).notices).toEqual([
    {
      id: expect.any(String),
      kind: 'settled',
      groupId: league.id,
      title: 'Sunday: 1 bet settled',
      net: 9_091,
      line: 'Sunday League · 1 won · 1st, up 1',
      path: `/league/${league.id}/member/${ann.user.id}`,
      at: expect.any(String),
      isRead: false,
    },
  ]);
});

test('names are those of the moment of reading', async () => {
  const { ann, league, bob } = await aLeague();
  await write(world, joinedBy(ann, league.id, bob));
  expect(await titles(ann)).toEqual(['Bob joined Sunday League']);
  await bob.call(setDisplayName, { params: { id: league.id }, body: { displayName: 'Bobby Tables' } });
  expect((await inbox(ann)).notices).toMatchObject([
    { title: 'Bobby Tables joined Sunday League', line: '2 members now' },
  ]);
});

test('the number is of the unread, until each is marked or all are', async () => {
  const { ann, league, bob } = await aLeague();
  await write(world, aNotice(ann.user.id, league.id), joinedBy(ann, league.id, bob));
  expect(await unread(ann)).toBe(2);
  const { notices, newest } = await inbox(ann);
  const [first] = notices;
  for (const _twice of [1, 2]) {
    expect((await ann.call(readNotice, { params: { id: first?.id ?? '' } })).status).toBe(200);
    expect(await unread(ann)).toBe(1);
  }
  await write(world, aNotice(ann.user.id, league.id, { subject: 'since the page was read' }));
  await ann.call(readNotices, { body: { until: newest ?? '' } });
  expect(await unread(ann)).toBe(1);
  expect((await inbox(ann)).notices.map(({ isRead }) => isRead)).toEqual([false, true, true]);
  await ann.call(readNotices, { body: { until: (await inbox(ann)).newest ?? '' } });
  expect(await unread(ann)).toBe(0);
});

test('news make a notice unread again, and the first in the list', async () => {
  const { ann, league, bob } = await aLeague();
  await write(world, aNotice(ann.user.id, league.id));
  await write(world, joinedBy(ann, league.id, bob));
  await ann.call(readNotices, { body: { until: (await inbox(ann)).newest ?? '' } });
  const facts = { day: '2026-11-22', won: 2, lost: 0, returned: 0, net: 18_182, rank: 1, rankBefore: 2 };
  await write(world, aNotice(ann.user.id, league.id, { version: 2, facts } as Partial<NewNotice>));
  expect((await inbox(ann)).notices).toMatchObject([
    { title: 'Sunday: 2 bets settled', net: 18_182, isRead: false },
    { title: 'Bob joined Sunday League', isRead: true },
  ]);
});

test('a long inbox comes by pages, each notice once', async () => {
  const { ann, league } = await aLeague();
  const days = Array.from({ length: 45 }, (_, at) => `day ${at}`);
  await write(world, ...days.map((subject) => aNotice(ann.user.id, league.id, { subject }))); // all of one instant
  const seen: string[] = [];
  let cursor: string | null | undefined;
  let pages = 0;
  for (; cursor !== null; pages += 1) {
    const page = await inbox(ann, cursor);
    seen.push(...page.notices.map(({ id }) => id));
    cursor = page.next;
  }
  expect([pages, seen.length, new Set(seen).size]).toEqual([3, 45, 45]);
  expect(await inbox(ann, `1.${league.id}`)).toEqual({ notices: [], newest: null, next: null });
});

describe('nothing private leaves', () => {
  test('the id of another user’s notice answers as one that does not exist, and changes nothing', async () => {
    const { ann, league, bob } = await aLeague();
    const [written] = await write(world, aNotice(ann.user.id, league.id));
    const [foreign, unknown] = [
      await bob.call(readNotice, { params: { id: written?.id ?? '' } }),
      await bob.call(readNotice, { params: { id: league.id } }),
    ];
    expect([foreign.status, foreign.refusal]).toEqual([404, unknown.refusal]);
    await bob.call(readNotices, { body: { until: (await inbox(ann)).newest ?? '' } });
    expect([await unread(ann), await unread(bob), await titles(bob)]).toEqual([1, 0, []]);
  });

  test('who was removed reads and counts no notice of the league any more', async () => {
    const { ann, league, bob } = await aLeague();
    const other = await world.league(bob, { name: 'Another' });
    const [ofLeague] = await write(world, aNotice(bob.user.id, league.id), aNotice(bob.user.id, other.id));
    expect(await unread(bob)).toBe(2);
    await ann.call(removeMember, { params: { id: league.id, userId: bob.user.id } });
    expect((await inbox(bob)).notices).toMatchObject([{ groupId: other.id }]);
    expect(await unread(bob)).toBe(1);
    expect((await bob.call(readNotice, { params: { id: ofLeague?.id ?? '' } })).status).toBe(404);
    await bob.call(readNotices, { body: { until: (await inbox(bob)).newest ?? '' } });
    const { rows } = await world.database.pool.query('select league_id from notifications where read_at is null');
    expect(rows).toEqual([{ league_id: league.id }]); // marked is only what the inbox showed
  });

  test('the notices of a league are deleted with it, and no others', async () => {
    const { ann, league, bob } = await aLeague();
    const other = await world.league(bob, { name: 'Another' });
    await write(
      world,
      aNotice(ann.user.id, league.id),
      aNotice(bob.user.id, league.id),
      aNotice(bob.user.id, other.id),
    );
    await ann.call(deleteGroup, { params: { id: league.id } });
    expect([await titles(ann), await titles(bob)]).toEqual([[], ['Sunday: 1 bet settled']]);
    const { rows } = await world.database.pool.query('select league_id from notifications');
    expect(rows).toEqual([{ league_id: other.id }]);
  });
});

test('a notice without news is deleted after 90 days', async () => {
  const { ann, league } = await aLeague();
  await write(world, aNotice(ann.user.id, league.id, { subject: 'old' }), aNotice(ann.user.id, league.id));
  await world.database.pool.query(
    "update notifications set news_at = now() - interval '91 days' where subject = 'old'",
  );
  await deleteExpiredRows(world.database, { name: 'espn', speed: 1 }).run();
  expect((await world.database.pool.query('select subject from notifications')).rows).toHaveLength(1);
});
