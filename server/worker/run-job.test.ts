import { pino } from 'pino';
import { expect, test } from 'vitest';
import { guarded } from './run-job.ts';

/** A job that runs until it is told how to end. */
function heldJob() {
  let runs = 0;
  let end: { well: () => void; badly: (error: Error) => void } | null = null;
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) });
  const job = guarded(
    {
      name: 'held',
      run: () =>
        new Promise<void>((well, badly) => {
          runs += 1;
          end = { well, badly };
        }),
    },
    log,
  );
  return { job, lines, runs: () => runs, end: () => end };
}

test('a job that is still running is not started again', async () => {
  const { job, runs, end } = heldJob();
  const first = job.run();
  await Promise.all([job.run(), job.run()]);
  expect(runs()).toBe(1);
  end()?.well();
  await first;
  const second = job.run();
  expect(runs()).toBe(2);
  end()?.well();
  await second;
});

test('a job that failed is logged by its name, and runs the next time', async () => {
  const { job, lines, runs, end } = heldJob();
  const first = job.run();
  end()?.badly(new Error('the provider is on fire'));
  await first;
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ level: 50, job: 'held', msg: 'job failed' }),
  ]);
  const second = job.run();
  expect(runs()).toBe(2);
  end()?.well();
  await second;
});

test('a job that throws before it has promised anything is a failure like any other', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) });
  let runs = 0;
  const job = guarded(
    {
      name: 'hasty',
      run: () => {
        runs += 1;
        throw new Error('at once');
      },
    },
    log,
  );
  await job.run();
  await job.run();
  expect([runs, lines.length]).toEqual([2, 2]);
});

test('a job is idle once its run has ended, well or badly', async () => {
  const { job, end } = heldJob();
  await job.idle();
  const order: string[] = [];
  const run = job.run().then(() => order.push('ended'));
  const idle = job.idle().then(() => order.push('idle'));
  expect(order).toEqual([]);
  end()?.badly(new Error('badly'));
  await Promise.all([run, idle]);
  expect(order.toSorted()).toEqual(['ended', 'idle']);
});
