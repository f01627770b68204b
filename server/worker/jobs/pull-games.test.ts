import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { placeBet } from '#shared/api/bets.ts';
import { easternDay } from '#shared/domain/eastern.ts';
import { sports } from '#shared/domain/sport.ts';
import { type Feed, type FeedAnswer, FeedFailure, type FeedGame } from '../../feed/feed.ts';
import { findGame } from '../../games/store.ts';
import { aBet, aGame, final, live } from '../../testing/games.ts';
import { testWorld, type World } from '../../testing/world.ts';
import { type GuardedJob, guarded } from '../run-job.ts';
import { pullGames } from './pull-games.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

let world: World;
let log: Record<string, unknown>[];

beforeEach(async () => {
  world = await testWorld();
  log = [];
});
afterEach(() => world.drop());

const logger = () => pino({ level: 'debug' }, { write: (line) => void log.push(JSON.parse(line)) });
const answer = (...games: FeedGame[]): FeedAnswer => ({
  games,
  quarantined: [],
  unknownStatuses: [],
  currentWeek: null,
});

/** A feed that notes what it is asked and answers what it is told, nothing unless told. */
function aFeed(): Feed & { asked: string[]; says: (asked: string) => FeedAnswer } {
  const feed = {
    name: 'in memory',
    asked: [] as string[],
    says: (_asked: string) => answer(),
    slate: async (sport: string) => reply(`${sport} slate`),
    day: async (sport: string, on: string) => reply(`${sport} ${on}`),
  };
  function reply(asked: string): FeedAnswer {
    feed.asked.push(asked);
    return feed.says(asked);
  }
  return feed;
}

const pull = (feed: Feed, sport: (typeof sports)[number] = 'NFL'): GuardedJob =>
  guarded(
    pullGames(world.database, feed, sport, () => world.clock.now, logger()),
    logger(),
  );

async function poll(job: GuardedJob, times = 1): Promise<void> {
  for (let number = 0; number < times; number += 1) {
    world.clock.now = new Date(world.clock.now.getTime() + minute / 2);
    await job.run();
  }
}

const stored = (game: FeedGame) => findGame(world.database.db, game.id);

describe('what is asked', () => {
  test('is the slate at first and at every tenth poll', async () => {
    const feed = aFeed();
    const job = pull(feed);
    const perPoll: number[] = [];
    for (let number = 0; number < 21; number += 1) {
      const before = feed.asked.length;
      await poll(job);
      perPoll.push(feed.asked.length - before);
    }
    expect(perPoll.flatMap((count, number) => (count > 0 ? [number] : []))).toEqual([0, 10, 20]);
    expect(new Set(feed.asked)).toEqual(new Set(['NFL slate']));
  });

  test('is also the day of every game that should be under way, at every poll until it is confirmed', async () => {
    const feed = aFeed();
    const game = aGame({ startsAt: new Date(world.clock.now.getTime() + minute) });
    const today = `NFL ${easternDay(game.startsAt)}`;
    await world.poll(game);
    const job = pull(feed);
    await poll(job);
    expect(feed.asked).toEqual(['NFL slate']);

    feed.says = () => answer(live(game, 7, 0));
    await poll(job, 2);
    feed.says = () => answer(final(game, 7, 0));
    await poll(job, 2);
    expect(feed.asked.slice(1)).toEqual([today, today, today]);
    expect(await stored(game)).toMatchObject({ status: 'final', equalPolls: 2 });
    await poll(job, 3);
    expect(feed.asked.slice(1)).toEqual([today, today, today]);
  });

  test('is each day once, however many games it has, and no other sport’s', async () => {
    const feed = aFeed();
    const startsAt = new Date(world.clock.now.getTime() - minute);
    await world.poll(aGame({ startsAt }), aGame({ startsAt }), aGame({ startsAt: new Date(startsAt.getTime() - day) }));
    await world.poll(aGame({ sport: 'NBA', startsAt }));
    await poll(pull(feed, 'NFL'));
    expect(feed.asked[0]).toBe('NFL slate');
    expect(feed.asked.slice(1).toSorted()).toEqual(
      [startsAt, new Date(startsAt.getTime() - day)].map((at) => `NFL ${easternDay(at)}`).toSorted(),
    );
  });

  test('is an old day only while bets on it are open', async () => {
    const feed = aFeed();
    const bettor = await world.signUp();
    const league = await world.league(bettor);
    const [betOn, other] = [aGame(), aGame()];
    await world.poll(betOn, other);
    await bettor.call(placeBet, { body: aBet(league, betOn, '10') });
    world.clock.now = new Date(betOn.startsAt.getTime() + 10 * day);
    const job = pull(feed);
    await poll(job, 2);
    expect(feed.asked).toEqual(['NFL slate', `NFL ${easternDay(betOn.startsAt)}`, `NFL ${easternDay(betOn.startsAt)}`]);
  });
});

