import { expect, test } from 'vitest';
import { createServerClock } from './server-clock.ts';

const hour = 3_600_000;
const noon = Date.parse('2026-11-22T12:00:00.400Z');

/**
 * A server, and a device whose clock is `ahead` of it by so many milliseconds. Both run on until the test sets the
 * device's.
 */
function world({ ahead }: { ahead: number }) {
  let passed = 0;
  const device = { ahead, asleep: 0 };
  const truth = () => noon + passed;
  const wall = () => truth() + device.ahead;
  const clock = createServerClock({ wall, monotonic: () => 5_000 + passed - device.asleep });
  return {
    clock,
    device,
    pass: (ms: number) => {
      passed += ms;
    },
    sleep: (ms: number) => {
      passed += ms;
      device.asleep += ms;
    },
    /** A request of this duration; the server reads its clock in the middle of it. */
    answer: (durationMs = 40) => {
      const sentAt = wall();
      passed += durationMs / 2;
      const date = new Date(truth()).toUTCString();
      passed += durationMs / 2;
      clock.learn(date, sentAt);
    },
    /** The lead of the estimated time over the server's, in milliseconds. */
    error: () => clock.now().getTime() - truth(),
  };
}

for (const [words, ahead] of [
  ['fast', 2 * hour],
  ['slow', -2 * hour],
] as const) {
  test(`a device two hours ${words} estimates the server's time to a second after one reply`, () => {
    const { clock, answer, error, pass } = world({ ahead });
    expect(clock.isKnown()).toBe(false);
    expect(error()).toBe(ahead);
    answer();
    expect(clock.isKnown()).toBe(true);
    expect(Math.abs(error())).toBeLessThan(600);
    pass(hour);
    expect(Math.abs(error())).toBeLessThan(600);
  });
}

test('a clock that is right, or a second off, is not corrected', () => {
  for (const ahead of [0, 300, -300, 1_000, -1_000]) {
    const { clock, answer, pass } = world({ ahead });
    for (let answers = 0; answers < 20; answers += 1) {
      answer();
      pass(170);
    }
    expect([ahead, clock.correction()]).toEqual([ahead, 0]);
  }
});

test('slow replies measure little, and quicker replies after them the rest', () => {
  const { answer, error, pass } = world({ ahead: 20_000 });
  answer(60_000);
  expect(error()).toBe(20_000); // half a minute each way: the clock may be right
  pass(1_000);
  answer(3_000);
  expect(Math.abs(error())).toBeLessThan(2_000);
  answer();
  expect(Math.abs(error())).toBeLessThan(600);
});

test('many replies measure a wrong clock better than one', () => {
  const { answer, error, pass } = world({ ahead: 2 * hour });
  for (let answers = 0; answers < 20; answers += 1) {
    answer();
    pass(170);
  }
  expect(Math.abs(error())).toBeLessThan(150);
});

test('a clock that is set while the page is open is measured again by the next reply', () => {
  const { answer, device, error } = world({ ahead: 0 });
  answer();
  device.ahead = 2 * hour;
  answer();
  expect(Math.abs(error())).toBeLessThan(600);
  device.ahead = 0;
  answer();
  expect(error()).toBe(0);
});

test('a reply that contradicts the earlier ones is ignored while nobody sets the clock', () => {
  for (const ahead of [0, 2 * hour]) {
    const { clock, answer, error, pass } = world({ ahead });
    answer();
    const before = error();
    pass(hour);
    const now = clock.now().getTime();
    clock.learn(new Date(now - hour).toUTCString(), now + ahead);
    expect(error()).toBe(before);
  }
});

test('a device that slept has the right time when it wakes', () => {
  const { answer, error, sleep } = world({ ahead: -2 * hour });
  answer();
  sleep(8 * hour);
  expect(Math.abs(error())).toBeLessThan(600);
  answer();
  expect(Math.abs(error())).toBeLessThan(600);
});

test('a reply without a date, and one during which the clock was set back, are ignored', () => {
  const { clock, device } = world({ ahead: 0 });
  clock.learn(null, noon);
  clock.learn('soon', noon);
  const sentAt = clock.now().getTime();
  device.ahead = -2 * hour;
  clock.learn(new Date(noon).toUTCString(), sentAt);
  expect(clock.isKnown()).toBe(false);
});

test('a subscriber is called when the correction may have changed, and not otherwise', () => {
  const { clock, answer } = world({ ahead: 2 * hour });
  const corrections: number[] = [];
  const stop = clock.subscribe(() => corrections.push(clock.correction()));
  answer();
  expect(corrections).toEqual([clock.correction()]);
  stop();
  answer();
  expect(corrections).toHaveLength(1);
});
