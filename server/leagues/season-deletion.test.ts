import { beforeAll, beforeEach, expect, test } from 'vitest';
import { deleteGroup, type Group, listGroups } from '#shared/api/groups.ts';
import { acceptOffer, offerLeague } from '#shared/api/league-roles.ts';
import { playAgain } from '#shared/api/seasons.ts';
import type { Database } from '../db/connection.ts';
import { expectLedgerBalances } from '../testing/ledger-asserts.ts';
import { ownerPool } from '../testing/owner-pool.ts';
import { endForGood } from '../testing/standings.ts';
import { type Player, testWorld, type World } from '../testing/world.ts';
import { requireRight } from './access.ts';
import { deleteLeague } from './service.ts';

let world: World;
let admin: ReturnType<typeof ownerPool>;
let ann: Player;
let bob: Player;
let first: Group;
let secondId: string;

beforeAll(async () => {
  world = await testWorld();
  admin = ownerPool(world.database.url, 1);
  return async () => {
    await admin.end();
    await world.drop();
  };
});
beforeEach(async () => {
  await world.clear();
  ann = await world.signUp('Ann');
  first = await world.league(ann);
  bob = await world.member(first, 'Bob');
  await endForGood(world.database, first);
  secondId = await again();
});

const inDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000).toISOString();
const again = async () => {
  const body = { name: 'Sunday League 2', joinDeadline: inDays(7), endDate: inDays(90) };
  return (await ann.call(playAgain, { params: { id: first.id }, body })).reply.id;
};
const nextOfFirst = async () =>
  (await ann.call(listGroups)).reply.find(({ group }) => group.id === first.id)?.next?.id ?? null;

/** Runs `act` while every deletion of a league fails at its last statement. */
async function whileDeletionsFail<T>(act: () => Promise<T>): Promise<T> {
  await admin.query(`alter table audit_log add constraint broken check (action::text <> 'league-deleted') not valid`);
  try {
    return await act();
  } finally {
    await admin.query('alter table audit_log drop constraint broken');
  }
}

/** The database, as a service sees it whose leagues lie on several machines. */
const ofMachines = (): Database => ({
  ...world.database,
  machines: { ...world.database.machines, isOnePostgres: false },
});
const deleteSecond = async () =>
  deleteLeague(ofMachines(), await requireRight(world.database.db, ann.user.id, secondId, 'delete'));

test('a deletion that fails leaves the series whole, and can be tried again', async () => {
  expect((await whileDeletionsFail(() => ann.call(deleteGroup, { params: { id: secondId } }))).status).toBe(500);
  expect(await nextOfFirst()).toBe(secondId);
  expect(await again()).toBe(secondId);
  expect((await ann.call(deleteGroup, { params: { id: secondId } })).status).toBe(200);
  expect(await nextOfFirst()).toBeNull();
  await expectLedgerBalances(world.database.db);
});

test('so does one over two machines', async () => {
  await expect(whileDeletionsFail(deleteSecond)).rejects.toThrow();
  expect(await nextOfFirst()).toBe(secondId);
  expect(await again()).toBe(secondId);
  await deleteSecond();
  expect(await nextOfFirst()).toBeNull();
  expect(await again()).not.toBe(secondId);
  await expectLedgerBalances(world.database.db);
});

test('a deletion over two machines that fails ends the offer, and names no season in place of a newer one', async () => {
  await world.join(bob, (await ann.call(listGroups)).reply.find(({ group }) => group.id === secondId)?.group as Group);
  await ann.call(offerLeague, { params: { id: secondId }, body: { userId: bob.user.id } });
  let other = '';
  let transactions = 0;
  const database: Database = {
    ...ofMachines(),
    withTx: async (work, options) => {
      transactions += 1;
      if (transactions === 3) other = await again(); // the first season has forgotten the second
      return world.database.withTx(work, options);
    },
  };
  const proof = await requireRight(world.database.db, ann.user.id, secondId, 'delete');
  await expect(whileDeletionsFail(() => deleteLeague(database, proof))).rejects.toThrow();
  expect(other).not.toBe(secondId);
  expect(await nextOfFirst()).toBe(other);
  expect((await bob.call(acceptOffer, { params: { id: secondId } })).refusal?.code).toBe('no-offer');
});
