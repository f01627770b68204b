import { expect, test } from 'vitest';
import { memberForm } from '#shared/api/form.ts';
import { type Group, removeMember } from '#shared/api/groups.ts';
import { memberRivalry, memberShelf } from '#shared/api/shelf.ts';
import type { Database } from '../db/connection.ts';
import { leagueBeforeEach } from '../testing/league-before-each.ts';
import type { Player, World } from '../testing/world.ts';
import { requireFormScope } from '../tickets/form.ts';
import { requireRival } from '../tickets/rivalry.ts';
import { requireSharedLeagues } from './shared-leagues.ts';

let world: World;
let ann: Player;
let bob: Player;
let league: Group;

leagueBeforeEach(async (made) => {
  ({ world, player: ann, league } = made);
  bob = await world.member(league, 'Bob');
});

/** The database while the machines of these leagues are lost. */
function without(...lost: string[]): Database {
  const { machines } = world.database;
  return {
    ...world.database,
    machines: {
      ...machines,
      isWhole: false,
      reachable: (ids) => ids.filter((id) => !lost.includes(id)),
      unreachable: (ids) => ids.filter((id) => lost.includes(id)),
    },
  };
}

const proofs = [requireSharedLeagues, requireRival, requireFormScope];
const codeOf = (proof: Promise<unknown>) =>
  proof.then(
    () => 'proven',
    ({ status, code }: { status: number; code: string }) => `${status} ${code}`,
  );
const codes = (database: Database, other: Player) =>
  Promise.all(proofs.map((prove) => codeOf(prove(database, ann.user.id, { userId: other.user.id }))));
const all = (code: string) => proofs.map(() => code);

test('a right that depends on a league of a lost machine is neither granted nor denied', async () => {
  const stranger = await world.signUp('Sue');
  expect(await codes(without(league.id), bob)).toEqual(all('503 league-unreachable'));
  expect(await codes(without(league.id), stranger)).toEqual(all('404 member-not-found'));
  await ann.call(removeMember, { params: { id: league.id, userId: bob.user.id } });
  expect(await codes(without(league.id), bob)).toEqual(all('503 league-unreachable'));
  expect(await codes(world.database, bob)).toEqual(all('404 member-not-found'));
});

test('a league that can be reached proves the right, and the answer says how many are left out', async () => {
  const other = await world.league(ann, { name: 'Another' });
  await world.join(bob, other);
  expect(await codes(without(other.id), bob)).toEqual(all('proven'));
  const { leagues, leftOut } = await requireSharedLeagues(without(other.id), ann.user.id, { userId: bob.user.id });
  expect([leagues.map(({ id }) => id), leftOut]).toEqual([[league.id], 1]);
  const own = await requireSharedLeagues(without(other.id, league.id), ann.user.id, { userId: ann.user.id });
  expect([own.leagues, own.leftOut]).toEqual([[], 2]);
});

test('the calls answer what the proofs say', async () => {
  const params = { userId: bob.user.id };
  for (const endpoint of [memberShelf, memberRivalry, memberForm]) {
    expect((await ann.call(endpoint, { params })).status).toBe(200);
  }
  await ann.call(removeMember, { params: { id: league.id, userId: bob.user.id } });
  for (const endpoint of [memberShelf, memberRivalry, memberForm]) {
    expect((await ann.call(endpoint, { params })).status).toBe(404);
  }
});
