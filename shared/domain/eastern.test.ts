import { describe, expect, test } from 'vitest';
import {
  addDays,
  defaultEndDate,
  defaultJoinDeadline,
  easternDay,
  instantOf,
  showInstant,
  showStart,
  startOfDay,
  wallTime,
} from './eastern.ts';

const at = (text: string) => new Date(text);
const utc = (wall: string) => instantOf(wall)?.toISOString().slice(0, 16);

describe('an Eastern wall time', () => {
  test.each([
    // Five hours behind in standard time, four in daylight time.
    ['2026-01-15T12:00', '2026-01-15T17:00'],
    ['2026-07-15T12:00', '2026-07-15T16:00'],
    ['2026-12-31T23:59', '2027-01-01T04:59'],
    ['2028-02-29T20:00', '2028-03-01T01:00'],
    // 8 March 2026: the clocks go from 01:59 to 03:00.
    ['2026-03-07T23:59', '2026-03-08T04:59'],
    ['2026-03-08T00:00', '2026-03-08T05:00'],
    ['2026-03-08T01:59', '2026-03-08T06:59'],
    ['2026-03-08T03:00', '2026-03-08T07:00'],
    ['2026-03-08T23:59', '2026-03-09T03:59'],
    // 1 November 2026: 01:00 to 01:59 occur twice. The result is the first.
    ['2026-11-01T00:59', '2026-11-01T04:59'],
    ['2026-11-01T01:00', '2026-11-01T05:00'],
    ['2026-11-01T01:59', '2026-11-01T05:59'],
    ['2026-11-01T02:00', '2026-11-01T07:00'],
    ['2026-11-01T23:59', '2026-11-02T04:59'],
  ])('%s is %s in UTC', (wall, expected) => {
    expect(utc(wall)).toBe(expected);
  });

  test.each([
    ['2026-03-08T02:00', '2026-03-08T03:00'],
    ['2026-03-08T02:30', '2026-03-08T03:30'],
    ['2026-03-08T02:59', '2026-03-08T03:59'],
  ])('%s does not exist and is read as %s', (skipped, wall) => {
    expect(utc(skipped)).toBe(utc(wall));
  });

  test.each([
    '',
    'tomorrow',
    '2026-02-30T12:00',
    '2026-02-29T12:00',
    '2026-13-01T12:00',
    '2026-00-10T12:00',
    '2026-01-01T24:00',
    '2026-01-01T12:60',
    '2026-01-01',
    '2026-01-01 12:00',
    '2026-01-01T12:00Z',
    '2026-01-01T12:00:00',
    ' 2026-01-01T12:00',
    '2026-1-1T12:00',
  ])('%j is not one', (text) => {
    expect(instantOf(text)).toBeNull();
  });
});

describe('an instant in New York', () => {
  test.each([
    ['2026-03-08T06:59:00Z', '2026-03-08T01:59'],
    ['2026-03-08T07:00:00Z', '2026-03-08T03:00'],
    ['2026-11-01T05:30:00Z', '2026-11-01T01:30'],
    ['2026-11-01T06:30:00Z', '2026-11-01T01:30'],
    ['2026-11-01T07:00:00Z', '2026-11-01T02:00'],
    ['2026-01-15T05:00:00Z', '2026-01-15T00:00'],
    ['2026-07-15T03:59:59Z', '2026-07-14T23:59'],
  ])('%s reads %s', (instant, wall) => {
    expect(wallTime(at(instant))).toBe(wall);
  });

  test.each([
    // In the evening the UTC date is already the next day's.
    ['2026-11-23T01:20:00Z', '2026-11-22'],
    ['2026-11-22T04:59:59Z', '2026-11-21'],
    ['2026-11-22T05:00:00Z', '2026-11-22'],
    ['2026-07-04T03:59:59Z', '2026-07-03'],
    ['2026-07-04T04:00:00Z', '2026-07-04'],
    // Both clock changes happen at two in the morning, so these days begin with the offset of the day before.
    ['2026-03-08T05:00:00Z', '2026-03-08'],
    ['2026-03-09T03:59:59Z', '2026-03-08'],
    ['2026-03-09T04:00:00Z', '2026-03-09'],
    ['2026-11-01T04:00:00Z', '2026-11-01'],
    ['2026-11-02T04:59:59Z', '2026-11-01'],
    ['2026-11-02T05:00:00Z', '2026-11-02'],
    ['2027-01-01T04:59:59Z', '2026-12-31'],
  ])('%s falls on %s', (instant, day) => {
    expect(easternDay(at(instant))).toBe(day);
  });

  test('spends 23 hours on the day that the clocks go forward and 25 on the day that they go back', () => {
    const hours = (day: string) => (startOfDay(addDays(day, 1)).getTime() - startOfDay(day).getTime()) / 3_600_000;
    expect([hours('2026-03-07'), hours('2026-03-08'), hours('2026-03-09')]).toEqual([24, 23, 24]);
    expect([hours('2026-10-31'), hours('2026-11-01'), hours('2026-11-02')]).toEqual([24, 25, 24]);
  });
});

