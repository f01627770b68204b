import { afterAll, beforeAll, expect, test } from 'vitest';
import { noticeSettings } from '../db/tables/notifications.ts';
import { type Player, testWorld, type World } from '../testing/world.ts';
import { pushTimes } from './service.ts';
import { setFirstTimeZone } from './store.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.drop());

const store = (player: Player, settings: Partial<typeof noticeSettings.$inferInsert>) =>
  world.database.db.insert(noticeSettings).values({ userId: player.user.id, ...settings });
const timesOf = (player: Player, at: string) =>
  pushTimes(
    world.database.db,
    (['settled', 'recap'] as const).map((kind) => ({ userId: player.user.id, kind })),
    new Date(at),
  );

const noon = '2026-11-24T17:00:00.000Z'; // in New York
const midnight = '2026-11-24T05:00:00.000Z';

test('somebody who has set nothing gets what moved their money, and not at night by Eastern time', async () => {
  const player = await world.signUp();
  expect(await timesOf(player, noon)).toEqual([new Date(noon), null]);
  expect(await timesOf(player, midnight)).toEqual([new Date('2026-11-24T13:00:00.000Z'), null]);
});

test('each kind goes by its own switch', async () => {
  const player = await world.signUp();
  await store(player, { push: { settled: false, recap: true } });
  expect(await timesOf(player, noon)).toEqual([null, new Date(noon)]);
});

test('quiet hours go by the time zone of the person, and by no other once they have set one', async () => {
  const player = await world.signUp();
  await setFirstTimeZone(world.database.db, player.user.id, 'Europe/Berlin');
  await setFirstTimeZone(world.database.db, player.user.id, 'Asia/Tokyo');
  expect(await timesOf(player, midnight)).toEqual([new Date('2026-11-24T07:00:00.000Z'), null]); // 6 AM in Berlin
});

test('who has no quiet hours is notified at night', async () => {
  const player = await world.signUp();
  await store(player, { quietFrom: null, quietUntil: null });
  expect(await timesOf(player, midnight)).toEqual([new Date(midnight), null]);
});

test('notices of many people are answered in their order', async () => {
  const [one, other, third] = [await world.signUp(), await world.signUp(), await world.signUp()];
  await store(other, { push: { settled: false } });
  const notices = [third, other, one, other].map(({ user }) => ({ userId: user.id, kind: 'settled' as const }));
  const times = await pushTimes(world.database.db, notices, new Date(noon));
  expect(times).toEqual([new Date(noon), null, new Date(noon), null]);
});
