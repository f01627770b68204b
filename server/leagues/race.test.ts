import { describe, expect, test } from 'vitest';
import { placeBet } from '#shared/api/bets.ts';
import { type Group, leaderboard, removeMember, setDisplayName } from '#shared/api/groups.ts';
import { leagueHistory } from '#shared/api/race.ts';
import { watchChanges } from '../events/changes.ts';
import type { FeedGame } from '../games/feed-answer.ts';
import { settleGames } from '../settlement/settle.ts';
import { atTime } from '../testing/at-time.ts';
import { beforeStatement } from '../testing/between-statements.ts';
import { aBet, final } from '../testing/games.ts';
import { leagueBeforeEach } from '../testing/league-before-each.ts';
import { ageLeague, endLeague, fillLeague } from '../testing/leagues.ts';
import type { Player, World } from '../testing/world.ts';
import { requireMember } from './access.ts';
import { createRaceCache } from './race-cache.ts';
import { finalizeLeagues } from './standings.ts';

let world: World;
let league: Group;
let [ann, bob] = [] as unknown as [Player, Player];

leagueBeforeEach(
  async (made) => {
    ({ world, player: ann, league } = made);
    bob = await world.member(league, 'Bob');
  },
  { firstName: 'Ann' },
);

const race = async (player = ann) => (await player.call(leagueHistory, { params: { id: league.id } })).reply;
const balancesOf = async (name: string, player = ann) =>
  (await race(player)).lines.find((line) => line.name === name)?.points.map(({ balance }) => balance / 100);
const bet = (player: Player, game: FeedGame, amount: string, side: 'home' | 'away' = 'home') =>
  player.call(placeBet, { body: aBet(league, game, amount, 'moneyline', side) });
/** Settles the results of these games so many minutes ago, before their start. */
async function settle(games: FeedGame[], minutesAgo = 0): Promise<void> {
  const at = new Date(Date.now() - minutesAgo * 60_000);
  await world.confirm(...games);
  await settleGames(atTime(world.database, at), at, -10_000 * 3_600_000);
}

