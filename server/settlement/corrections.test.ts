import { describe, expect, test } from 'vitest';
import { placeParlay } from '#shared/api/bets.ts';
import { deleteGroup, type Group, leaderboard, removeMember } from '#shared/api/groups.ts';
import { connectStarted } from '../testing/connect-started.ts';
import { after, correctionActs, ended, type Outcome, settled } from '../testing/corrections.ts';
import { aGame, aLeg, aParlay, final, live } from '../testing/games.ts';
import { leagueBeforeEach } from '../testing/league-before-each.ts';
import { expectLedgerBalances, fundsOf, ledgerCounts } from '../testing/ledger-asserts.ts';
import type { Player, World } from '../testing/world.ts';
import { settleGames } from './settle.ts';

const hour = 3_600_000;

let world: World;
let player: Player;
let league: Group;
const { aListedGame, finish, pollAt, place, rows, ticketGrades, entries, funds } = correctionActs(() => ({
  world,
  player,
  league,
}));

leagueBeforeEach((made) => {
  ({ world, player, league } = made);
});

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

test('two workers that correct at once move everything once', async () => {
  const games = [await aListedGame(), await aListedGame()] as const;
  const leagues = [league, await world.league(player), await world.league(player), await world.league(player)];
  for (const each of leagues) {
    for (let times = 0; times < 3; times += 1) await place(games[0], '10', player, each);
    const legs = games.map((game) => aLeg(game));
    await player.call(placeParlay, { body: aParlay(each, '10', legs) });
  }
  await world.finish(...games.map((game) => ended(game, 'won')));

  const workers = [await connectStarted(world.database.url), await connectStarted(world.database.url)];
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
