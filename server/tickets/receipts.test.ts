import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Bet, gameBets, listBets, placeBet, placeParlay } from '#shared/api/bets.ts';
import { type Group, groupBets } from '#shared/api/groups.ts';
import type { Rule } from '#shared/domain/grade.ts';
import { type Quote, sidesOf } from '#shared/domain/market.ts';
import { explain } from '#shared/domain/rulebook.ts';
import { type Sport, sportRules } from '#shared/domain/sport.ts';
import { withOdds } from '#shared/testing/examples.ts';
import { ingest } from '../feed/ingest.ts';
import { answerOf, type FeedGame } from '../games/feed-answer.ts';
import { appendResults, listResults, type NewResult } from '../settlement/results-store.ts';
import { settleGames } from '../settlement/settle.ts';
import { aBet, aLeg, aParlay, final, plainQuote, soccerQuote } from '../testing/games.ts';
import { type Player, testWorld, type World } from '../testing/world.ts';

const hour = 3_600_000;

let world: World;
let player: Player;
let league: Group;

beforeAll(async () => {
  world = await testWorld();
  player = await world.signUp();
  league = await world.league(player);
});
afterAll(() => world.drop());

const canceled = (game: FeedGame): FeedGame => ({
  ...game,
  status: 'canceled',
  statusWord: 'STATUS_CANCELED',
  quote: null,
});

/** One bet of 1 Ching on every side of every market of the game. */
async function backAll(game: FeedGame): Promise<void> {
  for (const market of sportRules[game.sport].markets) {
    for (const side of sidesOf(game.sport, market)) {
      await player.call(placeBet, { body: aBet(league, game, '1', market, side) });
    }
  }
}

async function betsOn(game: FeedGame): Promise<Bet[]> {
  return (await player.call(listBets)).reply.filter((bet) => bet.gameId === game.id);
}

/** 'spread home won (spread) BUF 24 − 3.5 = 20.5 against KC 20' for each bet on the game, sorted. */
async function receiptsOf(game: FeedGame): Promise<string[]> {
  const bets = await betsOn(game);
  return bets
    .map((bet) => {
      const { status, rule, arithmetic } = bet.settlement ?? {};
      expect(status).toBe(bet.status);
      return `${bet.betType} ${bet.betSide} ${status} (${rule}) ${arithmetic}`;
    })
    .sort();
}

/** Appends an admin's result as the next revision, and settles it. */
async function overrule(game: FeedGame, said: Partial<NewResult> & { reason: string }): Promise<void> {
  const revisions = await listResults(world.database.db, [game.id]);
  const at = new Date(world.clock.now.getTime() + hour);
  await world.database.withTx((tx) =>
    appendResults(tx, [
      {
        gameId: game.id,
        rev: revisions.length + 1,
        source: 'admin',
        isVoid: false,
        home: null,
        away: null,
        halfInnings: null,
        homeTeamId: game.home.id,
        awayTeamId: game.away.id,
        startsAt: game.startsAt,
        at,
        pullId: null,
        setById: null,
        ...said,
      },
    ]),
  );
  await settleGames(world.database, new Date(at.getTime() + 48 * hour), 0);
}

const numbers = (spreadHome: number, totalPoints: number): Quote =>
  withOdds(plainQuote, { spreadHome, spreadAway: -spreadHome, totalPoints });

test('an open bet has no settlement', async () => {
  const game = await world.addGame();
  await backAll(game);
  expect((await betsOn(game)).map((bet) => bet.settlement)).toEqual(Array(6).fill(null));
});

