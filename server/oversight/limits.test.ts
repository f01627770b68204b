import { afterAll, beforeAll, expect, test } from 'vitest';
import { grantAdminRight, searchPeople, tryMailAgain } from '#shared/api/oversight.ts';
import { repeat, strictWorld, tally } from '../testing/limits.ts';
import { anAdmin } from '../testing/manual-odds.ts';
import type { World } from '../testing/world.ts';

let world: World;
let logged = '';
beforeAll(async () => {
  world = await strictWorld({}, (line) => {
    logged += line;
  });
});
afterAll(() => world.drop());

test('an admin searches 120 times, changes 30 rights and sends mail again sixty times in an hour', async () => {
  const ada = await anAdmin(world, 'Ada');
  const { user } = ada;
  const searches = await repeat(121, () => ada.call(searchPeople, { body: { query: 'nobody@example.com' } }));
  expect(tally(searches)).toEqual({ 200: 120, 429: 1 });
  const grants = await repeat(31, () => ada.call(grantAdminRight, { body: { who: user.email } }));
  expect(tally(grants)).toEqual({ 200: 30, 429: 1 });
  const retries = await repeat(61, () => ada.call(tryMailAgain, { body: { ids: [user.id] } }));
  expect(tally(retries)).toEqual({ 200: 60, 429: 1 });
  for (const limit of ['searchesOfAdmin', 'rightsOfAdmin', 'mailRetriesOfAdmin'])
    expect(logged).toContain(`"limit":"${limit}"`);
});
