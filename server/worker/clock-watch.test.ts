import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { isJump, watchClock, whenSteady } from './clock-watch.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

describe('two readings of the clocks, 30 s apart by plan', () => {
  const taken = (wallMs: number, elapsedMs: number) =>
    isJump({ wallMs: 0, monotonicMs: 7 }, { wallMs, monotonicMs: 7 + elapsedMs }, 30 * second);

  test.each([
    ['on time', 30 * second, 30 * second],
    ['at once', 0, 0],
    ['while the clock is slewed', 31 * second, 30 * second],
    ['a minute late', 90 * second, 90 * second],
    ['a minute apart from each other', 90 * second, 30 * second],
  ])('are no jump %s', (_words, wallMs, elapsedMs) => {
    expect(taken(wallMs, elapsedMs)).toBe(false);
  });

  test.each([
    ['the clock was set forward', 4 * day, 30 * second],
    ['the clock was set back', -5 * hour, 30 * second],
    ['the machine slept, its monotonic clock too', 72 * hour, second],
    ['the process slept', 72 * hour, 72 * hour],
    ['the process slept for little more than a minute', 91 * second, 91 * second],
  ])('are a jump when %s', (_words, wallMs, elapsedMs) => {
    expect(taken(wallMs, elapsedMs)).toBe(true);
  });
});

describe('what cannot be undone', () => {
  let database: TestDatabase;
  let monotonicMs: number;
  let lines: string[];
  let runs: number;

  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.drop());
  beforeEach(async () => {
    await database.clear();
    [monotonicMs, lines, runs] = [0, [], 0];
  });

  function aJob(everyMs = 10 * second) {
    const log = pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line).msg) });
    const watch = watchClock(database.db, everyMs, log, () => monotonicMs);
    const run = async () => {
      runs += 1;
    };
    return whenSteady(watch, { name: 'final', run });
  }

  /** Writes a heartbeat of another worker from `silentSeconds` ago. */
  async function beat(silentSeconds: number): Promise<void> {
    await database.pool.query(
      `insert into heartbeats (worker, at) values ('another', clock_timestamp() - make_interval(secs => $1))`,
      [silentSeconds],
    );
  }

  test.each([
    ['forward', 4 * day],
    ['back', -5 * hour],
  ])('waits for half a minute after the clock jumped %s, and is said in one line', async (_words, by) => {
    const job = aJob();
    await job.run();
    expect(runs).toBe(1);
    monotonicMs -= by; // looks to the watch like a database clock that was set
    await job.run();
    monotonicMs += 29 * second;
    await job.run();
    expect([runs, lines.length]).toEqual([1, 1]);
    monotonicMs += second;
    await job.run();
    expect([runs, lines.length]).toEqual([2, 1]);
  });

  test.each([
    ['begin at once in the first worker of all', null, true],
    ['begin at once in a worker that starts after hours without any', 7_200, true],
    ['rest in a worker that starts after the clock was set back', -7_200, false],
  ])('polls %s', async (_words, silentSeconds, expected) => {
    if (silentSeconds !== null) await beat(silentSeconds);
    const watch = watchClock(database.db, 10 * second, pino({ level: 'silent' }), () => monotonicMs);
    expect(await watch.mayPoll()).toBe(expected);
    monotonicMs += 15 * second;
    expect(await watch.mayPoll()).toBe(true);
  });

  test('waits for the time of two polls where they are far apart', async () => {
    const job = aJob(30 * second);
    await job.run();
    monotonicMs += hour;
    await job.run();
    monotonicMs += 59 * second;
    await job.run();
    expect(runs).toBe(1);
    monotonicMs += second;
    await job.run();
    expect(runs).toBe(2);
  });

  test.each([
    ['is done at once by the first worker of all', null, 1],
    ['is done at once by a worker that follows another', 20, 1],
    ['waits in a worker that starts after hours without any', 7_200, 0],
    ['waits in a worker that starts after the clock was set back', -7_200, 0],
  ])('%s', async (_words, silentSeconds, expected) => {
    if (silentSeconds !== null) await beat(silentSeconds);
    await aJob().run();
    expect(runs).toBe(expected);
  });
});
