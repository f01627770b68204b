import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { slateCalls } from '#shared/api/games.ts';
import { easternDay } from '#shared/domain/eastern.ts';
import { sports } from '#shared/domain/sport.ts';
import { FeedFailure } from '../../feed/feed.ts';
import { answerOf } from '../../games/feed-answer.ts';
import { aGame, live } from '../../testing/games.ts';
import { aFeed, down, pullJobs } from '../../testing/pull-jobs.ts';
import { testWorld, type World } from '../../testing/world.ts';

const minute = 60_000;

let world: World;
let log: Record<string, unknown>[];
const { pull, poll, stored, pullRows } = pullJobs(() => ({ world, log }));

beforeAll(async () => {
  world = await testWorld();
});
beforeEach(async () => {
  await world.clear();
  log = [];
});
afterAll(() => world.drop());

describe('a feed in trouble', () => {
  test('leaves the last good data, and is asked again', async () => {
    const feed = aFeed();
    const game = aGame({ startsAt: new Date(world.clock.now.getTime() - minute) });
    feed.says = () => answerOf([live(game, 7, 3)]);
    const job = pull(feed);
    await poll(job);
    const before = await stored(game);
    feed.says = down('answered 503');
    await poll(job, 12);
    expect(await stored(game)).toEqual(before);
    feed.says = () => answerOf([live(game, 14, 3)]);
    await poll(job, 20);
    expect(await stored(game)).toMatchObject({ homeScore: 14 });
  });

  test('is polled after waits that double, up to ten minutes, and at the usual rate after a success', async () => {
    const feed = aFeed();
    feed.says = down();
    const job = pull(feed);
    const askedAt: number[] = [];
    for (let number = 0; number < 120; number += 1) {
      if (number === 90) feed.says = () => answerOf([]);
      const before = feed.asked.length;
      await poll(job);
      if (feed.asked.length > before) askedAt.push(number);
    }
    expect(askedAt).toEqual([0, 1, 3, 7, 15, 31, 51, 71, 91, 101, 111]);
  });

  test('for an hour shows its last good slate all along, and is fresh within ten minutes after it', async () => {
    const feed = aFeed();
    const game = aGame({ startsAt: new Date(world.clock.now.getTime() + 3 * 60 * minute) });
    const shown = async () => {
      const { status, reply } = await world
        .visitor()
        .call(slateCalls.NFL.games, { params: { week: '12', season: '2026' } });
      return [status, reply.map(({ id, status }) => [id, status])];
    };
    feed.says = () => answerOf([game]);
    const job = pull(feed);
    await poll(job);
    feed.says = down();
    for (let number = 0; number < 120; number += 1) {
      await poll(job);
      expect(await shown()).toEqual([200, [[game.id, 'scheduled']]]);
    }
    feed.says = () => answerOf([{ ...game, status: 'postponed' }]);
    await poll(job, 20);
    expect(await shown()).toEqual([200, [[game.id, 'postponed']]]);
  });

  test('that sends Retry-After is not polled for so long, also when the rest of the poll went well', async () => {
    const feed = aFeed();
    const game = aGame({ startsAt: new Date(world.clock.now.getTime() - minute) });
    await world.poll(live(game));
    const job = pull(feed);
    await poll(job);
    feed.says = down('answered 429', 5 * minute);
    await poll(job, 10);
    expect(feed.asked).toHaveLength(3);
    feed.says = () => answerOf([live(game, 3, 0)], { retryAfterMs: 2 * minute });
    await poll(job, 5);
    expect(feed.asked.slice(3)).toEqual(['NFL slate', `NFL ${easternDay(game.startsAt)}`]);
  });

  test('is reported when it begins, when it changes and when it ends, and not between', async () => {
    const feed = aFeed();
    const job = pull(feed, 'NBA');
    const said = () =>
      log.filter(({ level }) => Number(level) >= 30).map(({ sport, msg, reasons }) => [sport, msg, reasons]);
    const about = (day: string, reason: string) => () => {
      throw new FeedFailure(`nba ${day}: ${reason}`, { cause: new FeedFailure(reason) });
    };
    feed.says = about('20261122', 'not reachable');
    await poll(job, 30);
    feed.says = about('20261123', 'not reachable');
    await poll(job, 40);
    const begun = ['NBA', 'feed failed; the last good data stays', ['nba 20261122: not reachable']];
    expect(said()).toEqual([begun]);
    feed.says = about('20261123', 'answered 503');
    await poll(job, 40);
    feed.says = () => answerOf([]);
    await poll(job, 40);
    expect(said()).toEqual([
      begun,
      ['NBA', 'feed failed; the last good data stays', ['nba 20261123: answered 503']],
      ['NBA', 'the feed answers again', undefined],
    ]);
  });

  test('that fails on the slate is still asked for the days', async () => {
    const feed = aFeed();
    const game = aGame({ startsAt: new Date(world.clock.now.getTime() - minute) });
    await world.poll(game);
    feed.says = (asked) => {
      if (asked.endsWith('slate')) throw new FeedFailure('timed out');
      return answerOf([live(game, 3, 0)]);
    };
    await poll(pull(feed));
    expect(await stored(game)).toMatchObject({ status: 'live', homeScore: 3 });
  });

  test('that failed on the slate is asked for it again at the next poll, not at the tenth', async () => {
    const feed = aFeed();
    const game = aGame();
    feed.says = down('timed out');
    const job = pull(feed);
    await poll(job);
    feed.says = () => answerOf([game]);
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
      return game ? answerOf([game]) : answerOf([]);
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

  test('that contradicts itself about a game is recorded with the pull, and logged once', async () => {
    const feed = aFeed();
    const [game, other] = [aGame(), aGame()];
    feed.says = () => answerOf([game, other, { ...game, week: 13 }]);
    const job = pull(feed);
    await poll(job, 11);
    expect([await stored(game), (await stored(other))?.id]).toEqual([null, other.id]);
    const reason = 'it comes more than once, and not the same each time';
    const quarantined = [{ eventId: game.id.slice(5), reason }];
    expect((await pullRows()).map((row) => row.quarantined)).toEqual([quarantined, quarantined]);
    const logged = log.filter(({ msg }) => msg === 'feed oddities');
    expect(logged).toMatchObject([{ oddities: [`${game.id.slice(5)}: ${reason}`] }]);
  });

  test('with rubbish among the games keeps the others, and says what was rubbish', async () => {
    const feed = aFeed();
    const game = aGame();
    const quarantined = [{ eventId: '401', reason: 'date: is no instant' }];
    feed.says = () => answerOf([game], { quarantined, unknownStatuses: ['STATUS_ALIENS'] });
    const job = pull(feed);
    await poll(job);
    expect(await stored(game)).toMatchObject({ id: game.id });
    expect(log).toContainEqual(
      expect.objectContaining({ oddities: ['401: date: is no instant', 'STATUS_ALIENS'], msg: 'feed oddities' }),
    );
    await poll(job, 20);
    expect(log.filter(({ msg }) => msg === 'feed oddities')).toHaveLength(1);
    expect((await pullRows()).map((row) => [row.quarantined, row.unknownStatuses])).toEqual(
      Array.from({ length: 3 }, () => [quarantined, ['STATUS_ALIENS']]),
    );
  });

  test('with an answer that its reader cannot handle fails the job, and the pull has a row that says so', async () => {
    const feed = aFeed();
    feed.says = () => {
      throw new TypeError('no such property');
    };
    await poll(pull(feed));
    expect(log).toContainEqual(expect.objectContaining({ job: 'pull NFL', msg: 'job failed' }));
    expect(await pullRows()).toMatchObject([{ what: 'slate', failure: 'the answer could not be read', seen: 0 }]);
  });

  test('with a game that the database refuses fails the job alone, and the next poll goes on', async () => {
    const feed = aFeed();
    const [bad, good] = [aGame(), aGame()];
    feed.says = () => answerOf([{ ...bad, home: { ...bad.home, name: 'nul\u0000' } }]);
    const job = pull(feed);
    await poll(job);
    expect(log).toContainEqual(expect.objectContaining({ job: 'pull NFL', msg: 'job failed' }));
    feed.says = () => answerOf([good]);
    await poll(job, 1);
    expect(await stored(good)).not.toBeNull();
  });
});
