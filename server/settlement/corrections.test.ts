import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { placeBet, placeParlay } from '#shared/api/bets.ts';
import { deleteGroup, type Group, leaderboard, removeMember } from '#shared/api/groups.ts';
import { connect } from '../db/connection.ts';
import type { FeedGame } from '../games/feed-answer.ts';
import { finalizeLeagues } from '../leagues/standings.ts';
import { aBet, aGame, aLeg, aParlay, final, live, plainQuote } from '../testing/games.ts';
import { endLeague } from '../testing/leagues.ts';
import { expectLedgerBalances, fundsOf, ledgerCounts } from '../testing/ledger-asserts.ts';
import { type Player, testWorld, type World } from '../testing/world.ts';
import { listDisputedGames } from './overdue.ts';
import { type ByHand, setResult } from './set-result.ts';
import { settleGames } from './settle.ts';

const minute = 60_000;
const hour = 60 * minute;

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

/** A game whose home side gives three points: 24-20 wins on it, 23-20 pushes, 20-20 loses. */
async function aListedGame(): Promise<FeedGame> {
  const game = aGame({ quote: { ...plainQuote, spreadHome: -3, spreadAway: 3 } });
  await world.poll(game);
  return game;
}

const scores = { won: [24, 20], push: [23, 20], lost: [20, 20] } as const;
type Outcome = keyof typeof scores;
const ended = (game: FeedGame, outcome: Outcome) => final(game, scores[outcome][0], scores[outcome][1]);
const finish = (game: FeedGame, outcome: Outcome) => world.finish(ended(game, outcome));

/** Polls in order, each so many minutes from now, and settles after each; the world's clock goes with them. */
async function pollAt(polls: [minute: number, game: FeedGame][]): Promise<void> {
  const from = world.clock.now.getTime();
  for (const [at, game] of polls) {
    world.clock.now = new Date(from + at * minute);
    await world.poll(game);
    await settleGames(world.database, new Date(Date.now() + 24 * hour), 0);
  }
}

const place = async (game: FeedGame, amount = '100', who = player, where = league) =>
  (await who.call(placeBet, { body: aBet(where, game, amount) })).status;

async function placeLegs(amount: string, ...games: FeedGame[]): Promise<void> {
  const legs = games.map((game) => aLeg(game));
  const { status } = await player.call(placeParlay, { body: aParlay(league, amount, legs) });
  expect(status).toBe(201);
}

async function rows<R>(text: string, leagueId = league.id): Promise<R[]> {
  return (await world.database.pool.query({ text, values: [leagueId] })).rows;
}

/** Grades of the league's tickets in the order of placing, null while open. */
async function ticketGrades(): Promise<(string | null)[]> {
  const found = await rows<{ grade: string | null }>(
    'select grade from tickets where league_id = $1 order by placed_at',
  );
  return found.map(({ grade }) => grade);
}

/** What was booked on the league's tickets after their stakes, in order. */
const entries = () =>
  rows<{ kind: string; round: number; amount: number }>(`
    select kind, round, amount_cents::float8 as amount from ledger
    where league_id = $1 and ticket_id is not null and kind <> 'stake' order by ticket_id, round, kind desc`);

async function funds(who = player): Promise<{ available: number; pending: number }> {
  await expectLedgerBalances(world.database.db);
  return fundsOf(world.database.db, league.id, who.user.id);
}

const settled = (available: number) => ({ available, pending: 0 });
const after: Record<Outcome, number> = { won: 109_091, push: 100_000, lost: 90_000 };