describe('every bet says by which rule and by what sum it was settled', () => {
  type Case = {
    of: string;
    sport: Sport;
    quote: Quote;
    end: (game: FeedGame) => FeedGame;
    score: { away: number; home: number } | null;
    receipts: string[];
  };

  const allVoid = (rule: Rule) =>
    ['moneyline away', 'moneyline home', 'spread away', 'spread home', 'total over', 'total under'].map(
      (bet) => `${bet} push (${rule}) null`,
    );

  const cases: Case[] = [
    {
      of: 'half points',
      sport: 'NFL',
      quote: numbers(-3.5, 44.5),
      end: (game) => final(game, 24, 20),
      score: { away: 20, home: 24 },
      receipts: [
        'moneyline away lost (moneyline) KC 20 against BUF 24',
        'moneyline home won (moneyline) BUF 24 against KC 20',
        'spread away lost (spread) KC 20 + 3.5 = 23.5 against BUF 24',
        'spread home won (spread) BUF 24 − 3.5 = 20.5 against KC 20',
        'total over lost (total) Total 20 + 24 = 44 against 44.5',
        'total under won (total) Total 20 + 24 = 44 against 44.5',
      ],
    },
    {
      of: 'a tie, landing on both numbers',
      sport: 'NFL',
      quote: numbers(0, 40),
      end: (game) => final(game, 20, 20),
      score: { away: 20, home: 20 },
      receipts: [
        'moneyline away push (moneyline-tie) KC 20 against BUF 20',
        'moneyline home push (moneyline-tie) BUF 20 against KC 20',
        'spread away push (spread) KC 20 against BUF 20',
        'spread home push (spread) BUF 20 against KC 20',
        'total over push (total) Total 20 + 20 = 40 against 40',
        'total under push (total) Total 20 + 20 = 40 against 40',
      ],
    },
    {
      of: 'a game of baseball called after six innings with the total passed',
      sport: 'MLB',
      quote: numbers(-1.5, 7.5),
      end: (game) => final(game, 5, 4, { halfInnings: 12 }),
      score: { away: 4, home: 5 },
      receipts: [
        'moneyline away lost (moneyline) KC 4 against BUF 5',
        'moneyline home won (moneyline) BUF 5 against KC 4',
        'spread away push (called-early) null',
        'spread home push (called-early) null',
        'total over won (called-early-decided) Total 4 + 5 = 9 against 7.5',
        'total under lost (called-early-decided) Total 4 + 5 = 9 against 7.5',
      ],
    },
    {
      of: 'soccer that went to extra time',
      sport: 'Soccer',
      quote: soccerQuote,
      end: (game) => final(game, 3, 2, { statusWord: 'STATUS_FINAL_AET', countedHome: 2, countedAway: 2 }),
      score: { away: 2, home: 2 },
      receipts: [
        'moneyline away lost (three-way) 90 minutes: KC 2–2 BUF, Draw',
        'moneyline draw won (three-way) 90 minutes: KC 2–2 BUF, Draw',
        'moneyline home lost (three-way) 90 minutes: KC 2–2 BUF, Draw',
      ],
    },
    {
      of: 'a game that was cancelled',
      sport: 'Hockey',
      quote: numbers(-1.5, 6.5),
      end: canceled,
      score: null,
      receipts: allVoid('canceled'),
    },
    {
      of: 'a game whose sides were swapped',
      sport: 'NBA',
      quote: numbers(-3.5, 220.5),
      end: (game) => final({ ...game, home: game.away, away: game.home }, 110, 100),
      score: null,
      receipts: allVoid('home-and-away-swapped'),
    },
    {
      of: 'a game that had started before',
      sport: 'CFB',
      quote: numbers(-3.5, 44.5),
      end: (game) => final({ ...game, startsAt: new Date(Date.now() - hour) }, 24, 20),
      score: null,
      receipts: allVoid('started-before-placing'),
    },
  ];

  test.each(cases)('$of', async ({ sport, quote, end, score, receipts }) => {
    const game = await world.addGame({ sport, quote });
    await backAll(game);
    const ended = end(game);
    await world.poll(ended); // an earlier start is accepted at the second poll only
    await world.finish(ended);
    expect(await receiptsOf(game)).toEqual(receipts);
    for (const { settlement } of await betsOn(game)) {
      const words = settlement && explain(settlement.rule, sport);
      expect(settlement).toMatchObject({ words, score, source: 'feed', reason: null, corrections: [] });
    }
  });

  test('a game that was not played in time, which rests on no result', async () => {
    const game = await world.addGame({ sport: 'NBA' });
    await player.call(placeBet, { body: aBet(league, game, '1') });
    const real = world.clock.now;
    world.clock.now = new Date(real.getTime() + 50 * hour);
    await world.poll({ ...game, status: 'postponed', statusWord: 'STATUS_POSTPONED', quote: null });
    await settleGames(world.database, new Date(real.getTime() + 51 * hour), 0);
    world.clock.now = real;
    const [bet] = await betsOn(game);
    expect(bet?.settlement).toEqual({
      status: 'push',
      rule: 'not-played-in-time',
      words: 'Void: the game was not played in time. Void if not final within 48 hours of the original start.',
      score: null,
      arithmetic: null,
      settledAt: new Date(real.getTime() + 51 * hour).toISOString(),
      source: null,
      pullId: null,
      reason: null,
      corrections: [],
    });
  });

  test('a game that an admin called off, with the reason given', async () => {
    const game = await world.addGame();
    await player.call(placeBet, { body: aBet(league, game, '1') });
    await overrule(game, { isVoid: true, reason: 'Played behind closed doors under other rules' });
    const [bet] = await betsOn(game);
    expect(bet?.settlement).toMatchObject({
      status: 'push',
      rule: 'voided-by-admin',
      words: 'Void: an admin called off the bets on this game.',
      score: null,
      arithmetic: null,
      source: 'admin',
      pullId: null,
      reason: 'Played behind closed doors under other rules',
      corrections: [],
    });
  });
});

