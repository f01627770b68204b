import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { findCitus } from '../db/installed-citus.ts';
import { type Cluster, startPostgres } from '../testing/cluster.ts';
import { type Figures, measureAll, type Sizes } from './measure.ts';
import { handwrittenPart, report } from './report.ts';

/**
 * Sizes at which each measurement takes seconds. The tests check that all run and that the ledger balances, no times.
 */
const tiny: Sizes = {
  crowd: {
    users: 40,
    leagues: 10,
    membersPerLeague: 8,
    tickets: 1_200,
    pastGames: 40,
    upcomingGames: 16,
    standings: [10, 30],
    histories: [10, 400],
    openBets: 160,
    leaguesOfOne: 12,
  },
  passwordCost: 4,
  bettors: 40,
  placing: { rounds: 1, ms: 150, connections: 2 },
  slate: { rounds: 1, ms: 100, connections: 2 },
  pageTimes: 2,
  longListTimes: 1,
  settling: { tickets: [40, 200], leagues: [1, 10], membersPerLeague: 4 },
  settlingRounds: () => 2,
  overlongTimes: 1,
  // Three servers take two cores for 11 s, so this runs only where the tests of Citus are asked for.
  machines: process.env.CITUS_URL && (await findCitus()) ? { rounds: 1, ms: 300, connections: 4 } : null,
  load: { seconds: 0.5, scale: 0.2, warmUpSeconds: 0.2 },
};

let figures: Figures;
/** One Postgres, to which the Citus is compared, where the run's own database is a Citus. */
let postgres: Cluster | null = null;

beforeAll(async () => {
  if (process.env.CITUS_URL) postgres = await startPostgres();
  figures = await measureAll(postgres?.url ?? inject('clusterUrl'), tiny, () => undefined);
}, 180_000); // seven processes start, on a busy machine
afterAll(() => postgres?.stop());

describe('a short round of the measurements', () => {
  test('leaves every league with whole books', () => {
    expect(figures.broken).toEqual([]);
  });

  test('answers every request of every load', () => {
    expect(figures.load.map(({ name, failed }) => ({ name, failed }))).toEqual(
      figures.load.map(({ name }) => ({ name, failed: 0 })),
    );
    expect(figures.load.every(({ sent }) => sent > 0)).toBe(true);
  });

  test('has every contender do its work', () => {
    const paces = [...figures.placing.paces, ...figures.slate.whole, ...figures.slate.unchanged];
    expect(paces).toHaveLength(9);
    expect(paces.every(({ answered }) => answered > 0)).toBe(true);
  });

  test('reads a body of every call that takes one', () => {
    expect(figures.overlong.map(({ name }) => name)).toContain('POST /api/auth/register');
    expect(figures.overlong.length).toBeGreaterThanOrEqual(12);
  });

  test('settles every ticket of every size', () => {
    expect(figures.settling.map(({ tickets, leagues }) => [tickets, leagues])).toEqual([
      [40, 1],
      [40, 10],
      [200, 1],
      [200, 10],
    ]);
  });

  test('notifies every member of what was settled', () => {
    expect(figures.settling.map(({ notices }) => notices)).toEqual([4, 40, 4, 40]);
  });

  test('asks for long lists whole, and for the slate beside them', () => {
    expect(figures.longLists.map(({ bytes }) => bytes > 1_000)).toEqual([true, true, true, true]);
    expect(figures.longLists[0]?.bytes).toBeGreaterThan(300_000); // sent in chunks
    expect(figures.longLists.every(({ slowestOther }) => slowestOther > 0)).toBe(true);
  });

  test.runIf(tiny.machines)('bets on Citus without a second phase, and settles there', () => {
    expect(figures.machines).toMatchObject({ twoPhaseCommits: 0, deadlocks: 0, broken: [] });
    expect(figures.machines?.paces.every(({ answered }) => answered > 0)).toBe(true);
    expect(figures.machines?.settling.map(({ workers, tickets }) => [workers, tickets > 0])).toEqual([
      [1, true],
      [2, true],
      [1, true],
      [2, true],
    ]);
  });

  test('is told in a report that keeps what people wrote below it', () => {
    const first = report(figures, '');
    expect(first).toContain('## Placing a bet');
    const handwritten = '## What was made faster\n\nMuch.\n';
    expect(handwrittenPart(report(figures, handwritten))).toBe(handwritten);
  });
});
