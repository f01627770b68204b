import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sports } from '#shared/domain/sport.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { insertPull, listOddities, listPullHealth, type PullRow } from './store.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());
beforeEach(() => database.db.execute(sql`delete from pulls`));

const at = (minute: number) => new Date(Date.UTC(2026, 10, 22, 18, minute, 0, 250));
const pulled = (minute: number, more: Partial<PullRow> = {}) =>
  insertPull(database.db, {
    id: randomUUID(),
    feed: 'espn',
    sport: 'NFL',
    what: 'slate',
    at: at(minute),
    tookMs: 100,
    failure: null,
    seen: 16,
    changed: 0,
    quarantined: [],
    unknownStatuses: [],
    ...more,
  });
const day = { what: '2026-11-22', seen: 3 };
const failed = (failure = 'down') => ({ failure, seen: 0 });
const healthOf = async (sport = 'NFL', of: 'games' | 'odds' = 'games') =>
  (await listPullHealth(database.db, of, at(59))).find((health) => health.sport === sport);

describe('the health of a feed', () => {
  test('has every sport, in their order, with nothing before the first pull', async () => {
    const health = await listPullHealth(database.db, 'games', at(59));
    expect(health.map(({ sport }) => sport)).toEqual(sports);
    const nothing = {
      lastAt: null,
      lastSuccessAt: null,
      failingSince: null,
      failure: null,
      seen: null,
      quarantined: null,
    };
    for (const one of health) expect(one).toMatchObject({ ...nothing, failures: 0 });
  });

  test('ignores pulls with a time in the future, which a wrong clock left', async () => {
    await pulled(1);
    await pulled(2, failed());
    await pulled(61);
    expect(await healthOf()).toMatchObject({ lastAt: at(2), lastSuccessAt: at(1), failures: 1, failingSince: at(2) });
  });

  test('counts the polls that failed since the last success, however many pulls each had', async () => {
    await pulled(0);
    await pulled(1, failed('first'));
    await pulled(1, { ...day, ...failed() });
    await pulled(2, failed('second'));
    await pulled(2, { sport: 'NBA' });
    expect(await healthOf()).toEqual({
      sport: 'NFL',
      feed: 'espn',
      lastAt: at(2),
      lastSuccessAt: at(0),
      failingSince: at(1),
      failure: 'second',
      failures: 2,
      seen: 16,
      quarantined: 0,
    });
    expect(await healthOf('NBA')).toMatchObject({ failingSince: null, failure: null, failures: 0 });
  });

  test('is good again after one success', async () => {
    await pulled(0, failed());
    expect(await healthOf()).toMatchObject({ lastSuccessAt: null, failingSince: at(0), failures: 1 });
    await pulled(1);
    expect(await healthOf()).toMatchObject({ lastSuccessAt: at(1), failingSince: null, failure: null, failures: 0 });
  });

  test('is bad while the slate fails, though the days come', async () => {
    await pulled(0, { quarantined: [{ eventId: '1', reason: 'no date' }] });
    for (const minute of [1, 2]) {
      await pulled(minute, failed('no slate'));
      await pulled(minute, day);
    }
    expect(await healthOf()).toMatchObject({
      lastSuccessAt: at(2),
      failingSince: at(1),
      failure: 'no slate',
      failures: 0,
      seen: 16,
      quarantined: 1,
    });
  });

  test('of the odds is their own', async () => {
    await pulled(0);
    await pulled(1, { feed: 'the-odds-api', what: 'odds', ...failed('no credits left') });
    expect(await healthOf()).toMatchObject({ lastAt: at(0), failingSince: null });
    expect(await healthOf('NFL', 'odds')).toMatchObject({
      lastAt: at(1),
      failingSince: at(1),
      failure: 'no credits left',
    });
  });
});

test('each oddity is listed once, with how many pulls had it, the most frequent first', async () => {
  const broken = { eventId: '401', reason: 'date: is no instant' };
  await pulled(0, { quarantined: [{ eventId: '400', reason: 'too long ago' }] });
  await pulled(1, { quarantined: [broken], unknownStatuses: ['STATUS_ALIENS'] });
  await pulled(2, { quarantined: [broken, { eventId: null, reason: 'nba: answered 503' }] });
  await pulled(3, { sport: 'MLB', quarantined: [broken] });
  await pulled(3, { sport: 'MLB', what: 'odds', quarantined: [broken] });
  expect(await listOddities(database.db, at(1))).toEqual([
    { sport: 'NFL', of: 'games', ...broken, times: 2 },
    { sport: 'NFL', of: 'games', eventId: null, reason: 'nba: answered 503', times: 1 },
    { sport: 'NFL', of: 'games', eventId: null, reason: 'unknown status STATUS_ALIENS', times: 1 },
    { sport: 'MLB', of: 'games', ...broken, times: 1 },
    { sport: 'MLB', of: 'odds', ...broken, times: 1 },
  ]);
});
