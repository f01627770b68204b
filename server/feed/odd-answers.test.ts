import { asc, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { saveManualOdds } from '#shared/api/admin.ts';
import { listBets, placeBet, placeParlay } from '#shared/api/bets.ts';
import { nflGames } from '#shared/api/games.ts';
import type { Group } from '#shared/api/groups.ts';
import { emptyQuote } from '#shared/domain/market.ts';
import type { Market, Side } from '#shared/domain/side.ts';
import { quoteHistory, quotes, users } from '../db/tables.ts';
import type { FeedGame } from '../games/feed-answer.ts';
import { findGame } from '../games/store.ts';
import { mergeExtraQuotes } from '../quotes/merge.ts';
import { listResults } from '../settlement/results-store.ts';
import { setResult } from '../settlement/set-result.ts';
import { settleGames } from '../settlement/settle.ts';
import { aBet, aGame, aLeg, aParlay, final, live, plainQuote } from '../testing/games.ts';
import { expectLedgerBalances, fundsOf } from '../testing/ledger-asserts.ts';
import { type Player, testWorld, type World } from '../testing/world.ts';
import { ingest } from './ingest.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

let world: World;
let player: Player;
let league: Group;

beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.drop());
beforeEach(async () => {
  world.clock.now = new Date();
  player = await world.signUp();
  league = await world.league(player);
});
afterEach(() => expectLedgerBalances(world.database.db));

const stored = (game: FeedGame) => findGame(world.database.db, game.id);
const settle = (earliestMs = 0, at = new Date(world.clock.now.getTime() + 12 * hour)) =>
  settleGames(world.database, at, earliestMs);
const funds = () => fundsOf(world.database.db, league.id, player.user.id);

async function bet(game: FeedGame, market: Market = 'moneyline', side: Side = 'home'): Promise<number> {
  return (await player.call(placeBet, { body: aBet(league, game, '100', market, side) })).status;
}

/** Each leg of the player's in the order of placing: how it stands, and by which rule. */
async function legs(): Promise<string[]> {
  const { reply } = await player.call(listBets);
  return reply.map(({ status, settlement }) => (settlement ? `${status}: ${settlement.rule}` : status)).reverse();
}

async function shown(game: FeedGame) {
  const { reply } = await world.visitor().call(nflGames, { params: { week: '12', season: '2026' } });
  return reply.find(({ id }) => id === game.id);
}

/** One answer of the feed with these games; what of it was put aside. */
async function answer(games: FeedGame[], sport = games[0]?.sport ?? 'NFL') {
  world.clock.now = new Date(world.clock.now.getTime() + minute);
  const said = { games, quarantined: [], unknownStatuses: [], currentWeek: null };
  return (await ingest(world.database, sport, said, world.clock.now)).quarantined;
}

/** As many polls, over as long a time, as the correction of a settled result takes. */
async function correct(game: FeedGame): Promise<void> {
  for (let polls = 0; polls < 3; polls += 1) {
    world.clock.now = new Date(world.clock.now.getTime() + 6 * minute);
    await world.poll(game);
  }
  await settle();
}

const swapped = (game: FeedGame): FeedGame => ({
  ...game,
  home: game.away,
  away: game.home,
  homeScore: game.awayScore,
  awayScore: game.homeScore,
  countedHome: game.countedAway,
  countedAway: game.countedHome,
});
/** Another match under the id of this one, at the same time. */
const replacing = (game: FeedGame, more: Partial<FeedGame> = {}): FeedGame => ({
  ...aGame({ startsAt: game.startsAt, ...more }),
  id: game.id,
  home: { ...game.home, id: `${game.id}-jets`, abbreviation: 'NYJ', city: 'New York', name: 'Jets' },
  away: { ...game.away, id: `${game.id}-fins`, abbreviation: 'MIA', city: 'Miami', name: 'Dolphins' },
});
const startingAt = (game: FeedGame, startsAt: Date): FeedGame => ({ ...game, startsAt });
const fromNow = (ms: number) => new Date(Date.now() + ms);

