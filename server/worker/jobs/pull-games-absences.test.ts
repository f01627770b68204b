import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { placeBet } from '#shared/api/bets.ts';
import type { Group } from '#shared/api/groups.ts';
import { speedOf } from '#shared/domain/game-speed.ts';
import { createSimulation } from '../../feed/simulation.ts';
import { answerOf, type FeedAnswer, type FeedGame } from '../../games/feed-answer.ts';
import { finalizeLeagues } from '../../leagues/standings.ts';
import { listOverdueGames } from '../../settlement/overdue.ts';
import { settleGames } from '../../settlement/settle.ts';
import { aBet, aGame, final } from '../../testing/games.ts';
import { endLeague } from '../../testing/leagues.ts';
import { expectLedgerBalances } from '../../testing/ledger-asserts.ts';
import { aFeed, down, type MemoryFeed, pullJobs } from '../../testing/pull-jobs.ts';
import { type Player, testWorld, type World } from '../../testing/world.ts';
import type { GuardedJob } from '../run-job.ts';

const minute = 60_000;

let world: World;
let log: Record<string, unknown>[];
const { pull, stored } = pullJobs(() => ({ world, log }));

beforeAll(async () => {
  world = await testWorld();
});
beforeEach(async () => {
  await world.clear();
  log = [];
});
afterAll(() => world.drop());

describe('a game with bets that its feed no longer lists', () => {
  const hour = 60 * minute;
  let bettor: Player;
  let league: Group;
  let game: FeedGame;
  /** Has the same start as `game`, and stays listed. */
  let other: FeedGame;
  let feed: MemoryFeed;
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
    feed = Object.assign(aFeed(), { name, slate: async () => answerOf([]) });
    job = pull(feed, 'NBA');
    await until(3, days(final(other, 110, 90)), 1);
    expect(await grades()).toEqual(['open', 'won: spread']);
  }

  const days =
    (...games: FeedGame[]) =>
    () =>
      answerOf(games);
  const isGone = () => answerOf([final(other, 110, 90)]);

  /** Polls and settles in steps until `hours` after the start, in the game's own time. */
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
    expect(await listOverdueGames(world.database, world.clock.now)).toMatchObject([
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
    ['that is empty though games of the day were played', () => answerOf([])],
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
    feed = Object.assign(aFeed(), { slate: async () => answerOf(slate) });
    job = pull(feed, 'NBA');
    await until(200, () => answerOf([]));
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
    const played = season.plannedBetween('NBA', from, to, world.clock.now).find(({ quote }) => quote?.moneyline);
    if (!played) throw new Error('no game');
    game = played;
    await world.poll(game);
    bettor = await world.signUp();
    await bettor.call(placeBet, { body: aBet(await world.league(bettor), game, '100', 'moneyline') });
    job = pull({ ...season, slate: async () => answerOf([]) }, 'NBA');
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