describe('the race', () => {
  test('begins with what each member got, and has a point for what was settled, not for what is open', async () => {
    const [first, second, open] = [await world.addGame(), await world.addGame(), await world.addGame()];
    await bet(ann, first, '100');
    await bet(bob, first, '50', 'away');
    await bet(ann, second, '200');
    await bet(ann, open, '600');
    expect((await race()).lines.map(({ points }) => points.length)).toEqual([1, 1]);
    await settle([final(first, 30, 0)]);
    await ageLeague(world.database, league, 1);
    await settle([final(second, 0, 30)]);
    const { lines, members } = await race(bob);
    expect(members).toBe(2);
    expect(lines.map(({ name, rank }) => [name, rank])).toEqual([
      ['Bob', 1],
      ['Ann', 2],
    ]);
    const [won] = (await balancesOf('Ann'))?.slice(1) ?? [];
    expect(won).toBeGreaterThan(1_000);
    expect(await balancesOf('Ann')).toEqual([1_000, won, (won ?? 0) - 200]);
    expect(await balancesOf('Bob')).toEqual([1_000, 950]);
    const line = lines.find(({ name }) => name === 'Ann');
    expect([line?.highest, line?.lowest]).toEqual([(won ?? 0) * 100, (won ?? 0) * 100 - 20_000]);
    const [joined, afterFirst, afterSecond] = line?.points.map(({ at }) => Date.parse(at)) ?? [];
    expect((afterFirst ?? 0) - (joined ?? 0)).toBeLessThan(24 * 3_600_000);
    expect((afterSecond ?? 0) - (afterFirst ?? 0)).toBeGreaterThan(6 * 24 * 3_600_000);
  });

  test.each([4, 5, 6, 7])(
    'ranks by the points, though a bet is settled before statement %i of a reader',
    async (number) => {
      const game = await world.addGame();
      await bet(bob, game, '100');
      const member = await requireMember(world.database.db, ann.user.id, league.id);
      const { lines } = await beforeStatement(
        number,
        world.database.url,
        (database) => createRaceCache({ database, changes: watchChanges(database.db) }).read(member),
        () => settle([final(game, 30, 0)]),
      );
      const inOrder = lines.map(({ name, rank, points }) => ({ name, rank, balance: points.at(-1)?.balance }));
      const before = { rank: 1, balance: '1000.00' };
      const tied = [
        { name: 'Ann', ...before },
        { name: 'Bob', ...before },
      ];
      // 100 at -180 win 55.56.
      const won = [
        { name: 'Bob', rank: 1, balance: '1055.56' },
        { name: 'Ann', rank: 2, balance: '1000.00' },
      ];
      expect([tied, won]).toContainEqual(inOrder);
    },
  );

  test('has a point for a correction, in the week of the correction', async () => {
    const game = await world.addGame();
    await bet(ann, game, '100');
    await settle([final(game, 0, 30)]);
    expect(await balancesOf('Ann')).toEqual([1_000, 900]);
    await ageLeague(world.database, league, 1);
    await settle([final(game, 30, 0)]);
    const [, lost, corrected = 0] = (await balancesOf('Ann')) ?? [];
    expect(lost).toBe(900);
    expect(corrected).toBeGreaterThan(1_000);
  });

  test('has fewer points than steps, with the last of each week, and ends at the balance', async () => {
    const games = [];
    for (let number = 0; number < 15; number += 1) games.push(await world.addGame());
    for (const game of games) await bet(ann, game, '1');
    // The steps of each week lie within five minutes, and a part of a week is longer.
    for (let week = 0; week < 3; week += 1) {
      if (week > 0) await ageLeague(world.database, league, 1);
      const ofWeek = games.slice(5 * week, 5 * week + 5);
      for (const [index, game] of ofWeek.entries()) await settle([final(game, 0, 30)], 5 - index);
    }
    const found = await balancesOf('Ann');
    expect(found?.length).toBeLessThan(16);
    expect(found).toEqual(expect.arrayContaining([1_000, 995, 990, 985]));
    expect(found?.at(-1)).toBe(985);
  });

  test('of more than twenty members shows the top ten and the caller', async () => {
    await fillLeague(world.database.db, league, 30);
    const game = await world.addGame();
    await bet(ann, game, '100');
    await bet(bob, game, '100', 'away');
    await settle([final(game, 30, 0)]);
    const [ofAnn, ofBob] = [await race(ann), await race(bob)];
    expect([ofAnn.members, ofAnn.lines.length, ofBob.lines.length]).toEqual([32, 10, 11]);
    expect(ofAnn.lines[0]).toMatchObject({ name: 'Ann', rank: 1 });
    expect(ofBob.lines.at(-1)).toMatchObject({ name: 'Bob', rank: 32 });
    expect(ofBob.lines.slice(0, 10)).toEqual(ofAnn.lines);
  });

  test('follows a new name and a removed member, and stays as it was once the league is final', async () => {
    const game = await world.addGame();
    await bet(ann, game, '100');
    await settle([final(game, 0, 30)]);
    expect(await balancesOf('Bob')).toEqual([1_000]);
    await bob.call(setDisplayName, { params: { id: league.id }, body: { displayName: 'Bobby' } });
    expect((await race()).lines.map(({ name }) => name)).toEqual(['Bobby', 'Ann']);
    await ann.call(removeMember, { params: { id: league.id, userId: bob.user.id } });
    expect((await race()).lines.map(({ name }) => name)).toEqual(['Ann']);
    await endLeague(world.database.db, league);
    await finalizeLeagues(world.database);
    expect((await race()).lines).toMatchObject([{ name: 'Ann', rank: 1, points: [{}, { balance: 90_000 }] }]);
    const { reply } = await ann.call(leaderboard, { params: { id: league.id } });
    expect(reply.map(({ user }) => user.id)).toEqual([ann.user.id]);
  });
});
