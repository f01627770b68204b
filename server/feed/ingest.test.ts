import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { placeBet } from '#shared/api/bets.ts';
import type { Group } from '#shared/api/groups.ts';
import { emptyQuote, type FlatQuote } from '#shared/domain/market.ts';
import { withOdds } from '#shared/testing/examples.ts';
import { connect } from '../db/connection.ts';
import { answerOf, type FeedGame } from '../games/feed-answer.ts';
import { findGame } from '../games/store.ts';
import { settleGames } from '../settlement/settle.ts';
import { recordStatements } from '../testing/citus-lint.ts';
import { aBet, aGame, final, live, plainQuote, soccerQuote } from '../testing/games.ts';
import { fundsOf } from '../testing/ledger-asserts.ts';
import { type Player, testWorld, type World } from '../testing/world.ts';
import { ingest } from './ingest.ts';

let world: World;
let player: Player;
let league: Group;

beforeAll(async () => {
  world = await testWorld();
  player = await world.signUp();
  league = await world.league(player);
});
afterAll(() => world.drop());

const second = (number: number) => new Date(Date.now() + number * 1_000);
const stored = (game: FeedGame) => findGame(world.database.db, game.id);

async function quoteOf(game: FeedGame): Promise<Partial<FlatQuote> | undefined> {
  const { rows } = await world.database.db.execute<Partial<FlatQuote>>(sql`
    select spread_home as "spreadHome", spread_away as "spreadAway", moneyline_home as "moneylineHome",
      total_points as "totalPoints" from quotes where game_id = ${game.id} and source = 'feed'`);
  return rows[0];
}

test('takes in games of a poll with their quotes and says how many changed', async () => {
  const games = [aGame(), aGame(), aGame({ quote: null })];
  expect(await ingest(world.database, 'NFL', answerOf(games), second(1))).toMatchObject({ seen: 3, changed: 3 });
  expect(await ingest(world.database, 'NFL', answerOf(games), second(2))).toMatchObject({ seen: 3, changed: 0 });
  expect(await Promise.all(games.map(async (game) => (await quoteOf(game))?.spreadHome))).toEqual([
    -3.5,
    -3.5,
    undefined,
  ]);
});

test('takes an event that comes several times as one, and two games of the same teams as two', async () => {
  const first = aGame({ sport: 'MLB' });
  const nightcap = aGame({ sport: 'MLB', home: first.home, away: first.away });
  const taken = await ingest(world.database, 'MLB', answerOf([first, first, nightcap, first]), second(1));
  expect(taken).toEqual({ seen: 2, changed: 2, quarantined: [], corrections: [] });
  expect([(await stored(first))?.id, (await stored(nightcap))?.id]).toEqual([first.id, nightcap.id]);
});

test('leaves games that are missing from an answer as they are', async () => {
  const games = Array.from({ length: 16 }, () => aGame());
  await ingest(world.database, 'NFL', answerOf(games), second(1));
  const before = await Promise.all(games.map(stored));
  await ingest(world.database, 'NFL', answerOf(games.slice(0, 6)), second(2));
  await ingest(world.database, 'NFL', answerOf([]), second(3));
  expect(await Promise.all(games.map(stored))).toEqual(before);
});

test('keeps a stored quote when a poll brings none', async () => {
  const game = aGame();
  await ingest(world.database, 'NFL', answerOf([game]), second(1));
  await ingest(world.database, 'NFL', answerOf([{ ...game, quote: null }]), second(2));
  expect(await quoteOf(game)).toMatchObject({ spreadHome: -3.5, totalPoints: 47.5 });
});

test('closes the markets that the quote of a poll lacks', async () => {
  const game = aGame();
  await ingest(world.database, 'NFL', answerOf([game]), second(1));
  await ingest(
    world.database,
    'NFL',
    answerOf([{ ...game, quote: withOdds(emptyQuote, { totalPoints: 40.5, overOdds: -110, underOdds: -110 }) }]),
    second(2),
  );
  expect(await quoteOf(game)).toEqual({ spreadHome: null, spreadAway: null, moneylineHome: null, totalPoints: 40.5 });
});

