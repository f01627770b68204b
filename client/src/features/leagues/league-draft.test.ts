import { expect, test } from 'vitest';
import { newDraft, readDraft } from './league-draft.ts';

const now = new Date('2026-10-07T15:00:00Z');
const draft = { ...newDraft(now), name: ' Sunday League ' };

test('a new draft joins until tomorrow at midnight and ends on 31 December, Eastern', () => {
  expect(newDraft(now)).toMatchObject({ joinDeadline: '2026-10-08T00:00', endDate: '2026-12-31T23:59' });
});

test('dates are sent as UTC: four hours later in daylight time, otherwise five', () => {
  expect(readDraft(draft, now)).toEqual({
    name: 'Sunday League',
    description: null,
    joinDeadline: '2026-10-08T04:00:00.000Z',
    endDate: '2027-01-01T04:59:00.000Z',
    allowedSports: 'ALL',
    reveal: 'settled',
  });
});

test.each([
  [{ name: '  ' }, 'League Name Required', 'Please enter a name for your league'],
  [{ joinDeadline: '' }, 'Join Deadline Required', 'Please set a join deadline for your league'],
  [{ endDate: '' }, 'End Date Required', 'Please set an end date for your league'],
  [{ joinDeadline: '2026-10-07T10:00' }, 'Error', 'The join deadline must be in the future'],
  [{ endDate: '2026-10-07T23:00' }, 'Error', 'The end date must be after the join deadline'],
])('%o is refused: %s', (part, title, message) => {
  expect(readDraft({ ...draft, ...part }, now)).toEqual({ title, message });
});
