import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { guarded } from './run-job.ts';

/** A job whose run ends when the test calls `end().well()` or `end().badly(error)`. */
function pausedJob() {
  let runs = 0;
  let end: { well: () => void; badly: (error: Error) => void } | null = null;
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) });
  const job = guarded(
    {
      name: 'paused',
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
  const { job, runs, end } = pausedJob();
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
  const { job, lines, runs, end } = pausedJob();
  const first = job.run();
  end()?.badly(new Error('the provider is on fire'));
  await first;
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ level: 50, job: 'paused', msg: 'job failed' }),
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

describe('a job that hangs', () => {
  const limitMs = 1_000;
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** The first run never ends; each further one ends when its signal aborts. */
  function hangingJob() {
    const stops: AbortSignal[] = [];
    const lines: string[] = [];
    const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) });
    const run = (stop?: AbortSignal) =>
      new Promise<void>((_, fail) => {
        if (!stop) throw new Error('a run cannot be ended');
        if (stops.push(stop) > 1) stop.addEventListener('abort', () => fail(stop.reason));
      });
    return { job: guarded({ name: 'hanging', limitMs, run }, log), stops, lines };
  }

  test('is overdue past its limit; past twice the limit it is aborted, logged, and started anew by the next tick', async () => {
    const { job, stops, lines } = hangingJob();
    const first = job.run();
    vi.advanceTimersByTime(limitMs);
    expect(job.overdueMs()).toBe(0);
    vi.advanceTimersByTime(1);
    expect(job.overdueMs()).toBe(limitMs + 1);
    vi.advanceTimersByTime(limitMs - 2);
    expect(stops.map(({ aborted }) => aborted)).toEqual([false]);
    vi.advanceTimersByTime(1);
    await first;
    expect(stops.map(({ aborted }) => aborted)).toEqual([true]);
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ level: 50, job: 'hanging', msg: 'job hung; the next tick starts it anew' }),
    ]);
    void job.run();
    expect(stops.map(({ aborted }) => aborted)).toEqual([true, false]);
    expect(job.overdueMs()).toBe(2 * limitMs); // starting a run does not end the delay
    await job.stop(); // waits for the second run, which obeys its signal, and not for the first
    await job.run();
    expect(stops.map(({ aborted }) => aborted)).toEqual([true, true]);
    expect(lines).toHaveLength(1);
  });
});

test('a stop returns once the run has ended', async () => {
  const { job, end } = pausedJob();
  const order: string[] = [];
  const run = job.run().then(() => order.push('ended'));
  const stopped = job.stop().then(() => order.push('stopped'));
  await new Promise((later) => setImmediate(later));
  expect(order).toEqual(['ended']); // run() resolves on the abort, although the work goes on
  end()?.well();
  await Promise.all([run, stopped]);
  expect(order).toEqual(['ended', 'stopped']);
});

test('a job is overdue no more once a run of it has ended, well or badly', async () => {
  vi.useFakeTimers();
  const { job, end } = pausedJob();
  const run = job.run();
  vi.advanceTimersByTime(90_000);
  expect(job.overdueMs()).toBe(90_000);
  end()?.badly(new Error('badly'));
  await run;
  expect(job.overdueMs()).toBe(0);
  await job.stop();
  vi.useRealTimers();
});