test.each(['NFL', 'Soccer'] as const)('closes every market of %s when the quote of a poll has none', async (sport) => {
  const game = aGame({ sport });
  await ingest(world.database, sport, answerOf([game]), second(1));
  await ingest(world.database, sport, answerOf([{ ...game, quote: emptyQuote }]), second(2));
  expect(await quoteOf(game)).toEqual({ spreadHome: null, spreadAway: null, moneylineHome: null, totalPoints: null });
});

test('keeps the closing quote once a game has begun', async () => {
  const game = aGame();
  await ingest(world.database, 'NFL', answerOf([game]), second(1));
  await ingest(world.database, 'NFL', answerOf([{ ...live(game), quote: soccerQuote }]), second(2));
  expect(await quoteOf(game)).toMatchObject({ spreadHome: -3.5, moneylineHome: -180 });
  await ingest(world.database, 'NFL', answerOf([{ ...game, quote: soccerQuote }]), second(3));
  expect(await quoteOf(game)).toMatchObject({ spreadHome: -3.5, moneylineHome: -180 });
});

test('does not open a game anew whose start has passed since the poll began', async () => {
  const game = aGame({ startsAt: second(-1) });
  await ingest(world.database, 'NFL', answerOf([game]), second(-10));
  await ingest(world.database, 'NFL', answerOf([{ ...game, startsAt: second(1_800) }]), second(-5));
  expect(await stored(game)).toMatchObject({ bettingLocked: true, status: 'scheduled' });
});

test('never lets an older answer undo a newer one', async () => {
  const game = aGame();
  const newest = second(3);
  await ingest(world.database, 'NFL', answerOf([live(game, 7, 7)]), second(1));
  await ingest(world.database, 'NFL', answerOf([live(game, 14, 7)]), newest);
  expect(await ingest(world.database, 'NFL', answerOf([live(game, 7, 7)]), second(2))).toMatchObject({
    seen: 1,
    changed: 0,
  });
  expect(await stored(game)).toMatchObject({ homeScore: 14, changedAt: newest });
});

test('never lets the quote of an older answer undo a newer one', async () => {
  const game = aGame();
  await ingest(
    world.database,
    'NFL',
    answerOf([{ ...game, quote: withOdds(plainQuote, { totalPoints: 50.5 }) }]),
    second(3),
  );
  await ingest(
    world.database,
    'NFL',
    answerOf([{ ...game, quote: withOdds(plainQuote, { totalPoints: 44.5 }) }]),
    second(2),
  );
  expect(await quoteOf(game)).toMatchObject({ totalPoints: 50.5 });
});

test('takes polls and quotes at once after the database’s clock was set back by hours', async () => {
  const game = aGame({ startsAt: second(36_000) });
  await ingest(world.database, 'NFL', answerOf([game]), second(18_000));
  await ingest(
    world.database,
    'NFL',
    answerOf([{ ...game, quote: withOdds(plainQuote, { totalPoints: 44.5 }) }]),
    second(1),
  );
  expect(await quoteOf(game)).toMatchObject({ totalPoints: 44.5 });
  await ingest(world.database, 'NFL', answerOf([live(game, 7, 0)]), second(2));
  expect(await stored(game)).toMatchObject({ status: 'live', homeScore: 7 });
});

test('counts answers of one poll once, so that they never confirm each other', async () => {
  const game = aGame();
  const at = second(1);
  await ingest(world.database, 'NFL', answerOf([final(game, 24, 21)]), at);
  await ingest(world.database, 'NFL', answerOf([final(game, 24, 21)]), at);
  expect((await stored(game))?.equalPolls).toBe(1);
  await ingest(world.database, 'NFL', answerOf([final(game, 24, 21)]), second(2));
  expect((await stored(game))?.equalPolls).toBe(2);
});

