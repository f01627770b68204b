import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { placeBet } from '#shared/api/bets.ts';
import { easternDay } from '#shared/domain/eastern.ts';
import { pulls } from '../../db/tables/pulls.ts';
import { answerOf, type FeedAnswer, type FeedGame } from '../../games/feed-answer.ts';
import { aBet, aGame, final, live } from '../../testing/games.ts';
import { lockElsewhere, untilWaiting } from '../../testing/locks.ts';
import { aFeed, down, pullJobs } from '../../testing/pull-jobs.ts';
import { testWorld, type World } from '../../testing/world.ts';
import type { GuardedJob } from '../run-job.ts';

const second = 1_000;
const minute = 60 * second;
const day = 24 * 60 * minute;
/** Longer than any Eastern day: the day on which the clocks go back has 25 hours. */
const longerThanADay = 26 * 60 * minute;

let world: World;
let log: Record<string, unknown>[];
const { unguarded, pull, poll, stored, pullRows } = pullJobs(() => ({ world, log }));

beforeAll(async () => {
  world = await testWorld();
});
beforeEach(async () => {
  await world.clear();
  log = [];
});
afterAll(() => world.drop());

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

  test('is the slate once the clock has passed the next one, as after a sleep of the machine', async () => {
    const feed = aFeed();
    const job = pull(feed);
    await poll(job, 3);
    world.clock.now = new Date(world.clock.now.getTime() + 60 * minute);
    await poll(job, 2);
    expect(feed.asked).toEqual(['NFL slate', 'NFL slate']);
  });

  test('is also the day of every game that should be under way, at every poll until it is confirmed', async () => {
    const feed = aFeed();
    const game = aGame({ startsAt: new Date(world.clock.now.getTime() + minute) });
    const today = `NFL ${easternDay(game.startsAt)}`;
    await world.poll(game);
    const job = pull(feed);
    await poll(job);
    expect(feed.asked).toEqual(['NFL slate']);

    feed.says = () => answerOf([live(game, 7, 0)]);
    await poll(job, 2);
    feed.says = () => answerOf([final(game, 7, 0)]);
    await poll(job, 2);
    expect(feed.asked.slice(1)).toEqual([today, today, today]);
    expect(await stored(game)).toMatchObject({ status: 'final', equalPolls: 2 });
    await poll(job, 3);
    expect(feed.asked.slice(1)).toEqual([today, today, today]);
  });

  test('is also the day of a start that one poll has proposed, so that the next confirms it or takes it back', async () => {
    const feed = aFeed();
    const game = aGame({ startsAt: new Date(world.clock.now.getTime() + 5 * day) });
    const earlier = { ...game, startsAt: new Date(world.clock.now.getTime() + 2 * day) };
    await world.poll(game);
    feed.says = () => answerOf([earlier]);
    await poll(pull(feed), 2);
    const days = [game, earlier].map(({ startsAt }) => `NFL ${easternDay(startsAt)}`);
    expect(new Set(feed.asked.slice(1))).toEqual(new Set(days));
    expect(await stored(game)).toMatchObject({ startsAt: earlier.startsAt, proposedStart: null });
  });

  test('is each day once, however many games it has, and no other sport’s', async () => {
    const feed = aFeed();
    const startsAt = new Date(world.clock.now.getTime() - minute);
    const earlier = new Date(startsAt.getTime() - longerThanADay);
    await world.poll(aGame({ startsAt }), aGame({ startsAt }), aGame({ startsAt: earlier }));
    await world.poll(aGame({ sport: 'NBA', startsAt }));
    await poll(pull(feed, 'NFL'));
    expect(feed.asked[0]).toBe('NFL slate');
    expect(feed.asked.slice(1).toSorted()).toEqual([startsAt, earlier].map((at) => `NFL ${easternDay(at)}`).toSorted());
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

  test('is for two days the day of a game that hangs, and then no more', async () => {
    const [scheduled, hanging] = [aGame(), aGame()];
    await world.poll(scheduled, live(hanging));
    for (const [days, isAsked] of [
      [1.9, true],
      [2.1, false],
    ] as const) {
      world.clock.now = new Date(scheduled.startsAt.getTime() + days * day);
      const feed = aFeed();
      await poll(pull(feed));
      expect(feed.asked).toEqual(isAsked ? ['NFL slate', `NFL ${easternDay(scheduled.startsAt)}`] : ['NFL slate']);
    }
  });

  test('is the day of a game that is under way before its time', async () => {
    const feed = aFeed();
    const game = aGame();
    await world.poll(live(game));
    await poll(pull(feed));
    expect(feed.asked).toEqual(['NFL slate', `NFL ${easternDay(game.startsAt)}`]);
  });

  test('is the old day of a postponed soccer game with bets, whose new day the slate brings', async () => {
    const feed = aFeed();
    const bettor = await world.signUp();
    const match = aGame({ sport: 'Soccer' });
    await world.poll(match);
    await bettor.call(placeBet, { body: aBet(await world.league(bettor), match, '10', 'moneyline') });
    const again = { ...match, startsAt: new Date(match.startsAt.getTime() + 5 * day) };
    world.clock.now = new Date(match.startsAt.getTime() + minute);
    const job = pull(feed, 'Soccer');
    feed.says = (asked) => (asked === 'Soccer slate' ? answerOf([{ ...match, status: 'postponed' }]) : answerOf([]));
    await poll(job, 2);
    feed.says = (asked) => (asked === 'Soccer slate' ? answerOf([again]) : answerOf([]));
    await poll(job, 9);
    expect(new Set(feed.asked)).toEqual(new Set(['Soccer slate', `Soccer ${easternDay(match.startsAt)}`]));
    expect(await stored(match)).toMatchObject({ status: 'scheduled', startsAt: again.startsAt });
    const before = feed.asked.length;
    await poll(job, 2);
    expect(feed.asked.slice(before)).toEqual([]);
  });

  test('is with every slate the day of a result with bets that may still be corrected, unless the slate has it', async () => {
    const bettor = await world.signUp();
    const game = aGame({ startsAt: new Date(world.clock.now.getTime() + 5 * second) });
    await world.poll(game);
    await bettor.call(placeBet, { body: aBet(await world.league(bettor), game, '10') });
    await world.finish(final(game, 24, 21), final(aGame(), 7, 3));
    const today = easternDay(game.startsAt);
    const askedAt = async (hours: number, says: FeedAnswer) => {
      world.clock.now = new Date(game.startsAt.getTime() + hours * 60 * minute);
      const feed = aFeed();
      feed.says = () => says;
      await poll(pull(feed), 2);
      return feed.asked;
    };
    expect(await askedAt(70, answerOf([]))).toEqual(['NFL slate', `NFL ${today}`]);
    expect(await askedAt(70, answerOf([final(game, 24, 21)]))).toEqual(['NFL slate']);
    expect(await askedAt(73, answerOf([]))).toEqual(['NFL slate']);
  });
});

