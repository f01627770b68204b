import { asc } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { placeBet } from '#shared/api/bets.ts';
import { nflGames } from '#shared/api/games.ts';
import type { Group } from '#shared/api/groups.ts';
import { addDays, easternDay, startOfDay } from '#shared/domain/eastern.ts';
import { speedOf } from '#shared/domain/game-speed.ts';
import { sports } from '#shared/domain/sport.ts';
import { pulls } from '../../db/tables.ts';
import { type Feed, FeedFailure } from '../../feed/feed.ts';
import { createSimulation } from '../../feed/simulation.ts';
import type { FeedAnswer, FeedGame } from '../../games/feed-answer.ts';
import { findGame } from '../../games/store.ts';
import { finalizeLeagues } from '../../leagues/standings.ts';
import { listOverdueGames } from '../../settlement/overdue.ts';
import { setResult } from '../../settlement/set-result.ts';
import { settleGames } from '../../settlement/settle.ts';
import { aBet, aGame, final, live } from '../../testing/games.ts';
import { endLeague } from '../../testing/leagues.ts';
import { expectLedgerBalances } from '../../testing/ledger-asserts.ts';
import { holding, untilWaiting } from '../../testing/locks.ts';
import { type Player, testWorld, type World } from '../../testing/world.ts';
import { type GuardedJob, guarded, type Job } from '../run-job.ts';
import { pullGames } from './pull-games.ts';
import { settleGamesJob } from './settle-games.ts';

const second = 1_000;
const minute = 60 * second;
const day = 24 * 60 * minute;

let world: World;
let log: Record<string, unknown>[];

beforeAll(async () => {
  world = await testWorld();
});
beforeEach(async () => {
  await world.clear();
  log = [];
});
afterAll(() => world.drop());

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
    name: 'espn',
    speed: 1,
    asked: [] as string[],
    says: (_asked: string) => answer(),
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

const unguarded = (feed: Feed, sport: (typeof sports)[number] = 'NFL'): Job => {
  const { database, clock } = world;
  const clocks = { clock: async () => clock.now, monotonicMs: () => clock.now.getTime() };
  const deps = { database, feed, ...clocks, log: logger(), pollMs: 30 * second, random: () => 0 };
  return pullGames(deps, sport);
};
const pull = (...given: Parameters<typeof unguarded>): GuardedJob => guarded(unguarded(...given), logger());

async function poll(job: GuardedJob, times = 1): Promise<void> {
  for (let number = 0; number < times; number += 1) {
    world.clock.now = new Date(world.clock.now.getTime() + minute / 2);
    await job.run();
  }
}

const stored = (game: FeedGame) => findGame(world.database.db, game.id);
const down =
  (reason = 'down', retryAfterMs: number | null = null) =>
  () => {
    throw new FeedFailure(reason, { retryAfterMs });
  };