describe('two polls that are too near to each other', () => {
  const apart = 15_000;
  const begin = Date.now() + 100_000; // one start for all polls, since a tenth of a second decides
  const poll = (seconds: number, ...games: FeedGame[]) => {
    const at = new Date(begin + seconds * 1_000);
    return ingest(world.database, games[0]?.sport ?? 'NFL', answerOf(games), at, { apartMs: apart });
  };

  test('confirm no result, but one that changed counts from then on', async () => {
    const game = aGame();
    await poll(0, final(game, 24, 21));
    await poll(14.9, final(game, 24, 21));
    expect(await stored(game)).toMatchObject({ homeScore: 24, equalPolls: 1 });
    await poll(15, final(game, 27, 21));
    expect(await stored(game)).toMatchObject({ homeScore: 27, equalPolls: 1 });
    await poll(20, final(game, 27, 21));
    expect(await stored(game)).toMatchObject({ equalPolls: 1 });
    await poll(30, final(game, 27, 21));
    expect(await stored(game)).toMatchObject({ equalPolls: 2 });
  });

  test('cancel no game', async () => {
    const game: FeedGame = { ...aGame(), status: 'canceled' };
    const polls: unknown[] = [];
    for (const seconds of [0, 1, 15]) {
      await poll(seconds, game);
      polls.push((await stored(game))?.equalPolls);
    }
    expect(polls).toEqual([1, 1, 2]);
  });

  test('open no postponed soccer game again', async () => {
    const match = aGame({ sport: 'Soccer' });
    const again = { ...match, startsAt: second(5 * 24 * 3_600) };
    await poll(0, match);
    await poll(4_000, { ...match, status: 'postponed' });
    const locks: unknown[] = [];
    for (const seconds of [4_030, 4_031, 4_060]) {
      await poll(seconds, again);
      locks.push((await stored(match))?.bettingLocked);
    }
    expect(locks).toEqual([true, true, false]);
  });

  test('still update a game that is played', async () => {
    const game = aGame();
    await poll(0, live(game, 0, 0));
    await poll(1, live(game, 7, 0));
    expect(await stored(game)).toMatchObject({ homeScore: 7 });
  });
});

describe('the history of a feed’s quotes', () => {
  const historyOf = async (game: FeedGame) => {
    const { rows } = await world.database.db.execute(sql`
      select source, total_points as total, set_by_id, is_cleared from quote_history where game_id = ${game.id} order by at`);
    return rows.map(({ source, total, set_by_id, is_cleared }) => [source, total, set_by_id, is_cleared]);
  };
  const at = (game: FeedGame, totalPoints: number | null): FeedGame => ({
    ...game,
    quote: withOdds(plainQuote, { totalPoints }),
  });

  test('has one row a change, the first included, and none for polls with the same quote or none', async () => {
    const game = aGame();
    const polls = [
      at(game, 44.5),
      at(game, 44.5),
      { ...game, quote: null },
      at(game, 45.5),
      at(game, 45.5),
      at(game, 44.5),
    ];
    for (const [number, seen] of polls.entries()) await ingest(world.database, 'NFL', answerOf([seen]), second(number));
    expect(await historyOf(game)).toEqual([44.5, 45.5, 44.5].map((total) => ['feed', total, null, false]));
  });

  test('has the same quote once when two workers bring it, and nothing of an older answer', async () => {
    const other = connect(world.database.url, pino({ level: 'silent' }));
    const game = aGame();
    await Promise.all([world.database, other].map((one) => ingest(one, 'NFL', answerOf([at(game, 50.5)]), second(5))));
    await ingest(other, 'NFL', answerOf([at(game, 40.5)]), second(4));
    await other.end();
    expect(await historyOf(game)).toEqual([['feed', 50.5, null, false]]);
  });

  test('ends with the closing quote', async () => {
    const game = aGame();
    await ingest(world.database, 'NFL', answerOf([at(game, 44.5)]), second(1));
    await ingest(world.database, 'NFL', answerOf([{ ...live(game), quote: plainQuote }]), second(2));
    expect(await historyOf(game)).toHaveLength(1);
  });
});

