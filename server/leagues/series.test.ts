import { expect, test } from 'vitest';
import { placeBet } from '#shared/api/bets.ts';
import { type Group, joinGroup, listGroups, removeMember, setDisplayName } from '#shared/api/groups.ts';
import { leagueSeries, playAgain } from '#shared/api/seasons.ts';
import { cents } from '#shared/domain/money.ts';
import { aBet, final } from '../testing/games.ts';
import { leagueBeforeEach } from '../testing/league-before-each.ts';
import { expectLedgerBalances } from '../testing/ledger-asserts.ts';
import { endForGood } from '../testing/standings.ts';
import type { Player, World } from '../testing/world.ts';

let world: World;
let ann: Player;
let bob: Player;
let first: Group;

leagueBeforeEach(
  async (made) => {
    ({ world, player: ann, league: first } = made);
    bob = await world.member(first, 'Bob');
  },
  { firstName: 'Ann' },
);

const inDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000).toISOString();

/** Bets 100 of the winner on the home team and 50 of the loser on the away team, and plays a home win. */
async function play(league: Group, winner: Player, loser: Player): Promise<void> {
  const game = await world.addGame();
  const bet = (side: 'home' | 'away', stake: string) => aBet(league, game, stake, 'spread', side);
  await winner.call(placeBet, { body: bet('home', '100') });
  await loser.call(placeBet, { body: bet('away', '50') });
  await world.finish(final(game, 30, 0));
}

async function nextSeason(of: Pick<Group, 'id'>, name: string): Promise<Group> {
  const body = { name, joinDeadline: inDays(7), endDate: inDays(90) };
  const { reply } = await ann.call(playAgain, { params: { id: of.id }, body });
  await bob.call(joinGroup, { body: { joinCode: reply.joinCode } });
  const made = (await ann.call(listGroups)).reply.find(({ group }) => group.id === reply.id);
  if (!made) throw new Error('the next season is not listed');
  return made.group;
}

const series = async (player: Player, { id }: Pick<Group, 'id'>) =>
  (await player.call(leagueSeries, { params: { id } })).reply;

test('the table of all seasons has titles, weeks won and nets, as each season ended', async () => {
  await play(first, ann, bob);
  await bob.call(setDisplayName, { params: { id: first.id }, body: { displayName: 'Bobby' } });
  await endForGood(world.database, first);
  const second = await nextSeason(first, 'Sunday League 2');
  await play(second, bob, ann);
  const friend = await world.member(second, 'Fay');
  await endForGood(world.database, second);
  const third = await nextSeason(second, 'Sunday League 3');
  await play(third, bob, ann); // it runs still

  const standings = await series(ann, third);
  expect(
    standings.seasons.map(({ name, season, members, champions }) => [name, season, members, champions[0]?.name]),
  ).toEqual([
    ['Sunday League 2', 2, 3, 'Bob'],
    ['Sunday League', 1, 2, 'Ann'],
  ]);
  const won = standings.table.find(({ userId }) => userId === ann.user.id);
  const other = standings.table.find(({ userId }) => userId === bob.user.id);
  expect(won).toMatchObject({ name: 'Ann', titles: 1, seasons: 2, best: 1, worst: 3 });
  expect(other).toMatchObject({ name: 'Bob', titles: 1, seasons: 2, best: 1, worst: 2 });
  expect([won?.weeksWon, other?.weeksWon]).toEqual([1, 1]);
  expect(won?.net).toBe(other?.net); // each won 100 at even and lost 50
  expect(standings.table.find(({ userId }) => userId === friend.user.id)).toMatchObject({
    titles: 0,
    net: cents(0),
    seasons: 1,
    best: 2,
    worst: 2,
  });
  for (const league of [first, second]) expect(await series(ann, league)).toEqual(standings);
  await expectLedgerBalances(world.database.db);

  // A reader who was not in the first season, or was removed from it, gets nothing of it.
  expect((await series(friend, second)).seasons.map(({ season }) => season)).toEqual([2]);
  await ann.call(removeMember, { params: { id: first.id, userId: bob.user.id } });
  const { seasons, table } = await series(bob, third);
  expect(seasons.map(({ season }) => season)).toEqual([2]);
  expect(table.map(({ titles }) => titles)).toEqual([1, 0, 0]);
});

test('a series without a final season is empty, and other leagues are not part of it', async () => {
  const other = await world.league(ann, { name: 'Monday League' });
  await endForGood(world.database, other);
  expect(await series(ann, first)).toEqual({ seasons: [], table: [] });
});
