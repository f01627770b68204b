import { afterAll, beforeEach, expect, test } from 'vitest';
import { deleteGroup } from '#shared/api/groups.ts';
import { aNotice, write } from '../testing/notices.ts';
import { testWorld } from '../testing/world.ts';

const world = await testWorld();
beforeEach(() => world.clear());
afterAll(() => world.drop());

async function aLeague() {
  const ann = await world.signUp('Ann');
  return { ann, league: await world.league(ann) };
}

async function stored() {
  const { rows } = await world.database.pool.query(
    'select user_id as "userId", kind, subject, version, read_at is null as "isUnread" from notifications order by kind, subject',
  );
  return rows;
}

test('a user is notified once of a kind and subject, whoever repeats it', async () => {
  const { ann, league } = await aLeague();
  const notice = aNotice(ann.user.id, league.id);
  expect(await write(world, notice)).toMatchObject([{ subject: notice.subject, facts: notice.facts, isNew: true }]);
  expect(await write(world, notice)).toEqual([]);
  expect(await Promise.all([write(world, notice), write(world, notice)])).toEqual([[], []]);
  expect(await write(world, aNotice(ann.user.id, league.id, { kind: 'recap' }))).toHaveLength(1);
  expect(await stored()).toHaveLength(2);
});

test('facts of a higher version are news of the same notice, and earlier ones change nothing', async () => {
  const { ann, league } = await aLeague();
  await write(world, aNotice(ann.user.id, league.id, { version: 2 }));
  await world.database.pool.query('update notifications set read_at = now()');
  expect(await write(world, aNotice(ann.user.id, league.id, { version: 1 }))).toEqual([]);
  expect(await stored()).toMatchObject([{ version: 2, isUnread: false }]);
  expect(await write(world, aNotice(ann.user.id, league.id, { version: 3 }))).toMatchObject([
    { version: 3, isNew: false },
  ]);
  expect(await stored()).toMatchObject([{ version: 3, isUnread: true }]);
});

test('nobody is notified of a league that is deleted meanwhile, or that they were never in', async () => {
  const { ann, league } = await aLeague();
  const bob = await world.signUp('Bob');
  expect(await write(world, aNotice(bob.user.id, league.id))).toEqual([]);
  await write(world, aNotice(ann.user.id, league.id));
  await ann.call(deleteGroup, { params: { id: league.id } });
  expect(await write(world, aNotice(ann.user.id, league.id))).toEqual([]);
  expect(await stored()).toEqual([]);
});
