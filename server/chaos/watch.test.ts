import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { placeBet } from '#shared/api/bets.ts';
import { aBet } from '../testing/games.ts';
import { testWorld, type World } from '../testing/world.ts';
import { createViolations } from './violations.ts';
import { startWatch } from './watch.ts';

let world: World;
/** Connects as the owner of the tables, since the app's role may not run most of these statements. */
let owned: pg.Client;

beforeAll(async () => {
  world = await testWorld();
  owned = new pg.Client({ connectionString: world.database.url });
  await owned.connect();
  const owner = await world.signUp();
  await owner.call(placeBet, { body: aBet(await world.league(owner), await world.addGame(), '100') });
});
afterAll(async () => {
  await owned.end();
  await world.drop();
});

/** The violations that the watch finds after the statement. */
async function seenAfter(statement: string | null): Promise<string[]> {
  if (statement) await owned.query(statement);
  const violations = createViolations();
  const watch = startWatch(world.database.url, violations);
  await expect.poll(() => watch.reads(), { timeout: 10_000, interval: 5 }).toBeGreaterThan(0);
  await watch.stop();
  return violations.list().map((words) => words.split(' (')[0] ?? '');
}

test('whole books are left in peace', async () => {
  expect(await seenAfter(null)).toEqual([]);
});

test.each([
  ['update members set available_cents = available_cents + 1', 'available is not the sum of the entries'],
  ['update members set pending_cents = 0', 'pending is not the sum of the open stakes'],
  [
    "update ledger set amount_cents = amount_cents - 1 where kind = 'stake'",
    'what a ticket gave back is not what was booked',
  ],
  ["update legs set original_start = now() - interval '1 day'", 'a ticket was placed after a game began'],
  ["update leagues set end_date = now() - interval '1 day'", 'a ticket was placed after its league ended'],
  ["update leagues set join_deadline = now() - interval '1 day'", 'somebody joined after the deadline'],
  ['update leagues set finalized_at = now()', 'a league is final with open tickets'],
  ['delete from legs', 'a ticket has no leg'],
])('after "%s" it is seen that %s', async (statement, what) => {
  expect(await seenAfter(statement)).toContain(what);
});
