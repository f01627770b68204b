import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { answerOf, type FeedGame } from '../../games/feed-answer.ts';
import { setResult } from '../../settlement/set-result.ts';
import { atTime } from '../../testing/at-time.ts';
import { final } from '../../testing/games.ts';
import { aFeed, pullJobs } from '../../testing/pull-jobs.ts';
import { testWorld, type World } from '../../testing/world.ts';
import { settleGamesJob } from './settle-games.ts';

const minute = 60_000;

let world: World;
let log: Record<string, unknown>[];
const { logger, pull, poll } = pullJobs(() => ({ world, log }));

beforeAll(async () => {
  world = await testWorld();
});
beforeEach(async () => {
  await world.clear();
  log = [];
});
afterAll(() => world.drop());

describe('a correction that is not taken leaves one line, however often the feed repeats it', () => {
  const hour = 60 * minute;
  const said = () => log.filter(({ msg }) => String(msg).startsWith('correction'));

  /** A game that ended 21-20. From `hours` after its result on, its feed repeats the game that `heard` returns. */
  async function corrected(hours: number, heard: (game: FeedGame) => FeedGame, first = async (_game: FeedGame) => {}) {
    const game = await world.addGame();
    await world.confirm(final(game, 21, 20));
    await first(game);
    world.clock.now = new Date(world.clock.now.getTime() + hours * hour);
    const feed = aFeed();
    feed.says = () => answerOf([heard(game)]);
    await poll(pull(feed), 31);
    return game;
  }

  test('after 72 hours', async () => {
    const game = await corrected(73, (seen) => final(seen, 21, 27));
    expect(said()).toEqual([
      expect.objectContaining({
        msg: 'correction ignored',
        gameId: game.id,
        stands: { isVoid: false, home: 21, away: 20 },
        heard: { isVoid: false, home: 21, away: 27 },
        why: 'it comes more than 72 hours after the first result',
      }),
    ]);
  });

  test('against the result of an admin', async () => {
    const outcome = { isVoid: false, home: 24, away: 20, halfInnings: null } as const;
    await corrected(
      1,
      (seen) => final(seen, 21, 27),
      async ({ id }) => {
        const byHand = { gameId: id, outcome, reason: 'By the box score', setById: null };
        await setResult(atTime(world.database, world.clock.now), byHand, 1);
      },
    );
    expect(said()).toMatchObject([{ msg: 'correction ignored', why: 'an admin has set the result' }]);
  });

  test('until an admin has judged it, and one more when nobody has within 72 hours', async () => {
    const game = await corrected(1, (seen) => final(seen, 0, 0));
    expect(said()).toMatchObject([
      { msg: 'correction waits for an admin', gameId: game.id, why: 'it takes points from both teams' },
    ]);
    const settling = settleGamesJob(world.database, 0, async () => world.clock.now, logger());
    await settling.run();
    expect(said()).toHaveLength(1);
    world.clock.now = new Date(world.clock.now.getTime() + 72 * hour);
    await settling.run();
    await settling.run();
    expect(said().slice(1)).toMatchObject([
      { msg: 'correction ignored', gameId: game.id, why: 'it was neither confirmed nor accepted within 72 hours' },
    ]);
  });
});
