import { describe, expect, test } from 'vitest';
import { limitsAt, limitsOf } from './limits.ts';
import type { Sport } from './sport.ts';

describe('the limit for a game that is not finished', () => {
  test.each<[Sport, string, boolean, string]>([
    // Football: 23:59 Eastern on the first Wednesday at least two days after; four or five hours behind UTC.
    ['NFL', '2026-11-22T18:00:00Z', false, '2026-11-26T04:59:00Z'], // Sunday, so three days later
    ['NFL', '2026-11-24T01:15:00Z', false, '2026-11-26T04:59:00Z'], // Monday night, already Tuesday in UTC
    ['NFL', '2026-11-24T18:00:00Z', true, '2026-12-03T04:59:00Z'], // Tuesday: tomorrow is too soon
    ['NFL', '2026-11-25T18:00:00Z', false, '2026-12-03T04:59:00Z'], // Wednesday
    ['NFL', '2026-11-27T01:20:00Z', false, '2026-12-03T04:59:00Z'], // Thursday night
    ['CFB', '2026-10-31T16:00:00Z', false, '2026-11-05T04:59:00Z'], // Saturday before the clocks go back
    ['CFB', '2026-09-05T23:30:00Z', true, '2026-09-10T03:59:00Z'],
    // 48 hours after the original start.
    ['NBA', '2026-11-22T00:30:00Z', false, '2026-11-24T00:30:00Z'],
    ['Hockey', '2026-11-22T00:00:00Z', true, '2026-11-24T00:00:00Z'],
    ['Soccer', '2026-11-21T12:30:00Z', false, '2026-11-23T12:30:00Z'],
    // Baseball: started by 06:00 Eastern, then finished within 48 hours.
    ['MLB', '2026-07-04T23:10:00Z', false, '2026-07-05T10:00:00Z'],
    ['MLB', '2026-07-05T02:10:00Z', false, '2026-07-05T10:00:00Z'], // 22:10 on the 4th in New York
    ['MLB', '2026-07-04T23:10:00Z', true, '2026-07-06T23:10:00Z'],
  ])('%s from %s (started: %s) is %s', (sport, start, hasStarted, limit) => {
    expect(
      limitsOf('espn:401547403').finalBy(sport, new Date(start), hasStarted).toISOString().replace('.000', ''),
    ).toBe(limit);
    expect(limitsAt(1).finalBy(sport, new Date(start), hasStarted).toISOString().replace('.000', '')).toBe(limit);
  });

  test('is the same when it is asked for again, after the limits of thousands of other starts', () => {
    const startOf = (halfMinute: number) => new Date(Date.UTC(2026, 7, 31, 5, 0, halfMinute * 30)); // a Monday
    const limits = () =>
      Array.from({ length: 2_500 }, (_, at) =>
        limitsAt(1)
          .finalBy('NFL', startOf(at), at % 2 === 0)
          .toISOString(),
      );
    const first = limits();
    expect(limits()).toEqual(first);
    expect(new Set(first)).toEqual(new Set(['2026-09-03T03:59:00.000Z']));
  });

  test.each<[Sport, boolean, string]>([
    ['NFL', false, '2026-11-22T19:23:00Z'], // 83 hours in as many minutes
    ['CFB', true, '2026-11-22T19:23:00Z'],
    ['NBA', false, '2026-11-22T18:48:00Z'],
    ['Hockey', true, '2026-11-22T18:48:00Z'],
    ['Soccer', false, '2026-11-22T18:48:00Z'],
    ['MLB', false, '2026-11-22T18:11:00Z'],
    ['MLB', true, '2026-11-22T18:48:00Z'],
  ])('at 60 times the pace comes for %s (started: %s) at %s, whatever the day', (sport, hasStarted, limit) => {
    expect(limitsAt(60).finalBy(sport, new Date('2026-11-22T18:00:00Z'), hasStarted)).toEqual(new Date(limit));
  });

  test.each<[Sport, string]>([
    ['NFL', '2026-11-22T18:00:00Z'],
    ['CFB', '2026-11-22T18:00:00Z'],
    ['MLB', '2026-07-04T23:00:00Z'],
  ])('of %s is at twice the pace half as long as from a usual start', (sport, start) => {
    const startsAt = new Date(start);
    const lengthAt = (speed: number) => limitsAt(speed).finalBy(sport, startsAt, false).getTime() - startsAt.getTime();
    expect(Math.abs(lengthAt(2) - lengthAt(1) / 2)).toBeLessThanOrEqual(60_000); // 23:59 is a minute short
  });
});
