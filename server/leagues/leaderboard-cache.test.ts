import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { placeBet } from '#shared/api/bets.ts';
import { type Group, leaderboard, removeMember, setDisplayName, updateGroup } from '#shared/api/groups.ts';
import { watchChanges } from '../events/changes.ts';
import { beforeStatement, betweenStatements } from '../testing/between-statements.ts';
import { aBet, final } from '../testing/games.ts';
import { type Player, testWorld, type World } from '../testing/world.ts';
import { requireMember } from './access.ts';
import { createLeaderboardCache, type LeaderboardCache } from './leaderboard-cache.ts';

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

const memberOf = ({ user }: Player) => requireMember(world.database.db, user.id, league.id);

/** Bob's row of a leaderboard in JSON. */
const rowOfBob = (json: Buffer) =>
  leaderboard.reply.parse(JSON.parse(json.toString())).find((row) => row.user.id === bob.user.id);

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
    const settle = async () => {
      try {
        for (const game of games) await world.finish(final(game, 30, 0));
      } finally {
        isSettled = true;
      }
    };
    const read = async () => {
      while (!isSettled) {
        const { reply } = await bob.at(otherOrigin).call(leaderboard, { params: { id: league.id } });
        const own = reply.find(({ user }) => user.id === bob.user.id);
        expect(own).toMatchObject({ totalBets: 8, losses: 0 });
        expect(own?.balance).toBe((own?.available ?? 0) + (own?.pending ?? 0));
        expect(own?.pending).toBe(1_000 * (8 - (own?.wins ?? 0)));
      }
    };
    await Promise.all([settle(), read()]);
    expect((await shownTo(ann)).bob).toMatchObject({ wins: 8, totalBets: 8 });
  });

  test('is consistent, though a bet is settled before each of its statements', async () => {
    await ann.call(updateGroup, { params: { id: league.id }, body: { reveal: 'started' } });
    const games = await Promise.all(Array.from({ length: 33 }, () => world.addGame()));
    for (const game of games) await bob.call(placeBet, { body: aBet(league, game, '10') });
    const started = games.splice(0, 3).map(({ id }) => id);
    await world.database.pool.query('update games set starts_at = now() where id = any ($1::text[])', [started]);
    const settleOne = async () => {
      const game = games.pop();
      if (game) await world.finish(final(game, 30, 0));
    };

    const [asAnn, asBob] = [await memberOf(ann), await memberOf(bob)];
    const [seen, ...own] = await betweenStatements(
      world.database.url,
      async (database) => {
        const cache = createLeaderboardCache({ database, changes: watchChanges(database.db) });
        return Promise.all([asAnn, asBob, asBob].map(async (member) => rowOfBob(await cache.read(member))));
      },
      settleOne,
    );
    expect(seen?.wins).toBeGreaterThan(0);
    expect(seen).toMatchObject({ losses: 0, totalBets: (seen?.wins ?? 0) + 3 });
    for (const row of own) {
      expect(row).toMatchObject({ losses: 0, totalBets: 33, pending: 1_000 * (33 - (row?.wins ?? 0)) });
      expect(row?.balance).toBe((row?.available ?? 0) + (row?.pending ?? 0));
    }
  });

  test('has a bet of the viewer that was placed while another request loaded it', async () => {
    const game = await world.addGame();
    const [asAnn, asBob] = [await memberOf(ann), await memberOf(bob)];
    let cache: LeaderboardCache | null = null;
    let bobs: Promise<Buffer> | null = null;
    const row = await beforeStatement(
      7, // the COMMIT of the load
      world.database.url,
      async (database) => {
        cache = createLeaderboardCache({ database, changes: watchChanges(database.db) });
        await cache.read(asAnn);
        return rowOfBob(await (bobs ?? Promise.reject(new Error('no statement had the number'))));
      },
      async () => {
        await bob.call(placeBet, { body: aBet(league, game, '10') });
        bobs = cache?.read(asBob) ?? null;
      },
    );
    expect(row).toMatchObject({ totalBets: 1, pending: 1_000, available: 99_000 });
  });
});