describe('a corrected score', () => {
  test.each([
    ['won', 'lost'],
    ['won', 'push'],
    ['push', 'won'],
    ['push', 'lost'],
    ['lost', 'won'],
    ['lost', 'push'],
  ] as const)('turns %s into %s, to the hundredth', async (first, second) => {
    const game = await aListedGame();
    await place(game);
    await finish(game, first);
    expect(await funds()).toEqual(settled(after[first]));
    expect(await finish(game, second)).toMatchObject({ tickets: 1, legs: 1 });
    expect(await ticketGrades()).toEqual([second]);
    expect(await funds()).toEqual(settled(after[second]));
    const { reply } = await player.call(leaderboard, { params: { id: league.id } });
    expect(reply[0]).toMatchObject({ balance: after[second], wins: Number(second === 'won'), totalBets: 1 });
  });

  test.each<[string, [minute: number, outcome: Outcome][], Outcome]>([
    [
      'in two polls, however far apart',
      [
        [0, 'lost'],
        [60, 'lost'],
      ],
      'won',
    ],
    [
      'in three polls within less than ten minutes',
      [
        [0, 'lost'],
        [4, 'lost'],
        [9, 'lost'],
      ],
      'won',
    ],
    [
      'in three polls over ten minutes',
      [
        [0, 'lost'],
        [1, 'lost'],
        [10, 'lost'],
      ],
      'lost',
    ],
    [
      'as soon as ten minutes are over',
      [
        [0, 'lost'],
        [1, 'lost'],
        [2, 'lost'],
        [3, 'lost'],
        [10, 'lost'],
      ],
      'lost',
    ],
    [
      'and is taken back between',
      [
        [0, 'lost'],
        [5, 'lost'],
        [6, 'won'],
        [11, 'lost'],
        [12, 'lost'],
      ],
      'won',
    ],
    [
      'and becomes another one',
      [
        [0, 'lost'],
        [5, 'lost'],
        [10, 'push'],
        [15, 'push'],
        [16, 'push'],
      ],
      'won',
    ],
    [
      'and becomes another one that stays',
      [
        [0, 'lost'],
        [5, 'push'],
        [10, 'push'],
        [15, 'push'],
      ],
      'push',
    ],
  ])('that comes %s', async (_how, polls, expected) => {
    const game = await aListedGame();
    await place(game);
    await finish(game, 'won');
    await pollAt(polls.map(([minute, outcome]) => [minute, ended(game, outcome)]));
    expect([await ticketGrades(), await funds()]).toEqual([[expected], settled(after[expected])]);
  });

  test('breaks off when the feed has the game under way again', async () => {
    const game = await aListedGame();
    await place(game);
    await finish(game, 'won');
    const lost = ended(game, 'lost');
    await pollAt([
      [0, lost],
      [5, lost],
      [6, live(game, 7, 0)],
      [10, lost],
      [11, lost],
    ]);
    expect(await funds()).toEqual(settled(after.won));
  });

  test('needs less time where games are played faster', async () => {
    const game = { ...aGame(), id: `season:nfl-60-1-${Date.now()}` };
    await world.poll(game);
    await place(game);
    await finish(game, 'won'); // 24-20 with 3.5 points given
    await pollAt([
      [0, ended(game, 'lost')],
      [0.1, ended(game, 'lost')],
      [0.16, ended(game, 'lost')],
    ]);
    expect(await ticketGrades()).toEqual(['won']);
    await pollAt([[0.01, ended(game, 'lost')]]);
    expect(await ticketGrades()).toEqual(['lost']);
  });

  test('that is the same as before changes nothing, settled or not', async () => {
    const game = await aListedGame();
    await place(game);
    await finish(game, 'won');
    await world.poll(ended(game, 'lost')); // a slip of the feed, taken back at the next poll
    const before = await ledgerCounts(world.database.db);
    expect(await finish(game, 'won')).toEqual({ games: 0, legs: 0, tickets: 0 });
    expect(await ledgerCounts(world.database.db)).toEqual(before);
    expect(await rows('select rev from results join legs using (game_id) where league_id = $1')).toEqual([{ rev: 1 }]);
  });

  test('that leaves the grade as it was moves no money, and the leg rests on it', async () => {
    const game = await aListedGame();
    await place(game);
    await finish(game, 'won');
    const before = await ledgerCounts(world.database.db);
    expect(await world.finish(final(game, 31, 20))).toEqual({ games: 1, legs: 1, tickets: 0 });
    expect(await ledgerCounts(world.database.db)).toEqual(before);
    expect(await funds()).toEqual(settled(after.won));
    expect(
      await rows('select home, away, grade, result_rev from leg_grades where league_id = $1 order by round'),
    ).toEqual([
      { home: 24, away: 20, grade: 'won', result_rev: 1 },
      { home: 31, away: 20, grade: 'won', result_rev: 2 },
    ]);
  });

  test('after another is one more of its kind, and every verdict is kept', async () => {
    const game = await aListedGame();
    await place(game);
    for (const outcome of ['won', 'lost', 'push'] as const) await finish(game, outcome);
    expect(await funds()).toEqual(settled(after.push));
    expect(await entries()).toEqual([
      { kind: 'payout', round: 1, amount: 19_091 },
      { kind: 'reversal', round: 2, amount: -19_091 },
      { kind: 'refund', round: 3, amount: 10_000 },
    ]);
    expect(
      await rows('select round, grade, back_cents::int as back from settlements where league_id = $1 order by round'),
    ).toEqual([
      { round: 1, grade: 'won', back: 19_091 },
      { round: 2, grade: 'lost', back: 0 },
      { round: 3, grade: 'push', back: 10_000 },
    ]);
  });

  test('back and forth, n times, makes n + 1 rows that alternate and a sum that is exact', async () => {
    const game = await aListedGame();
    await place(game);
    const flips = 7;
    for (let flip = 0; flip <= flips; flip += 1) {
      await finish(game, flip % 2 === 0 ? 'won' : 'lost');
      expect(await funds()).toEqual(settled(flip % 2 === 0 ? after.won : after.lost));
    }
    expect(await entries()).toEqual(
      Array.from({ length: flips + 1 }, (_, at) => ({
        kind: at % 2 === 0 ? 'payout' : 'reversal',
        round: at + 1,
        amount: at % 2 === 0 ? 19_091 : -19_091,
      })),
    );
  });

  test('reaches the tickets of a member who was removed', async () => {
    const member = await world.signUp();
    await world.join(member, league);
    const game = await aListedGame();
    await place(game, '100', member);
    await finish(game, 'won');
    await player.call(removeMember, { params: { id: league.id, userId: member.user.id } });
    await finish(game, 'lost');
    expect(await funds(member)).toEqual(settled(after.lost));
    await finish(game, 'won');
    expect(await funds(member)).toEqual(settled(after.won));
  });

  test('of a game that was called off by mistake settles what had been void', async () => {
    const game = await aListedGame();
    await place(game);
    const off = { ...game, status: 'canceled' as const, statusWord: 'STATUS_CANCELED' };
    await world.finish(off);
    expect([await ticketGrades(), await funds()]).toEqual([['void'], settled(after.push)]);
    await finish(game, 'won');
    expect([await ticketGrades(), await funds()]).toEqual([['won'], settled(after.won)]);
  });

  test('finds nothing to do in a league that was deleted', async () => {
    const game = await aListedGame();
    await place(game);
    await finish(game, 'won');
    await player.call(deleteGroup, { params: { id: league.id } });
    expect(await finish(game, 'lost')).toEqual({ games: 0, legs: 0, tickets: 0 });
    await expectLedgerBalances(world.database.db);
  });
});

