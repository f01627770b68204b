import { beforeEach, describe, expect, test } from 'vitest';
import { placeBet, placeParlay } from '#shared/api/bets.ts';
import {
  type Group,
  joinGroup,
  leaderboard,
  listGroups,
  removeMember,
  setDisplayName,
  updateGroup,
} from '#shared/api/groups.ts';
import type { FeedGame } from '../games/feed-answer.ts';
import { aBet, aLeg, aParlay, final, live } from '../testing/games.ts';
import { leagueBeforeEach } from '../testing/league-before-each.ts';
import { endLeague } from '../testing/leagues.ts';
import { expectLedgerBalances } from '../testing/ledger-asserts.ts';
import { lockElsewhere } from '../testing/locks.ts';
import { isFrozen } from '../testing/standings.ts';
import type { Player, World } from '../testing/world.ts';
import { finalizeLeagues } from './standings.ts';

let world: World;
let owner: Player;
let friend: Player;
let league: Group;

leagueBeforeEach(
  async (made) => {
    ({ world, player: owner, league } = made);
    friend = await world.member(league, 'Fred');
  },
  { firstName: 'Olive' },
);

async function shownTo(player: Player) {
  const { reply } = await player.call(listGroups);
  const found = reply.find(({ group }) => group.id === league.id)?.group;
  if (!found) throw new Error('not a member');
  return { state: found.state, openBets: found.openBets, champions: found.champions };
}

const rowsFor = async (player: Player) => (await player.call(leaderboard, { params: { id: league.id } })).reply;
const bet = (player: Player, game: FeedGame, amount: string, side: 'home' | 'away' = 'home') =>
  player.call(placeBet, { body: aBet(league, game, amount, 'spread', side) });

describe('the state of a league', () => {
  test('goes from open over settling and closed to final, and names its champion', async () => {
    const [first, second] = [await world.addGame(), await world.addGame()];
    await bet(friend, first, '100');
    await bet(owner, first, '100', 'away');
    await bet(owner, second, '50');
    expect(await shownTo(friend)).toEqual({ state: 'open', openBets: 0, champions: [] });

    await endLeague(world.database.db, league);
    expect((await bet(friend, second, '10')).refusal).toMatchObject({ code: 'league-ended' });
    expect(await shownTo(friend)).toEqual({ state: 'settling', openBets: 3, champions: [] });
    expect(await finalizeLeagues(world.database)).toBe(0);

    await world.finish(final(first, 30, 0));
    expect(await shownTo(friend)).toEqual({ state: 'settling', openBets: 1, champions: [] });
    expect(await finalizeLeagues(world.database)).toBe(0);
    expect(await isFrozen(world.database, league)).toBe(false);

    await world.finish(final(second, 0, 30));
    expect(await shownTo(friend)).toEqual({ state: 'closed', openBets: 0, champions: [] });
    const before = await Promise.all([rowsFor(owner), rowsFor(friend)]);

    expect(await finalizeLeagues(world.database)).toBe(1);
    expect(await isFrozen(world.database, league)).toBe(true);
    const champions = [{ userId: friend.user.id, name: 'Fred', balance: 109_091 }];
    for (const player of [owner, friend]) {
      expect(await shownTo(player)).toEqual({ state: 'final', openBets: 0, champions });
    }
    expect(await Promise.all([rowsFor(owner), rowsFor(friend)])).toEqual(before);
    expect(before[0].map((row) => [row.user.id, row.rank, row.balance, row.wins, row.losses, row.totalBets])).toEqual([
      [friend.user.id, 1, 109_091, 1, 0, 1],
      [owner.user.id, 2, 85_000, 0, 2, 2],
    ]);
    await expectLedgerBalances(world.database.db);
  });

  test('ends for nobody before its end date, and never without one', async () => {
    expect(await finalizeLeagues(world.database)).toBe(0);
    await owner.call(updateGroup, { params: { id: league.id }, body: { endDate: null } });
    expect(await shownTo(owner)).toMatchObject({ state: 'open' });
    expect(await finalizeLeagues(world.database)).toBe(0);
    expect(await isFrozen(world.database, league)).toBe(false);
  });

  test('has co-champions when the best are equal', async () => {
    const third = await world.signUp('Tess');
    await world.join(third, league);
    const lost = await world.addGame();
    await bet(third, lost, '10');
    await owner.call(setDisplayName, { params: { id: league.id }, body: { displayName: 'The Boss' } });
    await world.finish(final(lost, 0, 30));
    await endLeague(world.database.db, league);
    await finalizeLeagues(world.database);
    expect((await shownTo(third)).champions).toEqual([
      { userId: owner.user.id, name: 'The Boss', balance: 100_000 },
      { userId: friend.user.id, name: 'Fred', balance: 100_000 },
    ]);
    expect((await rowsFor(third)).map(({ user, rank, totalBets }) => [user.id, rank, totalBets])).toEqual([
      [owner.user.id, 1, 0],
      [friend.user.id, 1, 0],
      [third.user.id, 3, 1],
    ]);
  });

  test('ends though another league that has ended cannot be made final, which the next run does', async () => {
    const other = await world.league(owner);
    for (const each of [league, other]) await endLeague(world.database.db, each);
    const lock = await lockElsewhere(world.database, 'select 1 from leagues where id = $1 for update', [other.id]);
    await expect(finalizeLeagues(world.database)).rejects.toMatchObject({
      errors: [{ message: `finalizing league ${other.id} failed` }],
    });
    expect(await isFrozen(world.database, league)).toBe(true);
    await lock.release();
    expect(await finalizeLeagues(world.database)).toBe(1);
  });

  test('counts the open tickets of a removed member, who is not in the standings', async () => {
    const game = await world.addGame();
    await bet(friend, game, '500');
    await owner.call(removeMember, { params: { id: league.id, userId: friend.user.id } });
    await endLeague(world.database.db, league);
    expect(await shownTo(owner)).toMatchObject({ state: 'settling', openBets: 1 });
    expect(await finalizeLeagues(world.database)).toBe(0);
    await world.finish(final(game, 30, 0));
    expect(await finalizeLeagues(world.database)).toBe(1);
    expect((await shownTo(owner)).champions.map(({ userId }) => userId)).toEqual([owner.user.id]);
    expect((await rowsFor(owner)).map(({ user }) => user.id)).toEqual([owner.user.id]);
  });
});