describe('a settled result is the score of each team', () => {
  test('and stands when the feed swaps home and away with their scores', async () => {
    const game = await world.listed();
    await bet(game);
    await world.finish(final(game, 24, 20));
    expect(await legs()).toEqual(['won: moneyline']);
    await correct(swapped(final(game, 24, 20)));
    expect(await legs()).toEqual(['won: moneyline']);
    expect(await listResults(world.database.db, [game.id])).toHaveLength(1);
    expect(await funds()).toEqual({ available: 105_556, pending: 0 });
    expect(await shown(game)).toMatchObject({ homeTeamAbbr: 'BUF', homeScore: 24, awayTeamAbbr: 'KC', awayScore: 20 });
  });

  test('so that a correction with swapped sides is one of the scores', async () => {
    const game = await world.listed();
    await bet(game);
    await bet(game, 'moneyline', 'away');
    await world.finish(final(game, 24, 20));
    await correct(swapped(final(game, 24, 27)));
    expect(await legs()).toEqual(['lost: moneyline', 'won: moneyline']);
    const [, last] = await listResults(world.database.db, [game.id]);
    expect(last).toMatchObject({ homeTeamId: game.home.id, home: 24, awayTeamId: game.away.id, away: 27 });
  });

  test('so that an admin’s word after a swap is about the same home team', async () => {
    const game = await world.listed();
    await bet(game);
    await world.finish(final(game, 24, 20));
    await world.poll(swapped(final(game, 24, 20)));
    const outcome = { isVoid: false, home: 10, away: 20, halfInnings: null } as const;
    await setResult(world.database, { gameId: game.id, outcome, reason: 'seen', setById: null }, 1, world.clock.now);
    expect(await legs()).toEqual(['lost: moneyline']);
  });

  test('though sides swapped in both polls that confirm it void what was placed on the others', async () => {
    const game = await world.listed();
    await bet(game);
    await world.finish(swapped(final(game, 24, 20)));
    await correct(final(game, 24, 20));
    expect(await legs()).toEqual(['push: home-and-away-swapped']);
  });
});

test('sides swapped before the start leave every quote with the team that it was made for', async () => {
  const { db } = world.database;
  await db.update(users).set({ isAdmin: true }).where(eq(users.id, player.user.id));
  const game = await world.listed();
  const odds = [{ gameId: game.id, moneylineHome: 500, moneylineAway: -700 }];
  await player.call(saveManualOdds, { body: { odds } });
  await world.poll({ ...swapped(game), quote: null });
  expect(await shown(game)).toMatchObject({ homeTeamAbbr: 'KC', moneylineHome: -700, moneylineAway: 500 });
  await player.call(saveManualOdds, { body: { odds: [{ gameId: game.id }] } });
  expect(await shown(game)).toMatchObject({ homeTeamAbbr: 'KC', moneylineHome: 152, spreadHome: 3.5 });
  await world.poll(game);
  expect(await shown(game)).toMatchObject({ homeTeamAbbr: 'BUF', moneylineHome: -180, spreadHome: -3.5 });
});

