import { asc, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { saveManualOdds } from '#shared/api/admin.ts';
import { placeBet, placeParlay } from '#shared/api/bets.ts';
import { withOdds } from '#shared/testing/examples.ts';
import { quoteHistory, quotes } from '../db/tables/quotes.ts';
import { users } from '../db/tables/users.ts';
import { mergeExtraQuotes } from '../quotes/extra-quotes.ts';
import { listResults } from '../settlement/results-store.ts';
import { setResult } from '../settlement/set-result.ts';
import { aBet, aLeg, aParlay, final, plainQuote } from '../testing/games.ts';
import { expectLedgerBalances } from '../testing/ledger-asserts.ts';
import { replacing, type ScriptedFeed, startScriptedFeed, swapped } from '../testing/scripted-feed.ts';
import { testWorld, type World } from '../testing/world.ts';

let world: World;
let feed: ScriptedFeed;

beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.drop());
beforeEach(async () => {
  feed = await startScriptedFeed(world);
});
afterEach(() => expectLedgerBalances(world.database.db));

describe('a settled result is the score of each team', () => {
  test('and stands when the feed swaps home and away with their scores', async () => {
    const game = await world.addGame();
    await feed.bet(game);
    await world.finish(final(game, 24, 20));
    expect(await feed.legs()).toEqual(['won: moneyline']);
    await feed.correct(swapped(final(game, 24, 20)));
    expect(await feed.legs()).toEqual(['won: moneyline']);
    expect(await listResults(world.database.db, [game.id])).toHaveLength(1);
    expect(await feed.funds()).toEqual({ available: 105_556, pending: 0 });
    expect(await feed.shown(game)).toMatchObject({
      homeTeamAbbr: 'BUF',
      homeScore: 24,
      awayTeamAbbr: 'KC',
      awayScore: 20,
    });
  });

  test('so that a correction with swapped sides is one of the scores', async () => {
    const game = await world.addGame();
    await feed.bet(game);
    await feed.bet(game, 'moneyline', 'away');
    await world.finish(final(game, 24, 20));
    await feed.correct(swapped(final(game, 24, 27)));
    expect(await feed.legs()).toEqual(['lost: moneyline', 'won: moneyline']);
    const [, last] = await listResults(world.database.db, [game.id]);
    expect(last).toMatchObject({ homeTeamId: game.home.id, home: 24, awayTeamId: game.away.id, away: 27 });
  });

  test('so that a result set by an admin after a swap is about the same home team', async () => {
    const game = await world.addGame();
    await feed.bet(game);
    await world.finish(final(game, 24, 20));
    await world.poll(swapped(final(game, 24, 20)));
    const outcome = { isVoid: false, home: 10, away: 20, halfInnings: null } as const;
    await setResult(world.database, { gameId: game.id, outcome, reason: 'seen', setById: null }, 1);
    expect(await feed.legs()).toEqual(['lost: moneyline']);
  });

  test('though sides swapped in both polls that confirm it void the bets placed before', async () => {
    const game = await world.addGame();
    await feed.bet(game);
    await world.finish(swapped(final(game, 24, 20)));
    await feed.correct(final(game, 24, 20));
    expect(await feed.legs()).toEqual(['push: home-and-away-swapped']);
  });
});

test('sides swapped before the start leave every quote with the team that it was made for', async () => {
  const { db } = world.database;
  await db.update(users).set({ isAdmin: true }).where(eq(users.id, feed.player.user.id));
  const game = await world.addGame();
  const odds = [{ gameId: game.id, moneylineHome: 500, moneylineAway: -700 }];
  await feed.player.call(saveManualOdds, { body: { odds } });
  await world.poll({ ...swapped(game), quote: null });
  expect(await feed.shown(game)).toMatchObject({ homeTeamAbbr: 'KC', moneylineHome: -700, moneylineAway: 500 });
  await feed.player.call(saveManualOdds, { body: { odds: [{ gameId: game.id }] } });
  expect(await feed.shown(game)).toMatchObject({ homeTeamAbbr: 'KC', moneylineHome: 152, spreadHome: 3.5 });
  await world.poll(game);
  expect(await feed.shown(game)).toMatchObject({ homeTeamAbbr: 'BUF', moneylineHome: -180, spreadHome: -3.5 });
});

