import fc from 'fast-check';
import { expect, test } from 'vitest';
import { instantOf } from './eastern.ts';
import { datesRefusal } from './league-dates.ts';
import { nextSeasonDates, nextSeasonName } from './next-season.ts';

test('a number at the end of the name counts up, and a name without one gets the number of the season', () => {
  expect(nextSeasonName('Sunday League', 1)).toBe('Sunday League 2');
  expect(nextSeasonName('Sunday League', 4)).toBe('Sunday League 5');
  expect(nextSeasonName('Sunday League 2026', 1)).toBe('Sunday League 2027');
  expect(nextSeasonName('Season 9', 9)).toBe('Season 10');
  expect(nextSeasonName('2026', 1)).toBe('2027');
  expect(nextSeasonName('W'.repeat(60), 1)).toBe('W'.repeat(60));
  expect(nextSeasonName(`${'W'.repeat(59)}9`, 1)).toBe(`${'W'.repeat(59)}9`);
});

test('the next season is as long as the one before, to the same time of the day, also over a change of the clocks', () => {
  const season = {
    startedAt: new Date('2026-09-01T15:00:00Z'),
    joinDeadline: new Date('2026-09-11T16:00:00Z'),
    endDate: new Date('2026-11-11T04:59:00Z'), // Nov 10, 23:59 Eastern
  };
  expect(nextSeasonDates(season, new Date('2026-11-20T18:00:00Z'))).toEqual({
    joinDeadline: '2026-11-30T12:00',
    endDate: '2027-01-29T23:59',
  });
});

test('there is a week to join, or half of a short season', () => {
  const startedAt = new Date('2026-11-01T15:00:00Z');
  const joinDeadline = new Date('2026-11-02T05:00:00Z');
  const now = new Date('2026-12-01T15:00:00Z');
  const joining = (end: string) =>
    nextSeasonDates({ startedAt, joinDeadline, endDate: new Date(end) }, now).joinDeadline;
  expect(joining('2027-02-01T04:59:00Z')).toBe('2026-12-08T00:00');
  expect(joining('2026-11-08T04:59:00Z')).toBe('2026-12-04T00:00');
  expect(joining('2026-11-01T20:00:00Z')).toBe('2026-12-02T00:00');
});

test('what is proposed after any season would be accepted', () => {
  const instants = fc.date({ min: new Date('2024-01-01'), max: new Date('2034-01-01'), noInvalidDate: true });
  const maybe = fc.option(instants);
  fc.assert(
    fc.property(instants, maybe, maybe, instants, (startedAt, joinDeadline, endDate, now) => {
      const proposed = nextSeasonDates({ startedAt, joinDeadline, endDate }, now);
      const dates = { joinDeadline: instantOf(proposed.joinDeadline), endDate: instantOf(proposed.endDate) };
      expect([dates.joinDeadline, dates.endDate]).not.toContain(null);
      expect(datesRefusal(null, dates, now)).toBeNull();
    }),
  );
});