describe('a correction that only an admin may accept', () => {
  const hourly = (seen: FeedGame): [number, FeedGame][] => [0, 1, 2, 60, 120].map((minute) => [minute, seen]);
  const byHand = (game: FeedGame, home: number, away: number): ByHand => {
    const outcome = { isVoid: false, home, away, halfInnings: null } as const;
    return { gameId: game.id, outcome, reason: 'By the box score', setById: null };
  };
  const waiting = async (game: FeedGame) =>
    (await listDisputedGames(world.database.db)).filter((each) => each.game.id === game.id);

  test.each<[string, (game: FeedGame) => FeedGame]>([
    ['it takes points from both teams', (game) => final(game, 0, 0)],
    ['it takes points from both teams', (game) => final({ ...game, home: game.away, away: game.home }, 19, 20)],
    ['it calls off a game that was played', (game) => ({ ...game, status: 'canceled' })],
  ])('moves nothing and is listed: %s', async (why, corrected) => {
    const game = await aListedGame();
    await place(game);
    await finish(game, 'won');
    await pollAt(hourly(corrected(game)));
    expect(await funds()).toEqual(settled(after.won));
    expect(await waiting(game)).toMatchObject([{ result: { rev: 1 }, why: `an admin’s word, since ${why}` }]);
    await pollAt([[1, ended(game, 'won')]]); // the feed takes it back
    expect(await waiting(game)).toEqual([]);
  });

  test('is settled at once when an admin accepts it, and its league can then be final', async () => {
    const game = await aListedGame();
    await place(game);
    await finish(game, 'won');
    await endLeague(world.database.db, league);
    await pollAt(hourly(final(game, 0, 0)));
    expect(await finalizeLeagues(world.database)).toBe(0);
    await setResult(world.database, byHand(game, 0, 0), 1, world.clock.now);
    expect([await ticketGrades(), await funds(), await waiting(game)]).toEqual([['lost'], settled(after.lost), []]);
    expect(await finalizeLeagues(world.database)).toBe(1);
  });

  test('is over when an admin lets the old result stand, whatever the feed repeats', async () => {
    const game = await aListedGame();
    await place(game);
    await finish(game, 'won');
    await endLeague(world.database.db, league);
    await pollAt(hourly(final(game, 0, 0)));
    await setResult(world.database, byHand(game, 24, 20), 1, world.clock.now);
    await pollAt(hourly(final(game, 0, 0)));
    expect([await ticketGrades(), await funds(), await waiting(game)]).toEqual([['won'], settled(after.won), []]);
    expect(await finalizeLeagues(world.database)).toBe(1);
  });

  test('lapses 72 hours after the first result, and its league no longer waits', async () => {
    const game = await aListedGame();
    await place(game);
    await finish(game, 'won');
    await endLeague(world.database.db, league);
    await pollAt(hourly(final(game, 0, 0)));
    expect(await finalizeLeagues(world.database)).toBe(0);
    await world.database.pool.query(
      "update corrections set until = clock_timestamp() - interval '1 second' where game_id = $1",
      [game.id],
    );
    expect(await waiting(game)).toEqual([]);
    expect(await finalizeLeagues(world.database)).toBe(1);
  });
});