describe('other teams under the id of a game', () => {
  test('close betting at the first poll, which changes nothing else, until the feed takes them back', async () => {
    const game = await world.listed();
    expect(await bet(game)).toBe(201);
    const other = replacing(game, { quote: { ...plainQuote, moneylineHome: 900 } });
    expect(await answer([other])).toMatchObject([{ reason: expect.stringContaining('another match (MIA @ NYJ)') }]);
    expect(await shown(game)).toMatchObject({ homeTeamAbbr: 'BUF', moneylineHome: -180, bettingLocked: true });
    expect(await bet(game)).toBe(409);
    await settle();
    await world.poll(game);
    expect(await shown(game)).toMatchObject({ bettingLocked: false });
    expect(await bet(game)).toBe(201);
    await world.finish(final(game, 24, 20));
    expect(await legs()).toEqual(['won: moneyline', 'won: moneyline']);
  });

  test('that every second poll brings never replace it', async () => {
    const game = await world.listed();
    for (const seen of [replacing(game), game, replacing(game), game]) await world.poll(seen);
    expect(await stored(game)).toMatchObject({ homeTeamId: game.home.id, proposedStart: null });
  });

  test('are another match at the second poll: its bets are void for good, and the new match takes bets', async () => {
    const game = await world.listed();
    await bet(game);
    await bet(game, 'total', 'over');
    const other = replacing(game, { quote: { ...plainQuote, moneylineHome: 150 } });
    await world.poll(other);
    await world.poll(other);
    expect(await shown(game)).toMatchObject({ homeTeamAbbr: 'NYJ', moneylineHome: 150, bettingLocked: false });
    await settle();
    expect(await legs()).toEqual(['push: different-match', 'push: different-match']);
    expect(await funds()).toEqual({ available: 100_000, pending: 0 });

    expect(await bet(other)).toBe(201);
    await world.finish(final(other, 24, 0));
    expect((await legs()).at(-1)).toBe('won: moneyline');
    await correct(final(other, 0, 24));
    expect(await legs()).toEqual(['push: different-match', 'push: different-match', 'lost: moneyline']);
  });

  test('leave none of the quotes that anybody made for the match before, and their history', async () => {
    const { db } = world.database;
    await db.update(users).set({ isAdmin: true }).where(eq(users.id, player.user.id));
    const game = await world.listed({ quote: { ...plainQuote, totalPoints: null } });
    const before = await stored(game);
    if (!before) throw new Error('no game');
    await mergeExtraQuotes(world.database, [{ gameId: game.id, quote: plainQuote }], [before], world.clock.now);
    await player.call(saveManualOdds, {
      body: { odds: [{ gameId: game.id, moneylineHome: 500, moneylineAway: -700 }] },
    });
    const other = replacing(game, { quote: null });
    await world.poll(other);
    const closed = await player.call(saveManualOdds, {
      body: { odds: [{ gameId: game.id, moneylineHome: 400, moneylineAway: -500 }] },
    });
    expect(closed.refusal?.code).toBe('locked');
    await world.poll(other);

    expect(await shown(game)).toMatchObject({ homeTeamAbbr: 'NYJ', moneylineHome: null, totalPoints: null });
    await mergeExtraQuotes(world.database, [{ gameId: game.id, quote: plainQuote }], [before], world.clock.now);
    expect(await shown(game)).toMatchObject({ moneylineHome: null });
    const left = await db.select().from(quotes).where(eq(quotes.gameId, game.id));
    expect(left.filter(({ source }) => source === 'manual')).toEqual([]);
    const history = db.select().from(quoteHistory).where(eq(quoteHistory.gameId, game.id));
    const [last] = (await history.orderBy(asc(quoteHistory.id))).filter(({ source }) => source === 'manual').slice(-1);
    expect(last).toMatchObject({ isCleared: true, setBy: null, moneylineHome: null });
  });

  test('void a bet also where the new match has a result before any worker settles', async () => {
    const game = await world.listed();
    await bet(game);
    const other = replacing(game);
    await world.poll(other);
    await world.finish(final(other, 24, 0)); // the first of the two polls is the second with these teams
    await world.poll(final(other, 24, 0));
    await settle();
    expect(await legs()).toEqual(['push: different-match']);
    await correct(final(other, 0, 24));
    expect(await legs()).toEqual(['push: different-match']);
    const { rows } = await world.database.pool.query('select result_rev from legs where game_id = $1', [game.id]);
    expect(rows).toEqual([{ result_rev: null }]);
  });

  test('that are taken while bets are placed leave each bet on the match that it was placed on', async () => {
    const game = await world.listed();
    const other = replacing(game);
    const body = aBet(league, game, '10', 'moneyline', 'home');
    const atOnce = () => Array.from({ length: 12 }, () => player.call(placeBet, { body }));
    for (const seen of [other, other]) await Promise.all([...atOnce(), world.poll(seen), ...atOnce()]);
    expect(await stored(game)).toMatchObject({ homeTeamId: other.home.id });
    const teams = async () => {
      const { rows } = await world.database.pool.query<{ home: string; rule: string | null; count: number }>(
        `select home_team_id as home, rule, count(*)::int from legs where game_id = $1 group by 1, 2 order by 1`,
        [game.id],
      );
      return rows;
    };
    const before = await teams();
    await settle();
    expect(await teams()).toEqual(
      before.map((row) => ({ ...row, rule: row.home === game.home.id ? 'different-match' : null })),
    );
  });

  test('leave a parlay its other legs', async () => {
    const [game, kept] = [await world.listed(), await world.listed()];
    const bets = [aLeg(game, 'moneyline'), aLeg(kept, 'moneyline')];
    await player.call(placeParlay, { body: aParlay(league, '100', bets) });
    await world.poll(replacing(game));
    await world.poll(replacing(game));
    await world.finish(final(kept, 24, 0));
    expect(await legs()).toEqual(['won: moneyline', 'push: different-match']);
    expect(await funds()).toEqual({ available: 105_556, pending: 0 });
  });

  test('are put aside once it has a result, however often they come', async () => {
    const game = await world.listed();
    await bet(game);
    await world.finish(final(game, 24, 20));
    const before = await stored(game);
    for (let polls = 0; polls < 3; polls += 1) {
      const put = await answer([final(replacing(game), 0, 50)]);
      expect(put).toEqual([
        { eventId: game.id.slice(5), reason: expect.stringContaining('another match (MIA @ NYJ)') },
      ]);
    }
    await settle();
    expect(await stored(game)).toEqual(before);
    expect(await legs()).toEqual(['won: moneyline']);
  });
});

