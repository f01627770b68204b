import { describe, expect, test } from 'vitest';
import { readCalendar, weekAt, weekOf } from './espn-calendar.ts';

type Entry = [label: string, value: number | string, from: string, to: string];

const part = (value: number, ...entries: Entry[]) => ({
  label: 'a part',
  value: String(value),
  entries: entries.map(([label, number, startDate, endDate]) => ({ label, value: String(number), startDate, endDate })),
});
const scoreboard = (...calendar: unknown[]) => ({ leagues: [{ season: { year: 1999 }, calendar }], events: [] });

const nfl = scoreboard(
  part(
    1,
    ['Hall of Fame Weekend', 1, '2026-08-06T07:00Z', '2026-08-13T06:59Z'],
    ['Preseason Week 1', 2, '2026-08-13T07:00Z', '2026-09-09T06:59Z'],
  ),
  part(
    2,
    ['Week 1', 1, '2026-09-09T07:00Z', '2026-09-16T06:59Z'],
    ['Week 18', 18, '2026-09-16T07:00Z', '2027-01-13T07:59Z'],
  ),
  part(
    3,
    ['Wild Card', 1, '2027-01-13T08:00Z', '2027-01-20T07:59Z'],
    ['Conference Championship', 3, '2027-01-20T08:00Z', '2027-02-03T07:59Z'],
    ['Pro Bowl', 4, '2027-02-03T08:00Z', '2027-02-10T07:59Z'],
    ['Super Bowl', 5, '2027-02-10T08:00Z', '2027-02-16T07:59Z'],
  ),
  part(4, ['Week 1', 1, '2027-02-16T08:00Z', '2027-08-01T06:59Z']),
);
const cfb = scoreboard(
  part(
    2,
    ['Week 1', 1, '2025-08-23T07:00Z', '2025-09-02T06:59Z'],
    ['Week 2', 2, '2025-09-02T07:00Z', '2025-09-08T06:59Z'],
    ['Week 16', 16, '2025-12-08T08:00Z', '2026-12-14T07:59Z'],
  ),
  part(
    3,
    ['Bowls', 1, '2025-12-13T08:00Z', '2026-01-21T07:59Z'],
    ['CFP', 999, '2025-12-20T08:00Z', '2026-01-20T07:59Z'],
  ),
  part(4, ['All-Star', 1, '2026-01-21T08:00Z', '2026-02-01T07:59Z']),
  part(5, ['Spring Week 1', 1, '2026-01-31T08:00Z', '2026-02-09T07:59Z']),
);

const at = (payload: unknown, instant: string) => weekAt(readCalendar(payload), new Date(instant));

describe('the week of a calendar', () => {
  test.each([
    ['before the season', '2026-07-01T12:00Z', 1, 'preseason'],
    ['in the preseason', '2026-08-20T12:00Z', 2, 'preseason'],
    ['in the minute between two parts', '2026-09-09T06:59:30Z', 1, 'regular'],
    ['in its first instant', '2026-09-09T07:00Z', 1, 'regular'],
    ['at two in the Eastern morning after its last day', '2026-09-16T06:00Z', 1, 'regular'],
    ['in the regular season', '2026-11-01T12:00Z', 18, 'regular'],
    ['in the playoffs', '2027-01-14T12:00Z', 1, 'postseason'],
    ['in the week of the Pro Bowl', '2027-02-05T12:00Z', 5, 'postseason'],
    ['on the day of the Super Bowl', '2027-02-14T23:30Z', 5, 'postseason'],
  ] as const)('of the NFL %s (%s) is %i of the %s', (_name, instant, week, seasonType) => {
    expect(at(nfl, instant)).toEqual({ week, season: 2026, seasonType });
  });

  test.each([
    ['in the spring before', '2025-05-01T12:00Z', 1, 'regular'],
    ['on the first of the ten days of week 1', '2025-08-23T18:00Z', 1, 'regular'],
    ['on the tenth of them', '2025-09-01T23:30Z', 1, 'regular'],
    ['once the bowls begin, though week 16 ends a year too late', '2025-12-14T12:00Z', 1, 'postseason'],
    ['in the playoff, which is played within the bowls', '2026-01-10T12:00Z', 1, 'postseason'],
  ] as const)('of college football %s (%s) is %i of the %s', (_name, instant, week, seasonType) => {
    expect(at(cfb, instant)).toEqual({ week, season: 2025, seasonType });
  });

  test('is none once the season is over', () => {
    expect(at(nfl, '2027-02-16T08:00Z')).toBeNull();
    expect(at(cfb, '2026-01-25T12:00Z')).toBeNull();
    expect(at(cfb, '2026-02-05T12:00Z')).toBeNull();
  });
});

test('the playoff of college football counts to the bowls, and no other week is renamed', () => {
  expect([weekOf('postseason', 999), weekOf('postseason', 5), weekOf('regular', 16)]).toEqual([1, 5, 16]);
  expect(readCalendar(cfb).map(({ number }) => number)).toEqual([1, 2, 16, 1, 999]);
});

test.each([
  ['nothing', null],
  ['no leagues', { leagues: [] }],
  ['game days', { leagues: [{ calendar: ['2026-04-01T07:00Z'] }] }],
  ['no calendar', { leagues: [{}] }],
  ['parts of another shape', scoreboard({ value: 'x' }, 7, { value: '2', entries: 'none' })],
  [
    'weeks of another shape',
    scoreboard(part(2, ['Week', '../..', '2026-09-09T07:00Z', '2026-09-16T06:59Z'], ['Week', 1, 'soon', 'later'])),
  ],
])('a calendar of %s has no weeks', (_name, payload) => {
  expect(readCalendar(payload)).toEqual([]);
});
