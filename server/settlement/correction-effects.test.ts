import { describe, expect, test } from 'vitest';
import { placeBet } from '#shared/api/bets.ts';
import { type Group, leaderboard } from '#shared/api/groups.ts';
import { withOdds } from '#shared/testing/examples.ts';
import { finalizeLeagues } from '../leagues/standings.ts';
import { after, correctionActs, ended, settled } from '../testing/corrections.ts';
import { aBet, aGame, final, plainQuote } from '../testing/games.ts';
import { leagueBeforeEach } from '../testing/league-before-each.ts';
import { endLeague } from '../testing/leagues.ts';
import { fundsOf, ledgerCounts } from '../testing/ledger-asserts.ts';
import type { Player, World } from '../testing/world.ts';

let world: World;
let player: Player;
let league: Group;
const { aListedGame, finish, place, placeLegs, rows, ticketGrades, entries, funds } = correctionActs(() => ({
  world,
  player,
  league,
}));

leagueBeforeEach((made) => {
  ({ world, player, league } = made);
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
      aGame({ quote: withOdds(plainQuote, { moneylineHome: 109 }) }),
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