test('an id belongs to one sport: the same under another is put aside and changes nothing', async () => {
  const game = await world.listed();
  await bet(game);
  await answer([final(game, 24, 20)]);
  const before = await stored(game);
  for (let polls = 0; polls < 2; polls += 1) {
    const put = await answer([final(replacing(game, { sport: 'NBA' }), 99, 100)]);
    expect(put).toEqual([{ eventId: game.id.slice(5), reason: 'its id belongs to a game of NFL' }]);
  }
  expect(await stored(game)).toEqual(before);
  await answer([final(game, 24, 20)]);
  await settle();
  expect(await legs()).toEqual(['won: moneyline']);
});

describe('a start that moves', () => {
  test.each([
    ['a day back', -day],
    ['a year back', -365 * day],
    ['40 years back', -40 * 365 * day],
    ['to a minute ago', -minute],
    ['to two hours earlier', 4 * hour],
  ])('%s in one poll only closes betting, until the feed takes it back', async (_to, ms) => {
    const game = await world.listed({ startsAt: fromNow(6 * hour) });
    await bet(game);
    const put = await answer([startingAt(game, fromNow(ms))]);
    expect(put).toMatchObject([{ reason: expect.stringMatching(/^an? (earlier )?start/) }]);
    expect(await shown(game)).toMatchObject({ gameTime: game.startsAt.toISOString(), bettingLocked: true });
    expect(await bet(game)).toBe(409);
    await world.poll(game);
    expect(await bet(game)).toBe(201);
    await world.finish(final(game, 24, 20));
    expect(await legs()).toEqual(['won: moneyline', 'won: moneyline']);
  });

  test('with a live game to a day before voids no bet on it, and does not shorten the wait for its result', async () => {
    const game = await world.listed();
    await bet(game);
    world.clock.now = new Date(game.startsAt.getTime() + 10 * minute);
    await world.poll(live(game, 7, 0));
    await world.poll(startingAt(live(game, 7, 0), new Date(game.startsAt.getTime() - day)));
    await world.poll(live(game, 14, 0));
    await world.poll(final(game, 24, 20));
    await world.poll(startingAt(final(game, 24, 20), new Date(game.startsAt.getTime() - day)));
    await world.poll(final(game, 24, 20));
    expect(await listResults(world.database.db, [game.id])).toEqual([]);
    await world.poll(final(game, 24, 20));
    await settle(45 * minute, new Date(game.startsAt.getTime() + 20 * minute));
    expect(await legs()).toEqual(['pending']);
    await settle(45 * minute, new Date(game.startsAt.getTime() + 50 * minute));
    expect(await legs()).toEqual(['won: moneyline']);
  });

  test('by half an hour while the game is played voids no bet by one poll, and does by two', async () => {
    const games = [
      await world.listed({ startsAt: fromNow(20 * minute) }),
      await world.listed({ startsAt: fromNow(20 * minute) }),
    ];
    for (const game of games) await bet(game);
    const [once, twice] = games.map((game) => live(game, 7, 0));
    if (!once || !twice) throw new Error('no games');
    const earlier = (game: FeedGame) => startingAt(game, fromNow(-10 * minute));
    const [oddOnce, oddTwice] = [earlier(once), earlier(twice)];
    world.clock.now = fromNow(30 * minute);
    await world.poll(once, twice);
    await world.poll(oddOnce, oddTwice);
    await world.poll(once, oddTwice);
    await world.finish(final(once, 24, 20), final(oddTwice, 24, 20));
    expect(await legs()).toEqual(['won: moneyline', 'push: started-before-placing']);
  });

  test('in both answers of one poll is still in doubt, so that no correction counts that poll', async () => {
    const game = await world.listed();
    await bet(game);
    await world.finish(final(game, 24, 20));
    const corrected = final(game, 20, 24);
    const odd = startingAt(corrected, fromNow(-3 * hour));
    const from = world.clock.now.getTime() + 2 * hour;
    const hear = (seen: FeedGame, minutes: number) => {
      const said = { games: [seen], quarantined: [], unknownStatuses: [], currentWeek: null };
      return ingest(world.database, 'NFL', said, new Date(from + minutes * minute));
    };
    await hear(corrected, 0);
    for (const answers of [1, 2]) expect((await hear(odd, 6)).quarantined, `${answers}`).toHaveLength(1);
    await hear(corrected, 12);
    await hear(corrected, 18);
    await settle();
    expect(await legs()).toEqual(['won: moneyline']);
    await hear(corrected, 24);
    await settle();
    expect(await legs()).toEqual(['lost: moneyline']);
  });

  test('to earlier holds once a second poll says so', async () => {
    const game = await world.listed({ startsAt: fromNow(6 * hour) });
    const earlier = startingAt(game, fromNow(3 * hour));
    await world.poll(earlier);
    await world.poll(earlier);
    expect(await shown(game)).toMatchObject({ gameTime: earlier.startsAt.toISOString(), bettingLocked: false });
    expect(await bet(game)).toBe(201);
  });

  test('to a different instant each time is never taken', async () => {
    const game = await world.listed({ startsAt: fromNow(6 * hour) });
    for (const hours of [1, 2, 3, 1]) await world.poll(startingAt(game, fromNow(hours * hour)));
    expect(await stored(game)).toMatchObject({ startsAt: game.startsAt });
  });

  test('by less than an hour, or to later, holds at once', async () => {
    const game = await world.listed({ startsAt: fromNow(6 * hour) });
    await world.poll(startingAt(game, fromNow(5.1 * hour)));
    expect(await shown(game)).toMatchObject({ gameTime: expect.any(String), bettingLocked: false });
    const later = startingAt(game, fromNow(9 * hour));
    await world.poll(later);
    expect(await shown(game)).toMatchObject({ gameTime: later.startsAt.toISOString(), bettingLocked: false });
  });

  test('out of its season is never taken, however often it comes', async () => {
    const seasonSpan = { from: fromNow(-30 * day), to: fromNow(30 * day) };
    const game = await world.listed({ startsAt: fromNow(6 * hour), seasonSpan });
    const odd = startingAt(game, fromNow(-32 * day));
    for (let polls = 0; polls < 3; polls += 1) {
      expect(await answer([odd])).toMatchObject([{ reason: expect.stringContaining('outside of its season') }]);
    }
    expect(await stored(game)).toMatchObject({ startsAt: game.startsAt });
    await world.poll(game);
    expect(await bet(game)).toBe(201);
  });

  test('out of its season is not taken either when the feed names another season with it', async () => {
    const game = await world.listed({ startsAt: fromNow(6 * hour) });
    await bet(game);
    const odd = { ...startingAt(game, fromNow(-365 * day)), season: game.season - 1 };
    for (let polls = 0; polls < 3; polls += 1) {
      expect(await answer([odd])).toMatchObject([{ reason: expect.stringContaining('outside of its season') }]);
    }
    expect(await stored(game)).toMatchObject({ startsAt: game.startsAt, season: game.season });
    await world.poll(game);
    await world.finish(final(game, 24, 20));
    expect(await legs()).toEqual(['won: moneyline']);
  });

  test.each(['the feed', 'an admin'])(
    'to a time to be announced voids no bet, when %s tells the result',
    async (who) => {
      const game = await world.listed({ startsAt: fromNow(6 * hour) });
      await bet(game);
      const midnight = { ...game, startsAt: fromNow(-10 * hour), startKnown: false };
      for (let polls = 0; polls < 3; polls += 1) await world.poll(midnight);
      world.clock.now = fromNow(6.1 * hour);
      await world.poll(live(midnight, 7, 0));
      if (who === 'the feed') await world.finish(final(midnight, 24, 20));
      else {
        const outcome = { isVoid: false, home: 24, away: 20, halfInnings: null } as const;
        await setResult(world.database, { gameId: game.id, outcome, reason: 'Box score', setById: null }, 0);
      }
      expect(await legs()).toEqual(['won: moneyline']);
    },
  );
});

