import { expect, test } from 'vitest';
import { datesRefusal } from './league-dates.ts';

const at = (day: string) => new Date(`${day}T00:00:00Z`);
const now = at('2026-10-10');
const open = { joinDeadline: at('2026-10-20'), endDate: at('2026-12-31'), hasEnded: false, isClassic: true };
const ended = { joinDeadline: at('2026-09-01'), endDate: at('2026-10-01'), hasEnded: true, isClassic: true };

test.each([
  ['a new league with both dates ahead', null, { joinDeadline: at('2026-10-11'), endDate: at('2026-12-31') }],
  ['a new league without dates', null, { joinDeadline: null, endDate: null }],
  ['dates that stay, although they are past', ended, { joinDeadline: ended.joinDeadline, endDate: ended.endDate }],
  ['a deadline taken away', open, { joinDeadline: null, endDate: open.endDate }],
])('%s is accepted', (_, before, wanted) => {
  expect(datesRefusal(before, wanted, now)).toBeNull();
});

test.each([
  [null, { joinDeadline: at('2026-10-09'), endDate: at('2026-12-31') }, 'The join deadline must be in the future'],
  [open, { joinDeadline: at('2026-10-10'), endDate: open.endDate }, 'The join deadline must be in the future'],
  [open, { joinDeadline: null, endDate: at('2026-10-09') }, 'The end date must be in the future'],
  [open, { joinDeadline: at('2027-01-01'), endDate: open.endDate }, 'The end date must be after the join deadline'],
  [null, { joinDeadline: at('2026-10-20'), endDate: at('2026-10-20') }, 'The end date must be after the join deadline'],
])('%o to %o is refused: %s', (before, wanted, words) => {
  const field = words.startsWith('The join deadline') ? 'joinDeadline' : 'endDate';
  expect(datesRefusal(before, wanted, now)).toEqual({ isOver: false, field, words });
});

test.each([
  [at('2027-01-01'), null],
  [open.endDate, null],
  [at('2026-12-30'), 'The end date can only move later under fair play'],
  [null, 'The end date can only move later under fair play'],
])('with options of fair play an end moved to %o gives %o', (endDate, words) => {
  expect(datesRefusal({ ...open, isClassic: false }, { ...open, endDate }, now)?.words ?? null).toBe(words);
});

test('a league of fair play without an end date may get one', () => {
  expect(datesRefusal({ ...open, endDate: null, isClassic: false }, open, now)).toBeNull();
});

test('the end of a league that has ended is fixed, also to a later day', () => {
  expect(datesRefusal(ended, { ...ended, endDate: at('2027-01-01') }, now)).toEqual({
    isOver: true,
    field: 'endDate',
    words: 'This league has ended, so its end date is fixed',
  });
});
