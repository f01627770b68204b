import { asc } from 'drizzle-orm';
import { pino } from 'pino';
import { addDays, startOfDay } from '#shared/domain/eastern.ts';
import type { Sport } from '#shared/domain/sport.ts';
import { pulls } from '../db/tables/pulls.ts';
import { type Feed, FeedFailure } from '../feed/feed.ts';
import { answerOf, type FeedAnswer, type FeedGame } from '../games/feed-answer.ts';
import { findGame } from '../games/store.ts';
import { pullGames } from '../worker/jobs/pull-games.ts';
import { type GuardedJob, guarded, type Job } from '../worker/run-job.ts';
import type { World } from './world.ts';

const pollMs = 30_000;

export type MemoryFeed = Feed & { asked: string[]; says: (asked: string) => FeedAnswer };

/**
 * A feed that records each request in `asked`, such as 'NFL slate', and answers with `says`. By default it has no
 * games.
 */
export function aFeed(): MemoryFeed {
  const feed = {
    name: 'espn',
    speed: 1,
    asked: [] as string[],
    says: (_asked: string) => answerOf([]),
    slate: async (sport: string) => reply(`${sport} slate`),
    day: async (sport: string, on: string) => {
      const complete = { from: startOfDay(on), to: startOfDay(addDays(on, 1)) };
      return { complete, ...reply(`${sport} ${on}`) };
    },
  };
  function reply(asked: string): FeedAnswer {
    feed.asked.push(asked);
    return feed.says(asked);
  }
  return feed;
}

/** A feed's `says` that fails. */
export const down =
  (reason = 'down', retryAfterMs: number | null = null) =>
  () => {
    throw new FeedFailure(reason, { retryAfterMs });
  };

/**
 * Pull jobs on the test's world, by the world's clock. `current` returns the world and the lines logged by the jobs.
 */
export function pullJobs(current: () => { world: World; log: Record<string, unknown>[] }) {
  const logger = () => pino({ level: 'debug' }, { write: (line) => void current().log.push(JSON.parse(line)) });

  function unguarded(feed: Feed, sport: Sport = 'NFL'): Job {
    const { database, clock } = current().world;
    const clocks = { clock: async () => clock.now, monotonicMs: () => clock.now.getTime() };
    return pullGames({ database, feed, ...clocks, log: logger(), pollMs, random: () => 0 }, sport);
  }

  const pull = (feed: Feed, sport?: Sport): GuardedJob => guarded(unguarded(feed, sport), logger());

  /** Runs the job `times` times; the clock goes on by one poll before each run. */
  async function poll(job: GuardedJob, times = 1): Promise<void> {
    const { clock } = current().world;
    for (let number = 0; number < times; number += 1) {
      clock.now = new Date(clock.now.getTime() + pollMs);
      await job.run();
    }
  }

  const stored = (game: FeedGame) => findGame(current().world.database.db, game.id);
  const pullRows = () => current().world.database.db.select().from(pulls).orderBy(asc(pulls.at), asc(pulls.id));

  return { logger, unguarded, pull, poll, stored, pullRows };
}
