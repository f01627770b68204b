import { describe, expect, test } from 'vitest';
import { ching } from '#shared/testing/examples.ts';
import { netOf, numberOf, runningWeek, weekNumbered, weekOf } from './week.ts';

const at = (text: string) => new Date(text);

describe('a week of a league', () => {
  const beganAt = at('2026-09-10T17:00:00Z'); // Thursday

  test('is number 1 where the league began, in the middle of it', () => {
    expect(weekOf(beganAt, beganAt)).toEqual({
      number: 1,
      startsAt: at('2026-09-08T10:00:00Z'),
      endsAt: at('2026-09-15T10:00:00Z'),
    });
  });

  test.each([
    ['a league of Tuesday 05:59', '2026-09-08T09:59:59.999Z', '2026-09-01T10:00:00Z'],
    ['a league of Tuesday 06:00', '2026-09-08T10:00:00Z', '2026-09-08T10:00:00Z'],
    ['a league of Monday night', '2026-09-15T03:30:00Z', '2026-09-08T10:00:00Z'],
  ])('begins on the Tuesday before %s', (_name, began, startsAt) => {
    expect(weekOf(at(began), at(began)).startsAt).toEqual(at(startsAt));
  });

  test.each([
    ['autumn 2026', '2026-10-27T10:00:00Z', '2026-11-03T11:00:00Z', 169],
    ['spring 2027', '2027-03-09T11:00:00Z', '2027-03-16T10:00:00Z', 167],
    ['autumn 2027', '2027-11-02T10:00:00Z', '2027-11-09T11:00:00Z', 169],
    ['spring 2026', '2026-03-03T11:00:00Z', '2026-03-10T10:00:00Z', 167],
  ])('ends at 06:00 also when the clocks change: %s', (_name, startsAt, endsAt, hours) => {
    const week = weekOf(at(startsAt), at(startsAt));
    expect([week.startsAt, week.endsAt]).toEqual([at(startsAt), at(endsAt)]);
    expect((week.endsAt.getTime() - week.startsAt.getTime()) / 3_600_000).toBe(hours);
    expect(weekOf(new Date(at(endsAt).getTime() - 1), at(startsAt)).number).toBe(1);
    expect(weekOf(at(endsAt), at(startsAt)).number).toBe(2);
  });

  test('counts on over the change of the year', () => {
    expect(weekOf(at('2027-01-05T11:00:00Z'), beganAt).number).toBe(18);
    expect(weekNumbered(18, beganAt).startsAt).toEqual(at('2027-01-05T11:00:00Z'));
  });
});

describe('the running week', () => {
  const createdAt = at('2026-09-10T17:00:00Z');
  const open = { createdAt, endDate: null, finalizedAt: null, frozenUntil: null };

  test('is the first before any is frozen, and the one after the last frozen', () => {
    expect(runningWeek(open)).toMatchObject({ number: 1, isLast: false, endsAt: at('2026-09-15T10:00:00Z') });
    const frozenUntil = at('2026-09-22T10:00:00Z');
    expect(runningWeek({ ...open, frozenUntil })).toMatchObject({ number: 3, startsAt: frozenUntil });
  });

  test('is the last, and ends with the league, where the league ends inside it', () => {
    const endDate = at('2026-09-13T04:00:00Z');
    expect(runningWeek({ ...open, endDate })).toMatchObject({ number: 1, isLast: true, endsAt: endDate });
  });

  test('is the last also where the league ends on its boundary, but not before that', () => {
    const boundary = at('2026-09-22T10:00:00Z');
    expect(runningWeek({ ...open, endDate: boundary })).toMatchObject({ number: 1, isLast: false });
    const second = { ...open, frozenUntil: at('2026-09-15T10:00:00Z') };
    expect(runningWeek({ ...second, endDate: boundary })).toMatchObject({ number: 2, isLast: true, endsAt: boundary });
  });
});

test('a final league has no running week once all are frozen', () => {
  const ended = { createdAt: at('2026-09-10T17:00:00Z'), endDate: at('2026-09-13T04:00:00Z') };
  const finalizedAt = at('2026-09-14T05:00:00Z');
  expect(runningWeek({ ...ended, finalizedAt, frozenUntil: null })).toMatchObject({ number: 1, isLast: true });
  expect(runningWeek({ ...ended, finalizedAt, frozenUntil: finalizedAt })).toBeNull();
});

test('what is settled after the end of a league belongs to its last week', () => {
  const league = { createdAt: at('2026-09-10T17:00:00Z'), endDate: at('2026-09-22T10:00:00Z') };
  const days = ['2026-09-15T09:00:00Z', '2026-09-15T10:00:00Z', '2026-09-22T10:00:00Z', '2026-10-09T10:00:00Z'];
  expect(days.map((day) => numberOf(at(day), league))).toEqual([1, 2, 2, 2]);
  expect(numberOf(at('2026-10-09T10:00:00Z'), { ...league, endDate: null })).toBe(5);
});

describe('the net of a round', () => {
  const stake = ching(100);
  test.each([
    ['a first loss', { before: null, back: ching(0) }, -100],
    ['a first win', { before: null, back: ching(190.91) }, 90.91],
    ['a first push', { before: null, back: stake }, 0],
    ['a win corrected to a loss', { before: ching(190.91), back: ching(0) }, -190.91],
    ['a loss corrected to a push', { before: ching(0), back: stake }, 100],
    ['a lost parlay that is open again', { before: ching(0), back: null }, 100],
    ['the loss of a parlay that was open again', { before: null, back: ching(0) }, -100],
  ])('of %s', (_name, round, net) => {
    expect(netOf({ stake, ...round })).toBe(ching(net));
  });
});