test('settles nothing by one poll, and by a second equal one', async () => {
  const game = aGame();
  await world.poll(game);
  await player.call(placeBet, { body: aBet(league, game, '100') });
  const later = new Date(Date.now() + 24 * 3_600_000);
  const settle = async () => (await settleGames(world.database, later, 0)).tickets;

  await ingest(world.database, 'NFL', answerOf([final(game, 24, 0)]), second(10));
  expect(await settle()).toBe(0);
  await ingest(world.database, 'NFL', answerOf([live(game, 24, 0)]), second(11));
  await ingest(world.database, 'NFL', answerOf([final(game, 24, 0)]), second(12));
  expect(await settle()).toBe(0);
  await ingest(world.database, 'NFL', answerOf([final(game, 24, 0)]), second(13));
  expect(await settle()).toBe(1);
  expect(await fundsOf(world.database.db, league.id, player.user.id)).toEqual({ available: 109_091, pending: 0 });
});

test('gives the same rows when two workers take in the same answer at once', async () => {
  const other = connect(world.database.url, pino({ level: 'silent' }));
  const games = Array.from({ length: 40 }, () => aGame());
  const polls = [games, games.map((game) => live(game, 3, 0)), games.map((game) => final(game, 10, 7))];
  for (const [number, poll] of polls.entries()) {
    const at = second(number);
    // The second has the games in the reverse order, so that both lock the same rows.
    await Promise.all([
      ingest(world.database, 'NFL', answerOf([...poll]), at),
      ingest(other, 'NFL', answerOf([...poll.toReversed()]), at),
    ]);
  }
  await other.end();
  for (const game of games) {
    expect(await stored(game)).toMatchObject({ status: 'final', homeScore: 10, awayScore: 7, equalPolls: 1 });
    expect(await quoteOf(game)).toMatchObject({ spreadHome: -3.5 });
  }
});

test('stores the current week of the calendar, and keeps it when an answer names none', async () => {
  const { db } = world.database;
  const week = { week: 13, season: 2026, seasonType: 'regular' as const };
  await ingest(world.database, 'CFB', { ...answerOf([]), currentWeek: week }, second(1));
  await ingest(world.database, 'CFB', answerOf([]), second(2));
  const { rows } = await db.execute(sql`select week, season, season_type from weeks where sport = 'CFB'`);
  expect(rows).toEqual([{ week: 13, season: 2026, season_type: 'regular' }]);
});

test('a poll that ends many games takes no more statements than one that ends a single game', async () => {
  const recorded = connect(world.database.url, pino({ level: 'silent' }));
  const recording = recordStatements(recorded.pool);
  const statementsToEnd = async (games: FeedGame[]) => {
    const ended = games.map((game) => final(game, 24, 17));
    await ingest(recorded, 'NFL', answerOf(games), second(1));
    await ingest(recorded, 'NFL', answerOf([...ended]), second(2));
    const before = recording.flat().length;
    await ingest(recorded, 'NFL', answerOf([...ended]), second(3));
    for (const game of ended) expect(await stored(game)).toMatchObject({ resultRev: 1, bettingLocked: true });
    return recording.flat().length - before;
  };
  const forOne = await statementsToEnd([aGame()]);
  expect(forOne).toBeGreaterThan(0);
  expect(await statementsToEnd(Array.from({ length: 20 }, () => aGame()))).toBe(forOne);
  await recorded.end();
});

test('an answer of 3,000 games is taken in whole, in one transaction, and so is each change of all of them', {
  timeout: 60_000, // on a busy machine
}, async () => {
  const games = Array.from({ length: 3_000 }, (_, number) => aGame({ id: `espn:many-${number}`, sport: 'NBA' }));
  const many = (all: FeedGame[], at: Date) => ingest(world.database, 'NBA', answerOf([...all]), at);
  const count = async (text: string) => (await world.database.pool.query(text)).rows[0].count;
  expect(await many(games, second(1))).toMatchObject({ seen: 3_000, changed: 3_000 });
  expect(await count("select count(*)::int from quotes where game_id like 'espn:many-%'")).toBe(3_000);
  expect(await count("select count(distinct xmin::text)::int from games where id like 'espn:many-%'")).toBe(1);

  const ended = games.map((game) => final(game, 100, 90));
  await many(ended, second(2));
  expect(await many(ended, second(3))).toMatchObject({ seen: 3_000, changed: 3_000 });
  expect(await count("select count(*)::int from results where game_id like 'espn:many-%'")).toBe(3_000);
});