describe('calendar days', () => {
  test.each([
    ['2026-11-22', 1, '2026-11-23'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2026-03-01', -1, '2026-02-28'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2026-11-22', 7, '2026-11-29'],
    ['2026-03-07', 2, '2026-03-09'],
    ['2026-11-22', 0, '2026-11-22'],
  ])('%s and %i days are %s', (day, count, expected) => {
    expect(addDays(day, count)).toBe(expected);
  });

  test('a day that does not exist has no start', () => {
    expect(() => startOfDay('2026-02-30')).toThrow(RangeError);
  });
});

describe('what screens show', () => {
  const now = at('2026-11-22T15:00:00Z');

  test.each([
    ['2026-11-22T18:00:00Z', 'Today, 1:00 PM ET'],
    // Tomorrow in UTC, still today in New York.
    ['2026-11-23T01:20:00Z', 'Today, 8:20 PM ET'],
    ['2026-11-22T05:00:00Z', 'Today, 12:00 AM ET'],
    ['2026-11-22T04:59:00Z', 'Sat, Nov 21, 11:59 PM ET'],
    ['2026-11-24T01:15:00Z', 'Mon, Nov 23, 8:15 PM ET'],
    ['2026-07-04T16:05:00Z', 'Sat, Jul 4, 12:05 PM ET'],
  ])('a start at %s is "%s"', (instant, text) => {
    expect(showStart(at(instant), now)).toBe(text);
  });

  test.each([
    ['2026-11-22T18:00:00Z', 'Nov 22, 2026, 1:00 PM ET'],
    ['2027-01-01T04:59:00Z', 'Dec 31, 2026, 11:59 PM ET'],
  ])('%s in full is "%s"', (instant, text) => {
    expect(showInstant(at(instant))).toBe(text);
  });

  test.each([
    ['2026-11-23T04:59:00Z', 'today, 11:59 PM ET'],
    ['2026-11-22T04:59:00Z', 'Nov 21, 2026, 11:59 PM ET'],
    ['2025-11-22T18:00:00Z', 'Nov 22, 2025, 1:00 PM ET'],
  ])('%s within a sentence of the day is "%s"', (instant, text) => {
    expect(showInstant(at(instant), now)).toBe(text);
  });
});

describe('the defaults of a new league', () => {
  test.each([
    ['2026-11-22T15:00:00Z', '2026-11-23T00:00', '2026-12-31T23:59'],
    // 23:30 on the 22nd in New York.
    ['2026-11-23T04:30:00Z', '2026-11-23T00:00', '2026-12-31T23:59'],
    ['2026-03-08T06:30:00Z', '2026-03-09T00:00', '2026-12-31T23:59'],
    ['2026-12-29T17:00:00Z', '2026-12-30T00:00', '2026-12-31T23:59'],
    // The last days of the year: with this year's 31 December the league would end within a day of its deadline.
    ['2026-12-30T17:00:00Z', '2026-12-31T00:00', '2027-12-31T23:59'],
    ['2026-12-31T17:00:00Z', '2027-01-01T00:00', '2027-12-31T23:59'],
    // Still 31 December in New York, then the new year.
    ['2027-01-01T04:59:00Z', '2027-01-01T00:00', '2027-12-31T23:59'],
    ['2027-01-01T05:00:00Z', '2027-01-02T00:00', '2027-12-31T23:59'],
  ])('at %s are to join by %s and to end at %s', (now, deadline, end) => {
    expect(defaultJoinDeadline(at(now))).toBe(deadline);
    expect(defaultEndDate(at(now))).toBe(end);
  });
});
