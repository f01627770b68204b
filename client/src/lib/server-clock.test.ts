import { expect, test } from 'vitest';
import { createServerClock } from './server-clock.ts';

const hour = 3_600_000;
const noon = Date.parse('2026-11-22T12:00:00.400Z');

/** The server's time, and a device whose clock is ahead of it; both go on together until the device's is set. */
function world({ ahead }: { ahead: number }) {
  let passed = 0;
  const device = { ahead, asleep: 0 };
  const truth = () => noon + passed;
  const wall = () => truth() + device.ahead;
  const clock = createServerClock({ wall, steady: () => 5_000 + passed - device.asleep });
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
    /** An answer that the server gives halfway through the time that it is under way. */
    answer: (underWayMs = 40) => {
      const askedAt = wall();
      passed += underWayMs / 2;
      const date = new Date(truth()).toUTCString();
      passed += underWayMs / 2;
      clock.learn(date, askedAt);
    },
    /** How far the clock is ahead of the server, in milliseconds. */
    error: () => clock.now().getTime() - truth(),
  };
}

for (const [words, ahead] of [
  ['fast', 2 * hour],
  ['slow', -2 * hour],
] as const) {
  test(`a device two hours ${words} tells the server's time, within a second, once one answer has come`, () => {
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

test('a clock that is right, or a second off, is believed to the millisecond', () => {
  for (const ahead of [0, 300, -300, 1_000, -1_000]) {
    const { clock, answer, pass } = world({ ahead });
    for (let answers = 0; answers < 20; answers += 1) {
      answer();
      pass(170);
    }
    expect([ahead, clock.correction()]).toEqual([ahead, 0]);
  }
});

test('answers that are slow say little, and the quicker ones after them the rest', () => {
  const { answer, error, pass } = world({ ahead: 20_000 });
  answer(60_000);
  expect(error()).toBe(20_000); // half a minute there, half a minute back: the clock may be right
  pass(1_000);
  answer(3_000);
  expect(Math.abs(error())).toBeLessThan(2_000);
  answer();
  expect(Math.abs(error())).toBeLessThan(600);
});

test('many answers know a wrong clock better than one', () => {
  const { answer, error, pass } = world({ ahead: 2 * hour });
  for (let answers = 0; answers < 20; answers += 1) {
    answer();
    pass(170);
  }
  expect(Math.abs(error())).toBeLessThan(150);
});

test('a clock that is set while the page is open is measured anew by the next answer', () => {
  const { answer, device, error } = world({ ahead: 0 });
  answer();
  device.ahead = 2 * hour;
  answer();
  expect(Math.abs(error())).toBeLessThan(600);
  device.ahead = 0;
  answer();
  expect(error()).toBe(0);
});

test('what contradicts the earlier answers is not believed while the clock runs evenly', () => {
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

test('a device that slept knows the time when it wakes', () => {
  const { answer, error, sleep } = world({ ahead: -2 * hour });
  answer();
  sleep(8 * hour);
  expect(Math.abs(error())).toBeLessThan(600);
  answer();
  expect(Math.abs(error())).toBeLessThan(600);
});

test('an answer without a date, and one during which the clock was set back, say nothing', () => {
  const { clock, device } = world({ ahead: 0 });
  clock.learn(null, noon);
  clock.learn('soon', noon);
  const askedAt = clock.now().getTime();
  device.ahead = -2 * hour;
  clock.learn(new Date(noon).toUTCString(), askedAt);
  expect(clock.isKnown()).toBe(false);
});

test('whoever listens is told when the correction may be another, and not otherwise', () => {
  const { clock, answer } = world({ ahead: 2 * hour });
  const corrections: number[] = [];
  const stop = clock.subscribe(() => corrections.push(clock.correction()));
  answer();
  expect(corrections).toEqual([clock.correction()]);
  stop();
  answer();
  expect(corrections).toHaveLength(1);
});
