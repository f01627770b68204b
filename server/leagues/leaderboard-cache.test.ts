import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { placeBet } from '#shared/api/bets.ts';
import { type Group, leaderboard, removeMember, setDisplayName, updateGroup } from '#shared/api/groups.ts';
import { aBet, final } from '../testing/games.ts';
import { type Player, testWorld, type World } from '../testing/world.ts';

let world: World;
/** The origin of another process, which learns of changes from the database alone. */
let otherOrigin: string;
let [ann, bob] = [] as unknown as [Player, Player];
let league: Group;

beforeAll(async () => {
  world = await testWorld();
  otherOrigin = await world.startAnother();
});
afterAll(() => world.drop());
beforeEach(async () => {
  [ann, bob] = [await world.signUp('Ann'), await world.signUp('Bob')];
  league = await world.league(ann);
  await world.join(bob, league);
  for (const player of [ann, bob]) await shownTo(player); // fills the caches of both processes
});

/** The leaderboard as a player sees it, with the rows of Ann and Bob; asserts that both processes show the same. */
async function shownTo(player: Player) {
  const answers = await Promise.all(
    [player, player.at(otherOrigin)].map((caller) => caller.call(leaderboard, { params: { id: league.id } })),
  );
  const [here, there] = answers.map(({ reply }) => reply);
  expect(there).toEqual(here);
  const rowOf = ({ user }: Player) => here?.find((row) => row.user.id === user.id);
  return { rows: here, ann: rowOf(ann), bob: rowOf(bob) };
}

describe('a cached leaderboard', () => {
  test('counts an open bet on the row of its member, for that member alone', async () => {
    const game = await world.addGame();
    await bob.call(placeBet, { body: aBet(league, game, '100') });
    const { bob: own } = await shownTo(bob);
    expect(own).toMatchObject({ totalBets: 1, balance: 100_000, available: 90_000, pending: 10_000 });
    const { bob: seen } = await shownTo(ann);
    expect(seen).toMatchObject({ totalBets: 0, balance: 100_000 });
    expect(seen).not.toHaveProperty('pending');
  });

  test('shows what is settled at every process at once, and what is corrected', async () => {
    const game = await world.addGame();
    await bob.call(placeBet, { body: aBet(league, game, '100') });
    await world.finish(final(game, 30, 0));
    const { rows, bob: first } = await shownTo(ann);
    expect(first).toMatchObject({ rank: 1, wins: 1, losses: 0, totalBets: 1 });
    expect(rows?.map((row) => row.rank)).toEqual([1, 2]);
    await world.finish(final(game, 0, 30));
    const { ann: leader, bob: second } = await shownTo(ann);
    expect(second).toMatchObject({ rank: 2, wins: 0, losses: 1, totalBets: 1, balance: 90_000 });
    expect(leader).toMatchObject({ rank: 1, balance: 100_000, available: 100_000, pending: 0 });
  });

  test('shows names, members and settings as they were changed at another process', async () => {
    await bob.at(otherOrigin).call(setDisplayName, { params: { id: league.id }, body: { displayName: 'Bobby' } });
    expect((await shownTo(ann)).bob?.displayName).toBe('Bobby');
    const cleo = await world.signUp('Cleo');
    await world.join(cleo, league);
    expect((await shownTo(ann)).rows).toHaveLength(3);
    await ann.at(otherOrigin).call(removeMember, { params: { id: league.id, userId: bob.user.id } });
    expect((await shownTo(ann)).bob).toBeUndefined();
  });

  test('counts open bets of others once their game has started, once the league’s setting reveals them', async () => {
    const game = await world.addGame();
    await bob.call(placeBet, { body: aBet(league, game, '100') });
    await ann.call(updateGroup, { params: { id: league.id }, body: { reveal: 'started' } });
    expect((await shownTo(ann)).bob).toMatchObject({ totalBets: 0 });
    await world.database.pool.query(`update games set starts_at = now() - interval '1 second' where id = $1`, [
      game.id,
    ]);
    expect((await shownTo(ann)).bob).toMatchObject({ totalBets: 1, balance: 100_000 });
    await ann.call(updateGroup, { params: { id: league.id }, body: { reveal: 'settled' } });
    expect((await shownTo(ann)).bob).toMatchObject({ totalBets: 0 });
  });

  test('is consistent, however many bets are settled meanwhile', async () => {
    const games = await Promise.all(Array.from({ length: 8 }, () => world.addGame()));
    for (const game of games) await bob.call(placeBet, { body: aBet(league, game, '10') });
    let isSettled = false;
    const settling = (async () => {
      for (const game of games) await world.finish(final(game, 30, 0));
      isSettled = true;
    })();
    while (!isSettled) {
      const { reply } = await bob.at(otherOrigin).call(leaderboard, { params: { id: league.id } });
      const own = reply.find(({ user }) => user.id === bob.user.id);
      expect(own).toMatchObject({ totalBets: 8, losses: 0 });
      expect(own?.balance).toBe((own?.available ?? 0) + (own?.pending ?? 0));
      expect(own?.pending).toBe(1_000 * (8 - (own?.wins ?? 0)));
    }
    await settling;
    expect((await shownTo(ann)).bob).toMatchObject({ wins: 8, totalBets: 8 });
  });
});
