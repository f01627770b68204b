import { expect, inject, test } from 'vitest';
import { growthOf } from './growth.ts';
import type { Sample } from './samples.ts';
import { soak } from './soak.ts';

const timeout = 240_000; // two processes start, on a machine that may be busy

// The clocks of one database alone are fast, not those of the machines of a Citus.
test.skipIf(process.env.CITUS_URL)(
  'a table whose old rows are not deleted any more is reported, and no other',
  { timeout },
  async () => {
    const change = `create function spare() returns trigger language plpgsql as 'begin return null; end';
      create trigger spare before delete on changes for each row execute function spare()`;
    const size = { minutes: 0.4, days: 0.05, members: 100, rate: 20 };
    const report = await soak(inject('clusterUrl'), { ...size, seed: 1, change, log: () => undefined });
    expect(report.violations).toEqual([]);
    expect(report.counts.bets).toBeGreaterThan(0);
    const grown = report.growth.filter(({ isWrong }) => isWrong).map(({ name }) => name);
    expect(grown).toContain('age of changes');
    // Memory is left out: it is not flat so soon after the start of a process.
    expect(grown.filter((name) => !/ of changes\b|^(heap|rss) /.test(name))).toEqual([]);
  },
);

const day = 86_400_000;
/** Samples over eight days, of a number that is `first` on the first and grows by `daily`. */
const samplesOf = (name: string, first: number, daily: number): Sample[] =>
  Array.from({ length: 16 }, (_, at) => ({
    atMs: (at * day) / 2,
    values: new Map([[name, first + (daily * at) / 2]]),
  }));

test.each([
  ['heap of web', 100, 0, 'flat'],
  ['heap of web', 100, 10, 'GROWS'],
  ['files of worker', 40, 20, 'GROWS'],
  ['connections to the database', 10, 3, 'flat'],
  ['connections to the database', 10, 10, 'GROWS'],
  ['queue of letters', 0, 100, 'GROWS'],
  ['rows of tickets', 1_000, 1_000, 'allowed, grows with bets: a member sees all that they ever placed'],
  [
    'index of tickets tickets_user',
    1_000_000,
    1_000_000,
    'allowed, grows with bets: a member sees all that they ever placed',
  ],
  ['rows of heartbeats', 1, 1_000, 'GROWS'],
  ['rows of pulls', 1_000, 1_000, 'bounded by delete expired'],
  ['bytes of changes', 1_000_000, 100_000, 'flat'],
  ['bytes of changes', 1_000_000, 500_000, 'GROWS'],
  ['age of pulls', 14 * 86_400, 0, 'bounded by delete expired'],
  ['age of pulls', 14 * 86_400, 86_400, 'GROWS: delete expired leaves rows that are old enough'],
])('%s at first %i, and %i more each day: %s', (name, first, daily, verdict) => {
  const [growth] = growthOf(samplesOf(name, first, daily), 600);
  expect(growth).toMatchObject({ name, verdict, isWrong: verdict.startsWith('GROWS') });
});

test('growth is that of a day, in the unit that is shown', () => {
  expect(growthOf(samplesOf('heap of web', 100, 10), 600)[0]?.perDay).toBeCloseTo(10, 5);
  expect(growthOf(samplesOf('bytes of tickets', 0, 10_240), 600)[0]?.perDay).toBeCloseTo(10, 5);
});

test('space that grows without rows is not allowed, also where rows may grow', () => {
  const doubling = Array.from({ length: 16 }, (_, at) => ({
    atMs: (at * day) / 2,
    values: new Map([
      ['rows of tickets', 1_000],
      ['bytes of tickets', 2 ** at * 1_000_000],
    ]),
  }));
  const verdicts = growthOf(doubling, 600).map(({ name, verdict }) => [name, verdict]);
  expect(verdicts).toEqual([
    ['rows of tickets', 'flat'],
    ['bytes of tickets', 'GROWS: more than its rows'],
  ]);
});