describe('an answer that has an event several times', () => {
  test.each([
    ['three finals', (game: FeedGame) => [final(game, 24, 20), final(game, 0, 50), final(game, 20, 24)]],
    ['a final of other teams first', (game: FeedGame) => [final(replacing(game), 0, 50), final(game, 24, 20)]],
    ['another start', (game: FeedGame) => [game, startingAt(game, fromNow(30 * minute))]],
    ['another quote', (game: FeedGame) => [game, { ...game, quote: { ...plainQuote, moneylineHome: 300 } }]],
  ])('and contradicts itself (%s) says nothing about it', async (_what, twins) => {
    const game = await world.listed();
    await bet(game);
    const before = await stored(game);
    for (let polls = 0; polls < 3; polls += 1) {
      const put = await answer(twins(game));
      expect(put).toEqual([
        { eventId: game.id.slice(5), reason: 'it comes more than once, and not the same each time' },
      ]);
    }
    await settle();
    expect(await stored(game)).toEqual(before);
    expect(await shown(game)).toMatchObject({ moneylineHome: -180 });
    expect(await legs()).toEqual(['pending']);
  });

  test('and contradicts itself between two polls of a cancellation starts their count again', async () => {
    const game = await world.listed();
    await bet(game);
    const canceled = { ...game, status: 'canceled' as const, statusWord: 'STATUS_CANCELED', quote: null };
    await world.poll(canceled);
    await answer([canceled, live(game, 7, 0)]);
    await world.poll(canceled);
    expect(await listResults(world.database.db, [game.id])).toEqual([]);
    await world.poll(canceled);
    await settle();
    expect(await legs()).toEqual(['push: canceled']);
  });

  test('and contradicts itself between two equal polls starts their count again', async () => {
    const game = await world.listed();
    await bet(game);
    const ended = final(game, 24, 20);
    for (const polls of [[ended], [ended, final(game, 20, 24)], [ended]]) await answer(polls);
    await settle();
    expect(await legs()).toEqual(['pending']);
    await answer([ended]);
    await settle();
    expect(await legs()).toEqual(['won: moneyline']);
  });

  test.each<[string, (game: FeedGame) => FeedGame[]]>([
    ['contradicts itself', (game) => [final(game, 24, 20), final(game, 20, 24)]],
    ['has an odd start', (game) => [startingAt(final(game, 24, 20), fromNow(-day))]],
  ])('and %s does not count as a poll that plays a final on', async (_what, odd) => {
    const game = await world.listed();
    await answer([final(game, 24, 20)]);
    await answer(odd(game));
    await answer([live(game, 24, 20)]);
    expect(await stored(game)).toMatchObject({ status: 'final' });
    await answer([live(game, 24, 27)]);
    expect(await stored(game)).toMatchObject({ status: 'live', awayScore: 27 });
  });

  test('is no other than several answers of one poll', async () => {
    const game = await world.listed();
    await bet(game);
    const said = (seen: FeedGame) => ({ games: [seen], quarantined: [], unknownStatuses: [], currentWeek: null });
    const put: unknown[] = [];
    for (let polls = 1; polls < 4; polls += 1) {
      const at = new Date(world.clock.now.getTime() + polls * minute);
      for (const seen of [final(game, 24, 20), final(game, 20, 24)]) {
        put.push(...(await ingest(world.database, 'NFL', said(seen), at)).quarantined);
      }
    }
    await settle();
    expect(await legs()).toEqual(['pending']);
    expect(put).toHaveLength(3);
  });

  test('and has it once unreadable says nothing about it', async () => {
    const game = await world.listed();
    const quarantined = [{ eventId: game.id.slice(5), reason: 'score: not a number' }];
    const said = { games: [live(game, 7, 0)], quarantined, unknownStatuses: [], currentWeek: null };
    const before = await stored(game);
    await ingest(world.database, 'NFL', said, new Date(world.clock.now.getTime() + hour));
    expect(await stored(game)).toEqual(before);
  });

  test('each time the same has it once', async () => {
    const game = await world.listed();
    await bet(game);
    for (let polls = 0; polls < 2; polls += 1) {
      expect(await answer([final(game, 24, 20), final(game, 24, 20)])).toEqual([]);
    }
    await settle();
    expect(await legs()).toEqual(['won: moneyline']);
  });

  test('neither makes a game of an id that nobody knows', async () => {
    const game = aGame({ quote: emptyQuote });
    expect(await answer([game, replacing(game)])).toHaveLength(1);
    expect(await stored(game)).toBeNull();
  });
});