describe('standings that are frozen', () => {
  beforeEach(async () => {
    const game = await world.addGame();
    await bet(friend, game, '100');
    await world.finish(final(game, 30, 0));
    await endLeague(world.database.db, league);
    await finalizeLeagues(world.database);
  });

  test('change by no later removal, correction or run of a worker; names stay those of today', async () => {
    const before = await rowsFor(owner);
    const title = await shownTo(owner);
    await friend.call(setDisplayName, { params: { id: league.id }, body: { displayName: 'Champ' } });
    await owner.call(removeMember, { params: { id: league.id, userId: friend.user.id } });
    // A correction after the end changes the ledger, but not the standings.
    await world.database.pool.query(
      `with corrected as (
         update tickets set grade = 'lost', back_cents = 0, round = 2 where league_id = $1 returning *
       ), entry as (
         insert into ledger (league_id, id, user_id, ticket_id, kind, round, amount_cents)
         select league_id, gen_random_uuid(), user_id, id, 'reversal', 2, -19091 from corrected returning *
       ) update members m set available_cents = m.available_cents + entry.amount_cents from entry
       where m.league_id = entry.league_id and m.user_id = entry.user_id`,
      [league.id],
    );
    expect(await finalizeLeagues(world.database)).toBe(0);
    const renamed = (userId: string) => (userId === friend.user.id ? 'Champ' : null);
    expect(await rowsFor(owner)).toEqual(before.map((row) => ({ ...row, displayName: renamed(row.user.id) })));
    expect(await shownTo(owner)).toEqual({
      ...title,
      champions: [{ userId: friend.user.id, name: 'Champ', balance: 109_091 }],
    });
    await expectLedgerBalances(world.database.db);
  });

  test('take no new member, even where the clock of a web process is slow', async () => {
    const late = await world.signUp();
    await world.database.pool.query('update leagues set join_deadline = null where id = $1', [league.id]);
    for (const endDate of [new Date(Date.now() - 3_600_000), new Date(Date.now() + 3_600_000)]) {
      await world.database.pool.query('update leagues set end_date = $2 where id = $1', [league.id, endDate]);
      expect((await late.call(joinGroup, { body: { joinCode: league.joinCode } })).refusal).toMatchObject({
        code: 'league-ended',
      });
      expect(await shownTo(owner)).toMatchObject({ state: 'final' });
    }
  });

  test('give the viewer’s own row their money, all of it available', async () => {
    const own = (await rowsFor(friend)).find(({ user }) => user.id === friend.user.id);
    expect(own).toMatchObject({ available: 109_091, pending: 0, balance: 109_091, profit: 9_091, totalBets: 1 });
    const [other] = (await rowsFor(friend)).filter(({ user }) => user.id !== friend.user.id);
    expect([other?.available, other?.pending]).toEqual([undefined, undefined]);
  });
});

describe('how many bets others have', () => {
  const counts = async (viewer: Player) =>
    Object.fromEntries((await rowsFor(viewer)).map(({ user, totalBets }) => [user.id, totalBets]));

  test('shows once they are settled, and of one’s own at once', async () => {
    const [game, next] = [await world.addGame(), await world.addGame()];
    await bet(friend, game, '10');
    await friend.call(placeParlay, { body: aParlay(league, '10', [aLeg(game), aLeg(next)]) });
    expect([await counts(owner), await counts(friend)]).toMatchObject([
      { [friend.user.id]: 0 },
      { [friend.user.id]: 2 },
    ]);
    await world.poll(live(game, 7, 0));
    expect(await counts(owner)).toMatchObject({ [friend.user.id]: 0 });
    await world.finish(final(game, 30, 0));
    expect(await counts(owner)).toMatchObject({ [friend.user.id]: 1 });
  });

  test('shows from the start of the first game in a league that reveals bets then, a parlay as one', async () => {
    await owner.call(updateGroup, { params: { id: league.id }, body: { reveal: 'started' } });
    const [game, next] = [await world.addGame(), await world.addGame()];
    await bet(friend, next, '10');
    await friend.call(placeParlay, { body: aParlay(league, '10', [aLeg(game), aLeg(next)]) });
    expect(await counts(owner)).toMatchObject({ [friend.user.id]: 0 });
    await world.poll(live(game, 7, 0));
    expect(await counts(owner)).toMatchObject({ [friend.user.id]: 1 });
    await world.poll(live(next, 0, 0));
    expect(await counts(owner)).toMatchObject({ [friend.user.id]: 2 });
  });
});