describe('72 hours', () => {
  /** Polls the game twice as it is so long after now, and settles. */
  async function finishAfter(ms: number, game: FeedGame, outcome: Outcome) {
    world.clock.now = new Date(world.clock.now.getTime() + ms);
    return finish(game, outcome);
  }

  test('after the first result a correction still counts, and after that none', async () => {
    const game = await aListedGame();
    await place(game);
    await finish(game, 'won');
    await finishAfter(72 * hour - 11 * minute, game, 'lost');
    expect(await funds()).toEqual(settled(after.lost));
    const before = await ledgerCounts(world.database.db);
    expect(await finishAfter(2 * minute, game, 'won')).toEqual({ games: 0, legs: 0, tickets: 0 });
    expect(await ledgerCounts(world.database.db)).toEqual(before);
    expect([await ticketGrades(), await funds()]).toEqual([['lost'], settled(after.lost)]);
  });

  test('are not counted anew by a correction', async () => {
    const game = await aListedGame();
    await place(game);
    await finish(game, 'won');
    await finishAfter(50 * hour, game, 'lost');
    await finishAfter(23 * hour, game, 'push');
    expect(await funds()).toEqual(settled(after.lost));
  });

  test('end for a correction that is not confirmed within them', async () => {
    const game = await aListedGame();
    await place(game);
    await finish(game, 'won');
    await pollAt([
      [72 * 60 - 5, ended(game, 'lost')],
      [72 * 60, ended(game, 'lost')],
      [72 * 60 + 6, ended(game, 'lost')],
    ]);
    expect(await funds()).toEqual(settled(after.won));
  });

  test('hold for a correction that comes in time and is settled late', async () => {
    const game = await aListedGame();
    await place(game);
    await finish(game, 'won');
    world.clock.now = new Date(world.clock.now.getTime() + 71 * hour);
    await world.confirm(ended(game, 'lost'));
    await settleGames(world.database, new Date(world.clock.now.getTime() + 240 * hour), 0);
    expect(await funds()).toEqual(settled(after.lost));
  });
});

