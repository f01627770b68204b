import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { endOfQuiet, type QuietHours, timeZoneOf } from './quiet-hours.ts';

const minuteMs = 60_000;

/**
 * Zones that change by an hour and by half an hour, on both halves of the earth, that are off by quarters of an hour,
 * that change at midnight, and that never change.
 */
const zones = [
  'America/New_York',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'America/Santiago',
  'Africa/Cairo',
  'Asia/Kathmandu',
  'UTC',
];

/** Days on which the clock of one of these zones changes, and any other days of two years. */
const changeDays = ['2026-03-08', '2026-11-01', '2026-03-29', '2026-10-25', '2026-04-05', '2026-10-04', '2026-09-06'];
const aroundChange = fc
  .tuple(fc.constantFrom(...changeDays), fc.integer({ min: -36 * 60, max: 36 * 60 }), fc.nat(59_999))
  .map(([day, minutes, ms]) => new Date(Date.parse(`${day}T00:00:00Z`) + minutes * minuteMs + ms));
const instant = fc.oneof(
  aroundChange,
  fc.date({ noInvalidDate: true, min: new Date('2026-01-01T00:00:00Z'), max: new Date('2028-01-01T00:00:00Z') }),
);

const minuteOfDay = fc.integer({ min: 0, max: 1_439 });
const quietHours = fc
  .record({ from: minuteOfDay, until: minuteOfDay, timeZone: fc.constantFrom(...zones) })
  .filter(({ from, until }) => from !== until);

const clocks = new Map(
  zones.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hour12: false }),
  ]),
);

/** Whether the wall clock shows a time of the quiet hours: another reading of it than that of the code. */
function isQuietAt(at: number, { from, until, timeZone }: QuietHours): boolean {
  const [hour = '', minute = ''] = (clocks.get(timeZone)?.format(at) ?? '').split(':');
  const wall = (Number(hour) % 24) * 60 + Number(minute);
  return from < until ? from <= wall && wall < until : wall >= from || wall < until;
}

test('quiet hours end at the first minute whose wall time is not among them', () => {
  fc.assert(
    fc.property(instant, quietHours, (at, quiet) => {
      let first = at.getTime();
      while (isQuietAt(first, quiet)) first = first - (first % minuteMs) + minuteMs;
      expect(endOfQuiet(at, quiet)).toEqual(new Date(first));
    }),
    { numRuns: 150 },
  );
});

test('the end of quiet hours is not within them, and they last a day and an hour at most', () => {
  fc.assert(
    fc.property(instant, quietHours, (at, quiet) => {
      const end = endOfQuiet(at, quiet);
      expect(end.getTime()).toBeGreaterThanOrEqual(at.getTime());
      expect(end.getTime() - at.getTime()).toBeLessThanOrEqual(25 * 60 * minuteMs);
      expect(endOfQuiet(end, quiet)).toEqual(end);
    }),
    { numRuns: 1_000 },
  );
});

const night = { from: 22 * 60, until: 8 * 60 };

describe('the night in which the clocks change', () => {
  test.each([
    // The last evening of winter time in New York is UTC-5, and the morning after it UTC-4.
    ['New York in spring', 'America/New_York', night, '2026-03-08T03:30:00Z', '2026-03-08T12:00:00Z'],
    ['New York in autumn', 'America/New_York', night, '2026-11-01T03:30:00Z', '2026-11-01T13:00:00Z'],
    ['Berlin in spring', 'Europe/Berlin', night, '2026-03-28T23:00:00Z', '2026-03-29T06:00:00Z'],
    // 02:30 does not exist on that day: the first minute after it is 03:00.
    [
      'an end that is skipped',
      'America/New_York',
      { from: 0, until: 150 },
      '2026-03-08T06:00:00Z',
      '2026-03-08T07:00:00Z',
    ],
    // 01:30 comes twice; between the two, the quiet half-hour from 01:00 on comes again.
    [
      'an end that comes twice',
      'America/New_York',
      { from: 0, until: 90 },
      '2026-11-01T05:00:00Z',
      '2026-11-01T05:30:00Z',
    ],
    [
      'the hour that is repeated',
      'America/New_York',
      { from: 0, until: 90 },
      '2026-11-01T06:10:00Z',
      '2026-11-01T06:30:00Z',
    ],
  ])('%s', (_, timeZone, hours, at, end) => {
    expect(endOfQuiet(new Date(at), { ...hours, timeZone })).toEqual(new Date(end));
  });
});

describe('the name of a time zone', () => {
  test.each(['America/New_York', 'Europe/Berlin', 'America/Argentina/Ushuaia', 'UTC'])('%s is known', (name) => {
    expect(timeZoneOf(name)).toBe(name);
  });

  test('has one spelling', () => {
    expect(timeZoneOf('europe/BERLIN')).toBe('Europe/Berlin');
    expect(timeZoneOf('Asia/Kolkata')).toBe(timeZoneOf('Asia/Calcutta'));
  });

  test.each(['', 'Mars/Olympus', '+05:30', 'Europe/Berlin ', '../etc', 'a'.repeat(64)])('%j is none', (name) => {
    expect(timeZoneOf(name)).toBe(null);
  });
});
