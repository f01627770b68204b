import { expect, test } from 'vitest';
import { seed } from '#shared/testing/seed.ts';
import { findCitus } from '../db/installed-citus.ts';
import type { FaultName } from './faults.ts';
import { playRound, type RoundPlan } from './round.ts';

const timeout = 240_000; // several processes, on a busy machine
const timeoutOnCitus = 600_000; // three servers besides, and a machine is away for a while twice

async function expectCleanRound(plan: Pick<RoundPlan, 'onCitus' | 'faults' | 'kickOffSpanMs' | 'rate'>): Promise<void> {
  const report = await playRound({ ...plan, seed, games: 6, isTimed: false, log: () => undefined });
  process.stdout.write(`seed ${seed}, ${report.acked} tickets acknowledged, ${report.retried} retries\n`);
  expect(report.violations, `seed ${seed}`).toEqual([]);
  expect(report.injected.map(({ fault }) => fault).sort()).toEqual([...plan.faults].sort());
  expect(report.acked).toBeGreaterThan(0);
  expect(report.reads).toBeGreaterThan(0);
}

test('a round of faults under load loses and doubles nothing, and everybody has what the model says', {
  timeout,
}, async () => {
  const faults: FaultName[] = [
    'web killed',
    'database killed',
    'worker killed',
    'connections cut',
    'feed cut short',
    'mail gone',
  ];
  await expectCleanRound({ onCitus: false, faults, kickOffSpanMs: 5_000, rate: 25 }); // games start and end while the faults last
});

// Three servers take two cores for minutes, so this runs only where the tests of Citus are asked for.
const programs = process.env.CITUS_URL ? await findCitus() : null;
test.runIf(programs !== null)(
  'so does a round on Citus that loses one machine and freezes one',
  {
    timeout: timeoutOnCitus,
  },
  async () => {
    const faults: FaultName[] = ['machine gone', 'machine frozen'];
    await expectCleanRound({ onCitus: true, faults, kickOffSpanMs: 60_000, rate: 10 });
  },
);