describe('a league that is final', () => {
  test('changes no more, whatever is corrected', async () => {
    const game = await aListedGame();
    await place(game);
    await finish(game, 'won');
    await endLeague(world.database.db, league);
    expect(await finalizeLeagues(world.database)).toBe(1);
    const frozen = await rows('select * from final_standings where league_id = $1');
    const before = await ledgerCounts(world.database.db);
    expect(await finish(game, 'lost')).toMatchObject({ legs: 0, tickets: 0 });
    expect(await ledgerCounts(world.database.db)).toEqual(before);
    expect([await ticketGrades(), await funds()]).toEqual([['won'], settled(after.won)]);
    expect(await rows('select * from final_standings where league_id = $1')).toEqual(frozen);
  });

  test('leaves the other leagues of the same game to be corrected', async () => {
    const other = await world.league(player);
    const game = await aListedGame();
    await place(game);
    await place(game, '100', player, other);
    await finish(game, 'won');
    await endLeague(world.database.db, league);
    await finalizeLeagues(world.database);
    expect(await finish(game, 'lost')).toMatchObject({ legs: 1, tickets: 1 });
    expect(await funds()).toEqual(settled(after.won));
    expect(await fundsOf(world.database.db, other.id, player.user.id)).toEqual(settled(after.lost));
  });

  test('still grades the open legs of a parlay that was lost before', async () => {
    const [lost, open] = [await aListedGame(), await aListedGame()];
    await placeLegs('100', lost, open);
    await finish(lost, 'lost');
    await endLeague(world.database.db, league);
    await finalizeLeagues(world.database);
    await world.finish(ended(open, 'won'), ended(lost, 'won'));
    expect(await rows('select grade from legs where league_id = $1 order by number')).toEqual([
      { grade: 'lost' },
      { grade: 'won' },
    ]);
    expect([await ticketGrades(), await funds()]).toEqual([['lost'], settled(after.lost)]);
  });

  test('is not final while a correction has opened a parlay again', async () => {
    const [corrected, open] = [await aListedGame(), await aListedGame()];
    await placeLegs('100', corrected, open);
    await finish(corrected, 'lost');
    await endLeague(world.database.db, league);
    await finish(corrected, 'won');
    expect(await finalizeLeagues(world.database)).toBe(0);
    await finish(open, 'won');
    expect(await finalizeLeagues(world.database)).toBe(1);
    expect(await rows('select balance_cents::int as balance from final_standings where league_id = $1')).toEqual([
      { balance: 100_000 - 10_000 + 36_446 },
    ]);
  });
});

describe('winnings that were spent before the correction', () => {
  /**
   * 1,000 less 101 staked, plus 190.91 and 2.09 won, all of which goes on an open bet: then the first win is taken
   * back.
   */
  async function spentAndCorrected() {
    const [game, small, open] = [
      await aListedGame(),
      aGame({ quote: { ...plainQuote, moneylineHome: 109 } }),
      await aListedGame(),
    ];
    await world.poll(small);
    await place(game, '100');
    await player.call(placeBet, { body: aBet(league, small, '1', 'moneyline', 'home') });
    await world.finish(ended(game, 'won'), final(small, 20, 0));
    expect(await place(open, '1092')).toBe(201);
    expect(await funds()).toEqual({ available: 0, pending: 109_200 });
    await finish(game, 'lost');
    return { game, open };
  }

  test('leave available below zero by exactly what was taken back', async () => {
    await spentAndCorrected();
    expect(await funds()).toEqual({ available: -19_091, pending: 109_200 });
    expect(await rows('select clawback_cents::int as clawback from members where league_id = $1')).toEqual([
      { clawback: 19_091 },
    ]);
    const { reply } = await player.call(leaderboard, { params: { id: league.id } });
    expect(reply[0]).toMatchObject({ balance: 90_109, available: -19_091, pending: 109_200 });
  });

  test('stop new bets until there is enough again', async () => {
    const { open } = await spentAndCorrected();
    const game = await aListedGame();
    const before = await ledgerCounts(world.database.db);
    const { status, refusal } = await player.call(placeBet, { body: aBet(league, game, '1') });
    expect([status, refusal?.code]).toEqual([409, 'insufficient-balance']);
    expect(await ledgerCounts(world.database.db)).toEqual(before);
    await finish(open, 'push');
    expect(await funds()).toEqual(settled(90_109));
    expect([await place(game, '902'), await place(game, '901')]).toEqual([409, 201]);
  });

  test('are there again when the correction is corrected', async () => {
    const { game } = await spentAndCorrected();
    await finish(game, 'won');
    expect(await funds()).toEqual({ available: 0, pending: 109_200 });
    expect(await rows('select clawback_cents::int as clawback from members where league_id = $1')).toEqual([
      { clawback: 0 },
    ]);
  });

  test('stay owed when the open bet is lost too', async () => {
    const { open } = await spentAndCorrected();
    await finish(open, 'lost');
    expect(await funds()).toEqual(settled(-19_091));
  });
});