describe('other teams under the id of a game', () => {
  test('close betting at the first poll, which changes nothing else, until the feed takes them back', async () => {
    const game = await world.addGame();
    expect(await feed.bet(game)).toBe(201);
    const other = replacing(game, { quote: withOdds(plainQuote, { moneylineHome: 900 }) });
    expect(await feed.answer([other])).toMatchObject([
      { reason: expect.stringContaining('another match (MIA @ NYJ)') },
    ]);
    expect(await feed.shown(game)).toMatchObject({ homeTeamAbbr: 'BUF', moneylineHome: -180, bettingLocked: true });
    expect(await feed.bet(game)).toBe(409);
    await feed.settle();
    await world.poll(game);
    expect(await feed.shown(game)).toMatchObject({ bettingLocked: false });
    expect(await feed.bet(game)).toBe(201);
    await world.finish(final(game, 24, 20));
    expect(await feed.legs()).toEqual(['won: moneyline', 'won: moneyline']);
  });

  test('that only every second poll has never replace it', async () => {
    const game = await world.addGame();
    for (const seen of [replacing(game), game, replacing(game), game]) await world.poll(seen);
    expect(await feed.stored(game)).toMatchObject({ homeTeamId: game.home.id, proposedStart: null });
  });

  test('are another match at the second poll: its bets are void for good, and the new match takes bets', async () => {
    const game = await world.addGame();
    await feed.bet(game);
    await feed.bet(game, 'total', 'over');
    const other = replacing(game, { quote: withOdds(plainQuote, { moneylineHome: 150 }) });
    await world.poll(other);
    await world.poll(other);
    expect(await feed.shown(game)).toMatchObject({ homeTeamAbbr: 'NYJ', moneylineHome: 150, bettingLocked: false });
    await feed.settle();
    expect(await feed.legs()).toEqual(['push: different-match', 'push: different-match']);
    expect(await feed.funds()).toEqual({ available: 100_000, pending: 0 });

    expect(await feed.bet(other)).toBe(201);
    await world.finish(final(other, 24, 0));
    expect((await feed.legs()).at(-1)).toBe('won: moneyline');
    await feed.correct(final(other, 0, 24));
    expect(await feed.legs()).toEqual(['push: different-match', 'push: different-match', 'lost: moneyline']);
  });

  test('leave none of the quotes that anybody made for the match before, and their history', async () => {
    const { db } = world.database;
    await db.update(users).set({ isAdmin: true }).where(eq(users.id, feed.player.user.id));
    const game = await world.addGame({ quote: withOdds(plainQuote, { totalPoints: null }) });
    const before = await feed.stored(game);
    if (!before) throw new Error('no game');
    await mergeExtraQuotes(world.database, [{ gameId: game.id, quote: plainQuote }], [before], world.clock.now);
    await feed.player.call(saveManualOdds, {
      body: { odds: [{ gameId: game.id, moneylineHome: 500, moneylineAway: -700 }] },
    });
    const other = replacing(game, { quote: null });
    await world.poll(other);
    const closed = await feed.player.call(saveManualOdds, {
      body: { odds: [{ gameId: game.id, moneylineHome: 400, moneylineAway: -500 }] },
    });
    expect(closed.refusal?.code).toBe('locked');
    await world.poll(other);

    expect(await feed.shown(game)).toMatchObject({ homeTeamAbbr: 'NYJ', moneylineHome: null, totalPoints: null });
    await mergeExtraQuotes(world.database, [{ gameId: game.id, quote: plainQuote }], [before], world.clock.now);
    expect(await feed.shown(game)).toMatchObject({ moneylineHome: null });
    const left = await db.select().from(quotes).where(eq(quotes.gameId, game.id));
    expect(left.filter(({ source }) => source === 'manual')).toEqual([]);
    const history = db.select().from(quoteHistory).where(eq(quoteHistory.gameId, game.id));
    const [last] = (await history.orderBy(asc(quoteHistory.id))).filter(({ source }) => source === 'manual').slice(-1);
    expect(last).toMatchObject({ isCleared: true, setById: null, moneylineHome: null });
  });

  test('void a bet also where the new match has a result before any worker settles', async () => {
    const game = await world.addGame();
    await feed.bet(game);
    const other = replacing(game);
    await world.poll(other);
    await world.finish(final(other, 24, 0)); // the first of the two polls is the second with these teams
    await world.poll(final(other, 24, 0));
    await feed.settle();
    expect(await feed.legs()).toEqual(['push: different-match']);
    await feed.correct(final(other, 0, 24));
    expect(await feed.legs()).toEqual(['push: different-match']);
    const { rows } = await world.database.pool.query('select result_rev from legs where game_id = $1', [game.id]);
    expect(rows).toEqual([{ result_rev: null }]);
  });

  test('that are taken while bets are placed leave each bet on the match that it was placed on', async () => {
    const game = await world.addGame();
    const other = replacing(game);
    const body = aBet(feed.league, game, '10', 'moneyline', 'home');
    const atOnce = () => Array.from({ length: 12 }, () => feed.player.call(placeBet, { body }));
    for (const seen of [other, other]) await Promise.all([...atOnce(), world.poll(seen), ...atOnce()]);
    expect(await feed.stored(game)).toMatchObject({ homeTeamId: other.home.id });
    const teams = async () => {
      const { rows } = await world.database.pool.query<{ home: string; rule: string | null; count: number }>(
        `select home_team_id as home, rule, count(*)::int from legs where game_id = $1 group by 1, 2 order by 1`,
        [game.id],
      );
      return rows;
    };
    const before = await teams();
    await feed.settle();
    expect(await teams()).toEqual(
      before.map((row) => ({ ...row, rule: row.home === game.home.id ? 'different-match' : null })),
    );
  });

  test('leave a parlay its other legs', async () => {
    const [game, kept] = [await world.addGame(), await world.addGame()];
    const bets = [aLeg(game, 'moneyline'), aLeg(kept, 'moneyline')];
    await feed.player.call(placeParlay, { body: aParlay(feed.league, '100', bets) });
    await world.poll(replacing(game));
    await world.poll(replacing(game));
    await world.finish(final(kept, 24, 0));
    expect(await feed.legs()).toEqual(['won: moneyline', 'push: different-match']);
    expect(await feed.funds()).toEqual({ available: 105_556, pending: 0 });
  });

  test('are quarantined once it has a result, however often they come', async () => {
    const game = await world.addGame();
    await feed.bet(game);
    await world.finish(final(game, 24, 20));
    const before = await feed.stored(game);
    for (let polls = 0; polls < 3; polls += 1) {
      const put = await feed.answer([final(replacing(game), 0, 50)]);
      expect(put).toEqual([
        { eventId: game.id.slice(5), reason: expect.stringContaining('another match (MIA @ NYJ)') },
      ]);
    }
    await feed.settle();
    expect(await feed.stored(game)).toEqual(before);
    expect(await feed.legs()).toEqual(['won: moneyline']);
  });
});

test('an id belongs to one sport: the same under another is quarantined and changes nothing', async () => {
  const game = await world.addGame();
  await feed.bet(game);
  await feed.answer([final(game, 24, 20)]);
  const before = await feed.stored(game);
  for (let polls = 0; polls < 2; polls += 1) {
    const put = await feed.answer([final(replacing(game, { sport: 'NBA' }), 99, 100)]);
    expect(put).toEqual([{ eventId: game.id.slice(5), reason: 'its id belongs to a game of NFL' }]);
  }
  expect(await feed.stored(game)).toEqual(before);
  await feed.answer([final(game, 24, 20)]);
  await feed.settle();
  expect(await feed.legs()).toEqual(['won: moneyline']);
});