describe('a feed in trouble', () => {
  test('leaves the last good data, is reported without its words of SQL, and is asked again', async () => {
    const feed = aFeed();
    const game = aGame({ startsAt: new Date(world.clock.now.getTime() - minute) });
    feed.says = () => answer(live(game, 7, 3));
    const job = pull(feed);
    await poll(job);
    const before = await stored(game);
    feed.says = () => {
      throw new FeedFailure('answered 503');
    };
    await poll(job, 12);
    expect(await stored(game)).toEqual(before);
    expect(log.filter((line) => line.reason === 'answered 503').length).toBeGreaterThanOrEqual(12);
    feed.says = () => answer(live(game, 14, 3));
    await poll(job);
    expect(await stored(game)).toMatchObject({ homeScore: 14 });
  });

  test('that fails on the slate is still asked for the days', async () => {
    const feed = aFeed();
    const game = aGame({ startsAt: new Date(world.clock.now.getTime() - minute) });
    await world.poll(game);
    feed.says = (asked) => {
      if (asked.endsWith('slate')) throw new FeedFailure('timed out');
      return answer(live(game, 3, 0));
    };
    await poll(pull(feed));
    expect(await stored(game)).toMatchObject({ status: 'live', homeScore: 3 });
  });

  test('that failed on the slate is asked for it again at the next poll, not at the tenth', async () => {
    const feed = aFeed();
    const game = aGame();
    feed.says = () => {
      throw new FeedFailure('timed out');
    };
    const job = pull(feed);
    await poll(job);
    feed.says = () => answer(game);
    await poll(job);
    expect(await stored(game)).toMatchObject({ status: 'scheduled' });
    await poll(job, 8);
    expect(feed.asked).toEqual(['NFL slate', 'NFL slate']);
  });

  test('for one sport stops no other', async () => {
    const feed = aFeed();
    const games = new Map(sports.map((sport) => [sport, aGame({ sport })]));
    feed.says = (asked) => {
      const [sport = ''] = asked.split(' ');
      if (sport === 'NFL') throw new FeedFailure('down');
      const game = [...games.values()].find((one) => one.sport === sport);
      return game ? answer(game) : answer();
    };
    await Promise.all(sports.map((sport) => pull(feed, sport).run()));
    const found = await Promise.all(
      [...games.values()].map(async (game) => [game.sport, (await stored(game)) !== null]),
    );
    expect(Object.fromEntries(found)).toEqual({
      ...Object.fromEntries(sports.map((sport) => [sport, true])),
      NFL: false,
    });
  });

  test('with rubbish among the games keeps the others, and says what was rubbish', async () => {
    const feed = aFeed();
    const game = aGame();
    const quarantined = [{ eventId: '401', reason: 'date: is no instant' }];
    feed.says = () => ({ ...answer(game), quarantined, unknownStatuses: ['STATUS_ALIENS'] });
    await poll(pull(feed));
    expect(await stored(game)).toMatchObject({ id: game.id });
    expect(log).toContainEqual(
      expect.objectContaining({ sport: 'NFL', quarantined, unknownStatuses: ['STATUS_ALIENS'], msg: 'feed oddities' }),
    );
  });

  test('with a game that the database refuses fails the job alone, and the next poll goes on', async () => {
    const feed = aFeed();
    const [bad, good] = [aGame(), aGame()];
    feed.says = () => answer({ ...bad, home: { ...bad.home, name: 'nul\u0000' } });
    const job = pull(feed);
    await poll(job);
    expect(log).toContainEqual(expect.objectContaining({ job: 'pull NFL', msg: 'job failed' }));
    feed.says = () => answer(good);
    await poll(job, 1);
    expect(await stored(good)).not.toBeNull();
  });
});

test('what one poll saw in the slate and in its day counts once', async () => {
  const feed = aFeed();
  const game = aGame({ startsAt: new Date(world.clock.now.getTime() - minute) });
  await world.poll(game);
  feed.says = () => answer(final(game, 24, 21));
  const job = pull(feed);
  await poll(job);
  expect(feed.asked).toHaveLength(2);
  expect(await stored(game)).toMatchObject({ status: 'final', equalPolls: 1 });
  await poll(job);
  expect(await stored(game)).toMatchObject({ equalPolls: 2 });
});