describe('a parlay', () => {
  test('that was lost is open again when the lost leg has won after all, and is then paid', async () => {
    const [corrected, open] = [await aListedGame(), await aListedGame()];
    await placeLegs('100', corrected, open);
    await finish(corrected, 'lost');
    expect([await ticketGrades(), await funds()]).toEqual([['lost'], settled(90_000)]);
    await finish(corrected, 'won');
    expect([await ticketGrades(), await funds()]).toEqual([[null], { available: 90_000, pending: 10_000 }]);
    await finish(open, 'won');
    expect([await ticketGrades(), await funds()]).toEqual([['won'], settled(90_000 + 36_446)]);
    expect(await entries()).toEqual([{ kind: 'payout', round: 3, amount: 36_446 }]);
  });

  test('is paid anew when one of its legs turns out a push, and when it wins again', async () => {
    const games = [await aListedGame(), await aListedGame()] as const;
    await placeLegs('100', ...games);
    await world.finish(...games.map((game) => ended(game, 'won')));
    expect(await funds()).toEqual(settled(90_000 + 36_446));
    await finish(games[1], 'push');
    expect(await funds()).toEqual(settled(90_000 + 19_091));
    await finish(games[1], 'won');
    expect(await funds()).toEqual(settled(90_000 + 36_446));
    expect(await entries()).toEqual([
      { kind: 'payout', round: 1, amount: 36_446 },
      { kind: 'reversal', round: 2, amount: -36_446 },
      { kind: 'payout', round: 2, amount: 19_091 },
      { kind: 'reversal', round: 3, amount: -19_091 },
      { kind: 'payout', round: 3, amount: 36_446 },
    ]);
  });

  test('whose two results are corrected together is settled anew once', async () => {
    const games = [await aListedGame(), await aListedGame()] as const;
    await placeLegs('100', ...games);
    await world.finish(ended(games[0], 'won'), ended(games[1], 'lost'));
    await world.finish(ended(games[0], 'push'), ended(games[1], 'won'));
    expect([await ticketGrades(), await funds()]).toEqual([['won'], settled(90_000 + 19_091)]);
  });
});

test('two workers that correct at once move everything once', async () => {
  const games = [await aListedGame(), await aListedGame()] as const;
  const leagues = [league, await world.league(player), await world.league(player), await world.league(player)];
  for (const each of leagues) {
    for (let times = 0; times < 3; times += 1) await place(games[0], '10', player, each);
    const legs = games.map((game) => aLeg(game));
    await player.call(placeParlay, { body: aParlay(each, '10', legs) });
  }
  await world.finish(...games.map((game) => ended(game, 'won')));

  const workers = Array.from({ length: 2 }, () => connect(world.database.url, pino({ level: 'silent' })));
  for (const outcome of ['lost', 'won', 'push'] as const) {
    await world.confirm(ended(games[0], outcome));
    const later = new Date(Date.now() + 24 * hour);
    const done = await Promise.all(workers.map((worker) => settleGames(worker, later, 0)));
    expect(done.reduce((sum, { tickets }) => sum + tickets, 0)).toBe(leagues.length * 4);
    // Three singles and a parlay of 10 each: 19.09 a win, 36.45 for both legs, 19.09 for the one that is left.
    const back = { lost: 0, won: 3 * 1_909 + 3_645, push: 3 * 1_000 + 1_909 }[outcome];
    for (const each of leagues) {
      expect(await fundsOf(world.database.db, each.id, player.user.id)).toEqual(settled(100_000 - 4_000 + back));
    }
    await expectLedgerBalances(world.database.db);
  }
  await Promise.all(workers.map((worker) => worker.end()));
});
