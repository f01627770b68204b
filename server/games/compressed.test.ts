import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { slateCalls } from '#shared/api/games.ts';
import { ingest } from '../feed/ingest.ts';
import { aGame, live } from '../testing/games.ts';
import { testWorld, type World } from '../testing/world.ts';
import { answerOf, type FeedGame } from './feed-answer.ts';

let world: World;

beforeAll(async () => {
  world = await testWorld({ FEED: 'simulated', SEASON_SPEED: '60' }); // half a day takes twelve minutes
});
afterAll(() => world.drop());
beforeEach(() => {
  world.clock.now = new Date('2026-11-22T17:00:00Z');
});

const minutes = (count: number) => new Date(world.clock.now.getTime() + count * 60_000);

/**
 * Polls games around now: a live one from long ago, then four by start: just out, just in, just in, just out of the
 * span.
 */
async function aroundNow(sport: FeedGame['sport'], more: Partial<FeedGame> = {}): Promise<string[]> {
  const games = [-13, -12, 11, 12].map((start) => aGame({ sport, startsAt: minutes(start), ...more }));
  const played = live(aGame({ sport, startsAt: minutes(-90), ...more }));
  await world.poll(played, ...games);
  return [played, ...games].map(({ id }) => id);
}

const ids = (games: readonly { id: string }[]) => games.map(({ id }) => id);

test.each(['MLB', 'Soccer'] as const)(
  'the day of %s in a compressed calendar is half a day of its games to each side',
  async (sport) => {
    const [played = '', , first = '', last = ''] = await aroundNow(sport);
    expect(ids((await world.visitor().call(slateCalls[sport].games)).reply)).toEqual([played, first, last]);
  },
);

test('the current week of a compressed calendar is what is played around now, whatever its week', async () => {
  const [played = '', , first = '', last = ''] = await aroundNow('CFB', { week: 11 });
  const currentWeek = { week: 12, season: 2026, seasonType: 'regular' as const };
  await ingest(world.database, 'CFB', answerOf([], { currentWeek }), minutes(0));
  const { week, season } = (await world.visitor().call(slateCalls.CFB.currentWeek)).reply;
  expect({ week, season }).toEqual({ week: 12, season: 2026 });
  const params = { week: String(week), season: String(season) };
  expect(ids((await world.visitor().call(slateCalls.CFB.games, { params })).reply)).toEqual([played, first, last]);
});

test('another week of a compressed calendar is that week', async () => {
  const currentWeek = { week: 12, season: 2026, seasonType: 'regular' as const };
  await ingest(world.database, 'NFL', answerOf([], { currentWeek }), minutes(0));
  const all = await aroundNow('NFL', { week: 11 });
  const { reply } = await world.visitor().call(slateCalls.NFL.games, { params: { week: '11', season: '2026' } });
  expect(ids(reply)).toEqual(all);
});
