import { expect, test } from 'vitest';
import { seed } from '#shared/testing/seed.ts';
import type { FaultName } from './faults.ts';
import { playRound } from './round.ts';

const timeout = 240_000; // several processes, on a busy machine

const short: FaultName[] = [
  'web killed',
  'database killed',
  'worker killed',
  'connections cut',
  'feed cut short',
  'mail gone',
];

test('a round of faults under load loses and doubles nothing, and everybody has what the model says', {
  timeout,
}, async () => {
  const report = await playRound({
    seed,
    faults: short,
    kickOffSpanMs: 5_000, // games start and end while the faults last
    games: 6,
    isTimed: false,
    log: () => undefined,
  });
  process.stdout.write(`seed ${seed}, ${report.acked} tickets acknowledged, ${report.retried} retries\n`);
  expect(report.violations, `seed ${seed}`).toEqual([]);
  expect(report.injected.map(({ fault }) => fault).sort()).toEqual([...short].sort());
  expect(report.acked).toBeGreaterThan(0);
  expect(report.reads).toBeGreaterThan(0);
});