test('a receipt names the pull that confirmed the result, and when it was settled', async () => {
  const game = await world.addGame();
  await player.call(placeBet, { body: aBet(league, game, '1') });
  const pulls = [uuid(), uuid(), uuid()] as const;
  for (const [nth, pullId] of pulls.entries()) {
    const answer = answerOf([final(game, 24, 20)]);
    await ingest(world.database, game.sport, answer, new Date(Date.now() + (nth + 1) * 60_000), { pullId });
  }
  const at = new Date(Date.now() + 24 * hour);
  await settleGames(world.database, at, 0);
  const [bet] = await betsOn(game);
  expect(bet?.settlement).toMatchObject({ source: 'feed', pullId: pulls[1], settledAt: at.toISOString() });
});

describe('a corrected bet', () => {
  test('shows what it was settled as before, and what it is now', async () => {
    const game = await world.addGame();
    await player.call(placeBet, { body: aBet(league, game, '1') });
    await world.finish(final(game, 24, 20));
    await world.finish(final(game, 23, 20));
    await overrule(game, { home: 27, away: 20, reason: 'The league counted a field goal' });
    const [bet] = await betsOn(game);
    expect(bet).toMatchObject({
      status: 'won',
      settlement: {
        status: 'won',
        rule: 'spread',
        score: { away: 20, home: 27 },
        arithmetic: 'BUF 27 − 3.5 = 23.5 against KC 20',
        source: 'admin',
        reason: 'The league counted a field goal',
        corrections: [
          { status: 'won', score: { away: 20, home: 24 }, source: 'feed', reason: null },
          { status: 'lost', score: { away: 20, home: 23 }, arithmetic: 'BUF 23 − 3.5 = 19.5 against KC 20' },
        ],
      },
    });
    expect(Object.keys(bet?.settlement?.corrections[0] ?? {})).not.toContain('corrections');
  });

  test('does not arise when the feed swaps home and away afterwards', async () => {
    const game = await world.addGame();
    await player.call(placeBet, { body: aBet(league, game, '1') });
    await world.finish(final(game, 24, 20));
    await world.finish(final({ ...game, home: game.away, away: game.home }, 20, 24));
    const [bet] = await betsOn(game);
    expect(bet).toMatchObject({
      game: { homeTeamAbbr: 'BUF' },
      settlement: { rule: 'spread', arithmetic: 'BUF 24 − 3.5 = 20.5 against KC 20', corrections: [] },
    });
  });
});

describe('a parlay', () => {
  test('has the settlement of each leg, while other legs are open', async () => {
    const [done, open] = [await world.addGame(), await world.addGame()];
    const { reply } = await player.call(placeParlay, {
      body: aParlay(league, '1', [aLeg(done, 'moneyline', 'away'), aLeg(open)]),
    });
    await world.finish(final(done, 20, 24));
    const bets = (await player.call(listBets)).reply.filter((bet) => bet.parlayId === reply[0]?.parlayId);
    expect(bets.map((bet) => [bet.status, bet.settlement?.arithmetic ?? null, bet.parlayOutcome?.status])).toEqual([
      ['won', 'KC 24 against BUF 20', 'pending'],
      ['pending', null, 'pending'],
    ]);
  });

  test('shows others the settlement of the legs that they see, and of no hidden one', async () => {
    const friend = await world.signUp();
    const shared = await world.league(player, { reveal: 'started' });
    await world.join(friend, shared);
    const [done, off, open] = [await world.addGame(), await world.addGame(), await world.addGame()];
    await player.call(placeParlay, { body: aParlay(shared, '1', [aLeg(done), aLeg(off), aLeg(open)]) });
    await world.finish(final(done, 24, 20), canceled(off));

    const rules = (bets: Bet[]) => bets.map((bet) => [bet.legNumber, bet.settlement?.rule]);
    const mine = (await player.call(listBets)).reply.filter((bet) => bet.groupId === shared.id);
    expect(rules(mine)).toEqual([
      [1, 'spread'],
      [2, 'canceled'],
      [3, undefined],
    ]);
    const response = await friend.raw('GET', `/api/groups/${shared.id}/bets`);
    const body = await response.text();
    expect(rules(groupBets.reply.parse(JSON.parse(body)))).toEqual([[1, 'spread']]);
    expect(body).not.toContain('canceled');
    expect(rules((await friend.call(gameBets, { params: { gameId: done.id } })).reply)).toEqual([[1, 'spread']]);
  });
});