test('what one poll saw in the slate and in its day counts once', async () => {
  const feed = aFeed();
  const game = aGame({ startsAt: new Date(world.clock.now.getTime() - minute) });
  await world.poll(game);
  feed.says = () => answerOf([final(game, 24, 21)]);
  const job = pull(feed);
  await poll(job);
  expect(feed.asked).toHaveLength(2);
  expect(await stored(game)).toMatchObject({ status: 'final', equalPolls: 1 });
  await poll(job);
  expect(await stored(game)).toMatchObject({ equalPolls: 2 });
});

test('a result is confirmed by polls that are half a poll apart, and by no nearer ones', async () => {
  const feed = aFeed();
  const game = aGame({ startsAt: new Date(world.clock.now.getTime() - minute) });
  await world.poll(game);
  feed.says = () => answerOf([final(game, 24, 21)]);
  const [one, other] = [pull(feed), pull(feed)];
  const at = async (seconds: number, ...jobs: GuardedJob[]) => {
    world.clock.now = new Date(start.getTime() + seconds * second);
    await Promise.all(jobs.map((job) => job.run()));
    return (await stored(game))?.equalPolls;
  };
  const start = new Date(world.clock.now.getTime() + minute);
  expect(await at(0, one, other)).toBe(1);
  expect(await at(1, pull(feed))).toBe(1);
  expect(await at(14, pull(feed), pull(feed))).toBe(1);
  expect(await at(15, pull(feed))).toBe(2);
});

