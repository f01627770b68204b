import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FeedHealth, feedsHealth } from '#shared/api/admin-feeds.ts';
import { waitingGames } from '#shared/api/admin-games.ts';
import type { Sport } from '#shared/domain/sport.ts';
import { insertPull, type PullRow } from '../feed/store.ts';
import { recordSlate } from '../quotes/feed-odds-store.ts';
import { anAdmin } from '../testing/manual-odds.ts';
import { type Player, testWorld, type World } from '../testing/world.ts';

let world: World;
let ada: Player;

beforeAll(async () => {
  world = await testWorld();
  ada = await anAdmin(world, 'Ada');
});
afterAll(() => world.drop());

const minuteMs = 60_000;
const ago = (minutes: number) => new Date(Date.now() - minutes * minuteMs);

/** Records a slate that was answered so many minutes ago, or a failure. */
async function pull(sport: Sport, minutes: number, more: Partial<PullRow> = {}): Promise<void> {
  const at = ago(minutes);
  const none = { tookMs: 1, failure: null, seen: 5, changed: 0, quarantined: [], unknownStatuses: [] };
  await insertPull(world.database.db, { id: randomUUID(), feed: 'espn', sport, what: 'slate', at, ...none, ...more });
  if (!more.failure) await recordSlate(world.database, { feed: 'espn', sport }, at, 5 * minuteMs);
}

async function healthOf(sport: Sport): Promise<FeedHealth | undefined> {
  const { reply } = await ada.call(feedsHealth);
  return reply.feeds.find((feed) => feed.sport === sport && feed.of === 'games');
}

test('a feed is well, stale while it fails or its odds have closed, and rests without games', async () => {
  await pull('NFL', 1);
  expect(await healthOf('NFL')).toMatchObject({ state: 'well', takesBets: true, failedInHour: 0, failure: null });
  await pull('NBA', 5);
  await pull('NBA', 1, { failure: 'answered 503', seen: 0 });
  await pull('NBA', 90, { failure: 'answered 502', seen: 0 });
  const nba = { state: 'stale', takesBets: true, failedInHour: 1, failure: 'answered 503' };
  expect(await healthOf('NBA')).toMatchObject(nba);
  await pull('CFB', 21); // ten minutes and two slates
  expect(await healthOf('CFB')).toMatchObject({ state: 'stale', takesBets: false, failingSince: null });
  await pull('MLB', 1, { seen: 0 });
  expect(await healthOf('MLB')).toMatchObject({ state: 'resting', takesBets: true });
  expect(await healthOf('Hockey')).toMatchObject({ state: 'resting', lastSuccessAt: null });
  await pull('NBA', 0);
  expect(await healthOf('NBA')).toMatchObject({ state: 'well', failure: null, failedInHour: 1 });
});

test('events that the last answer quarantined are counted, and their games wait until an answer is taken', async () => {
  const game = await world.addGame({ sport: 'Hockey' });
  const eventId = game.id.slice('espn:'.length);
  const waits = async () => (await ada.call(waitingGames)).reply.find((one) => one.game.id === game.id)?.waits;
  await pull('Hockey', 2, { quarantined: [{ eventId, reason: 'another match' }] });
  expect(await healthOf('Hockey')).toMatchObject({ state: 'quarantined', quarantined: 1 });
  expect(await waits()).toEqual({ why: 'quarantined', since: null, detail: 'another match' });
  await pull('Hockey', 1);
  expect(await healthOf('Hockey')).toMatchObject({ state: 'well', quarantined: 0 });
  expect(await waits()).toBeUndefined();
});

test('games with quarantined events are listed by their start, also when they were stored in another order', async () => {
  const startsAt = (minutes: number) => new Date(Date.now() + minutes * minuteMs);
  const games: { id: string }[] = [];
  for (const minutes of [180, 60, 120]) games.push(await world.addGame({ sport: 'MLB', startsAt: startsAt(minutes) }));
  const quarantined = games.map(({ id }) => ({ eventId: id.slice('espn:'.length), reason: 'another match' }));
  await pull('MLB', 1, { quarantined });
  const listed = async () => {
    const ids = (await ada.call(waitingGames)).reply.map(({ game }) => game.id);
    return ids.filter((id) => games.some((game) => game.id === id));
  };
  const [third, first, second] = games.map(({ id }) => id);
  expect(await listed()).toEqual([first, second, third]);
});