const pullRows = async () => (await world.database.db.select().from(pulls).orderBy(asc(pulls.at), asc(pulls.id))) ?? [];

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

  test('is also the day of a start that one poll has proposed, so that the next confirms it or takes it back', async () => {
    const feed = aFeed();
    const game = aGame({ startsAt: new Date(world.clock.now.getTime() + 5 * day) });
    const earlier = { ...game, startsAt: new Date(world.clock.now.getTime() + 2 * day) };
    await world.poll(game);
    feed.says = () => answer(earlier);
    await poll(pull(feed), 2);
    const days = [game, earlier].map(({ startsAt }) => `NFL ${easternDay(startsAt)}`);
    expect(new Set(feed.asked.slice(1))).toEqual(new Set(days));
    expect(await stored(game)).toMatchObject({ startsAt: earlier.startsAt, proposedStart: null });
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
    feed.says = (asked) => (asked === 'Soccer slate' ? answer({ ...match, status: 'postponed' }) : answer());
    await poll(job, 2);
    feed.says = (asked) => (asked === 'Soccer slate' ? answer(again) : answer());
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
    expect(await askedAt(70, answer())).toEqual(['NFL slate', `NFL ${today}`]);
    expect(await askedAt(70, answer(final(game, 24, 21)))).toEqual(['NFL slate']);
    expect(await askedAt(73, answer())).toEqual(['NFL slate']);
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
    feed.says = down('answered 503');
    await poll(job, 12);
    expect(await stored(game)).toEqual(before);
    feed.says = () => answer(live(game, 14, 3));
    await poll(job, 20);
    expect(await stored(game)).toMatchObject({ homeScore: 14 });
  });

  test('is left alone for twice as long each time, up to ten minutes, and then at the usual pace again', async () => {
    const feed = aFeed();
    feed.says = down();
    const job = pull(feed);
    const askedAt: number[] = [];
    for (let number = 0; number < 120; number += 1) {
      if (number === 90) feed.says = () => answer();
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
      const { status, reply } = await world.visitor().call(nflGames, { params: { week: '12', season: '2026' } });
      return [status, reply.map(({ id, status }) => [id, status])];
    };
    feed.says = () => answer(game);
    const job = pull(feed);
    await poll(job);
    feed.says = down();
    for (let number = 0; number < 120; number += 1) {
      await poll(job);
      expect(await shown()).toEqual([200, [[game.id, 'scheduled']]]);
    }
    feed.says = () => answer({ ...game, status: 'postponed' });
    await poll(job, 20);
    expect(await shown()).toEqual([200, [[game.id, 'postponed']]]);
  });

  test('that asks to be left alone is, for as long as it said, also when the rest of the poll went well', async () => {
    const feed = aFeed();
    const game = aGame({ startsAt: new Date(world.clock.now.getTime() - minute) });
    await world.poll(live(game));
    const job = pull(feed);
    await poll(job);
    feed.says = down('answered 429', 5 * minute);
    await poll(job, 10);
    expect(feed.asked).toHaveLength(3);
    feed.says = () => ({ ...answer(live(game, 3, 0)), retryAfterMs: 2 * minute });
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
    feed.says = () => answer();
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
      return answer(live(game, 3, 0));
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

  test('that contradicts itself about a game is told with the pull, and once in the log', async () => {
    const feed = aFeed();
    const [game, other] = [aGame(), aGame()];
    feed.says = () => answer(game, other, { ...game, week: 13 });
    const job = pull(feed);
    await poll(job, 11);
    expect([await stored(game), (await stored(other))?.id]).toEqual([null, other.id]);
    const reason = 'it comes more than once, and not the same each time';
    const quarantined = [{ eventId: game.id.slice(5), reason }];
    expect((await pullRows()).map((row) => row.quarantined)).toEqual([quarantined, quarantined]);
    const told = log.filter(({ msg }) => msg === 'feed oddities');
    expect(told).toMatchObject([{ oddities: [`${game.id.slice(5)}: ${reason}`] }]);
  });

  test('with rubbish among the games keeps the others, and says what was rubbish', async () => {
    const feed = aFeed();
    const game = aGame();
    const quarantined = [{ eventId: '401', reason: 'date: is no instant' }];
    feed.says = () => ({ ...answer(game), quarantined, unknownStatuses: ['STATUS_ALIENS'] });
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

describe('a game with bets that its feed no longer lists', () => {
  const hour = 60 * minute;
  let bettor: Player;
  let league: Group;
  let game: FeedGame;
  /** Played at the same time. */
  let other: FeedGame;
  let feed: ReturnType<typeof aFeed>;
  let job: GuardedJob;

  beforeEach(async () => {
    // Far ahead, so that the database's own clock closes nothing; the limit is 48 hours after the start.
    const startsAt = new Date('2040-11-18T20:00:00Z');
    [game, other] = [aGame({ sport: 'NBA', startsAt }), aGame({ sport: 'NBA', startsAt })];
    await begin();
  });

  async function begin(name = 'espn') {
    bettor = await world.signUp();
    league = await world.league(bettor, { endDate: '2060-01-01T00:00:00Z' });
    await world.poll(game, other);
    await bettor.call(placeBet, { body: aBet(league, game, '100') });
    await bettor.call(placeBet, { body: aBet(league, other, '100') });
    feed = Object.assign(aFeed(), { name, slate: async () => answer() });
    job = pull(feed, 'NBA');
    await until(3, days(final(other, 110, 90)), 1);
    expect(await grades()).toEqual(['open', 'won: spread']);
  }

  const days =
    (...games: FeedGame[]) =>
    () =>
      answer(...games);
  const isGone = () => answer(final(other, 110, 90));

  /** Polls and settles in steps until so many hours after the start, of the game's own time. */
  async function until(hours: number, says: () => FeedAnswer, stepHours = 6): Promise<void> {
    const speed = speedOf(game.id);
    const end = game.startsAt.getTime() + (hours * hour) / speed;
    feed.says = says;
    while (world.clock.now.getTime() < end) {
      const next = Math.max(world.clock.now.getTime(), game.startsAt.getTime()) + (stepHours * hour) / speed;
      world.clock.now = new Date(Math.min(next, end));
      await job.run();
      await settleGames(world.database, world.clock.now, 0);
    }
  }

  async function grades(): Promise<string[]> {
    await expectLedgerBalances(world.database.db);
    const text =
      'select l.grade, rule from legs l join tickets t using (league_id) where t.id = ticket_id order by placed_at';
    const { rows } = await world.database.pool.query<{ grade: string | null; rule: string }>(text);
    return rows.map(({ grade, rule }) => (grade ? `${grade}: ${rule}` : 'open'));
  }

  const isOpen = ['open', 'won: spread'];
  const isVoid = ['void: not-played-in-time', 'won: spread'];

  test('is void 72 hours past its limit, also if it comes back, and its league can be final', async () => {
    await until(119, isGone);
    expect(await grades()).toEqual(isOpen);
    expect(await listOverdueGames(world.database.db, world.clock.now)).toMatchObject([
      {
        game: { id: game.id },
        why: 'the feed has not listed it since Nov 18, 2040, 4:00 PM ET',
        voidBy: new Date(game.startsAt.getTime() + 120 * hour),
      },
    ]);
    await until(121, isGone);
    expect(await grades()).toEqual(isVoid);
    await world.finish(final(game, 110, 90));
    expect(await stored(game)).toMatchObject({ status: 'final', resultRev: 1, settledRev: 1 });
    expect(await grades()).toEqual(isVoid);
    await endLeague(world.database.db, league);
    expect(await finalizeLeagues(world.database)).toBe(1);
  });

  test.each<[string, () => FeedAnswer]>([
    ['that fails', down()],
    ['that lacks one of its parts', () => ({ ...isGone(), quarantined: [{ eventId: null, reason: 'answered 503' }] })],
    ['that need not be whole', () => ({ ...isGone(), complete: undefined })],
    ['that is empty though games of the day were played', () => answer()],
  ])('is not missed in a pull %s', async (_what, says) => {
    await until(10, isGone);
    await until(150, says);
    expect(await grades()).toEqual(isOpen);
    await until(210, isGone);
    expect(await grades()).toEqual(isOpen);
    await until(222, isGone);
    expect(await grades()).toEqual(isVoid);
  });

  test.each<[string, FeedGame[], string[]]>([
    ['is not missed while all lists of its sport are empty', [], ['open']],
    [
      'is missed in an empty list of its day while others have games',
      [aGame({ sport: 'NBA' })],
      ['void: not-played-in-time'],
    ],
  ])('%s', async (_what, slate, expected) => {
    await world.clear();
    bettor = await world.signUp();
    league = await world.league(bettor, { endDate: '2060-01-01T00:00:00Z' });
    await world.poll(game);
    await bettor.call(placeBet, { body: aBet(league, game, '100') });
    feed = Object.assign(aFeed(), { slate: async () => answer(...slate) });
    job = pull(feed, 'NBA');
    await until(200, () => answer());
    expect(await grades()).toEqual(expected);
  });

  test('is listed by a pull that puts its event aside, so that its absence begins anew', async () => {
    await until(100, isGone);
    await until(101, () => ({ ...isGone(), quarantined: [{ eventId: game.id.slice(5), reason: 'odd' }] }), 1);
    await until(172, isGone);
    expect(await grades()).toEqual(isOpen);
    await until(186, isGone);
    expect(await grades()).toEqual(isVoid);
  });

  test('is void although one poll had it as final, once it is gone again', async () => {
    await until(100, isGone);
    await until(101, days(final(game, 110, 90), final(other, 110, 90)), 1);
    await until(172, isGone);
    expect(await grades()).toEqual(isOpen);
    await until(186, isGone);
    expect(await grades()).toEqual(isVoid);
  });

  test('is not missed while the worker slept', async () => {
    await until(60, isGone);
    await until(200, isGone, 140);
    expect(await grades()).toEqual(isOpen);
    await until(210, isGone);
    expect(await grades()).toEqual(isOpen);
    await until(222, isGone);
    expect(await grades()).toEqual(isVoid);
  });

  test.each([60, 1])(
    'of another season is void, and its league can be final, when one at speed %i is played',
    async (speed) => {
      await world.clear();
      game = {
        ...aGame({ sport: 'NBA', startsAt: new Date(world.clock.now.getTime() + hour) }),
        id: 'season:nba-60-1-12',
      };
      bettor = await world.signUp();
      league = await world.league(bettor);
      await world.poll(game);
      await bettor.call(placeBet, { body: aBet(league, game, '100') });
      await endLeague(world.database.db, league);
      const season = createSimulation({ seed: 2, speed });
      job = pull(season, 'NBA');
      await until(119, isGone);
      expect(await grades()).toEqual(['open']);
      await until(126, isGone);
      expect([await grades(), await finalizeLeagues(world.database)]).toEqual([['void: not-played-in-time'], 1]);
    },
  );

  test('that its season still plays is never missed, however old it is', async () => {
    await world.clear();
    const season = createSimulation({ seed: 2, speed: 60 });
    const [from, to] = [
      new Date(world.clock.now.getTime() + minute),
      new Date(world.clock.now.getTime() + 12 * minute),
    ];
    const played = season.plannedBetween('NBA', from, to, world.clock.now).find(({ quote }) => quote?.moneylineHome);
    if (!played) throw new Error('no game');
    game = played;
    await world.poll(game);
    bettor = await world.signUp();
    await bettor.call(placeBet, { body: aBet(await world.league(bettor), game, '100', 'moneyline') });
    job = pull({ ...season, slate: async () => answer() }, 'NBA');
    await until(3, isGone, 1);
    await until(200, isGone, 100);
    const absent = await world.database.pool.query('select * from absences');
    expect(absent.rows).toEqual([]);
  });

  test('is void sooner where games are played faster', async () => {
    const ids = ['season:nba-60-1-12', 'season:nba-60-1-13'];
    [game, other] = [game, other].map((one, number) => ({ ...one, id: ids[number] ?? '' })) as [FeedGame, FeedGame];
    await world.clear();
    await begin('season');
    await until(118, isGone);
    expect(await grades()).toEqual(isOpen);
    await until(121, isGone);
    expect(await grades()).toEqual(isVoid);
  });
});

describe('a correction that is not taken leaves one line, however often the feed repeats it', () => {
  const hour = 60 * minute;
  const said = () => log.filter(({ msg }) => String(msg).startsWith('correction'));

  /** A game that ended 21-20, and a feed that repeats the same game from so many hours after its result on. */
  async function corrected(hours: number, heard: (game: FeedGame) => FeedGame, first = async (_game: FeedGame) => {}) {
    const game = await world.listed();
    await world.confirm(final(game, 21, 20));
    await first(game);
    world.clock.now = new Date(world.clock.now.getTime() + hours * hour);
    const feed = aFeed();
    feed.says = () => answer(heard(game));
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
        await setResult(world.database, byHand, 1, world.clock.now);
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

test('a result is confirmed by polls that are half a poll apart, and by no nearer ones', async () => {
  const feed = aFeed();
  const game = aGame({ startsAt: new Date(world.clock.now.getTime() - minute) });
  await world.poll(game);
  feed.says = () => answer(final(game, 24, 21));
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
    feed.says = (asked) => (asked.endsWith('slate') ? answer(game, coming) : answer(live(game, 7, 0)));
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
    feed.says = () => answer({ ...bad, home: { ...bad.home, name: 'nul\u0000' } });
    await poll(pull(feed));
    expect(await pullRows()).toMatchObject([{ what: 'slate', seen: 0, failure: 'the answer could not be stored' }]);
  });

  test('that holds no more rubbish than anybody reads', async () => {
    const feed = aFeed();
    const quarantined = Array.from({ length: 5_000 }, (_, index) => ({ eventId: String(index), reason: 'rubbish' }));
    feed.says = () => ({ ...answer(), quarantined });
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
    ['drops the answer that comes late', async (game: FeedGame) => answer(game)],
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

  test('undoes what it was about to write', async () => {
    const game = await world.listed();
    world.clock.now = new Date(world.clock.now.getTime() + minute);
    const feed = aFeed();
    feed.says = () => answer(live(game));
    const job = unguarded(feed);
    const held = await holding(world.database, 'select * from games where id = $1 for update', [game.id]);
    const stop = new AbortController();
    const ended = expect(job.run(stop.signal)).rejects.toThrow('aborted');
    await untilWaiting(world.database);
    stop.abort();
    await held.letGo();
    await ended;
    expect(await stored(game)).toMatchObject({ status: 'scheduled' });
    expect(await world.database.db.select().from(pulls)).toEqual([]);
    await job.run();
    expect(await stored(game)).toMatchObject({ status: 'live' });
  });
});