describe('every pull leaves a row', () => {
  test('that says what was asked, when, and what came', async () => {
    const feed = aFeed();
    const [game, coming] = [aGame({ startsAt: new Date(world.clock.now.getTime() - minute) }), aGame()];
    await world.poll(game);
    feed.says = (asked) => (asked.endsWith('slate') ? answerOf([game, coming]) : answerOf([live(game, 7, 0)]));
    const job = pull(feed);
    await poll(job);
    const first = world.clock.now;
    feed.says = down('answered 503');
    await poll(job);
    const nothing = { seen: 0, changed: 0, quarantined: [], unknownStatuses: [] };
    const row = { feed: 'espn', sport: 'NFL', tookMs: 0, quarantined: [], unknownStatuses: [] };
    const today = easternDay(game.startsAt);
    expect(await pullRows()).toMatchObject([
      { ...row, at: first, what: 'slate', seen: 2, changed: 2, failure: null },
      { ...row, at: first, what: today, seen: 1, changed: 0, failure: null },
      { ...row, ...nothing, at: world.clock.now, what: today, failure: 'answered 503' },
    ]);
  });

  test('also when its answer could not be stored', async () => {
    const feed = aFeed();
    const bad = aGame();
    feed.says = () => answerOf([{ ...bad, home: { ...bad.home, name: 'nul\u0000' } }]);
    await poll(pull(feed));
    expect(await pullRows()).toMatchObject([{ what: 'slate', seen: 0, failure: 'the answer could not be stored' }]);
  });

  test('with at most 100 invalid events', async () => {
    const feed = aFeed();
    const quarantined = Array.from({ length: 5_000 }, (_, index) => ({ eventId: String(index), reason: 'rubbish' }));
    feed.says = () => answerOf([], { quarantined });
    await poll(pull(feed));
    const [row] = await pullRows();
    expect([row?.quarantined.length, row?.quarantined.at(-1)]).toEqual([
      101,
      { eventId: null, reason: 'and 4900 more' },
    ]);
  });
});

describe('a poll that is ended', () => {
  test.each([
    ['drops the answer that comes late', async (game: FeedGame) => answerOf([game])],
    ['drops the failure that comes late', async () => down()()],
  ])('%s', async (_name, late) => {
    const game = aGame();
    const stop = new AbortController();
    const slate = async () => {
      stop.abort();
      return late(game);
    };
    await expect(unguarded({ ...aFeed(), slate }).run(stop.signal)).rejects.toThrow('aborted');
    expect(await stored(game)).toBeNull();
    expect(await world.database.db.select().from(pulls)).toEqual([]);
  });

  test('writes nothing once it is aborted, and the next run does', async () => {
    const game = await world.addGame();
    world.clock.now = new Date(world.clock.now.getTime() + minute);
    const feed = aFeed();
    feed.says = () => answerOf([live(game)]);
    const job = unguarded(feed);
    const lock = await lockElsewhere(world.database, 'select * from games where id = $1 for update', [game.id]);
    const stop = new AbortController();
    const ended = expect(job.run(stop.signal)).rejects.toThrow('aborted');
    await untilWaiting(world.database);
    stop.abort();
    await lock.release();
    await ended;
    expect(await stored(game)).toMatchObject({ status: 'scheduled' });
    expect(await world.database.db.select().from(pulls)).toEqual([]);
    await job.run();
    expect(await stored(game)).toMatchObject({ status: 'live' });
  });
});
