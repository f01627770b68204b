import { expect, test } from 'vitest';
import type { Group } from '#shared/api/groups.ts';
import { presets } from '#shared/domain/fair-play.ts';
import { aGroup } from '#shared/testing/wire.ts';
import {
  asTyped,
  changedFields,
  draftOf,
  type LeagueDraft,
  newDraft,
  nextDraft,
  readDraft,
  readSettings,
} from './league-draft.ts';

const now = new Date('2026-10-07T15:00:00Z');
const draft = { ...newDraft(now), name: ' Sunday League ' };
/** The body of a save after these changes in the form, which shows the league as it was `opened`. */
const settingsOf = (part: Partial<LeagueDraft>, opened: Group, present = opened) => {
  const draft = { ...draftOf(opened), ...part };
  return readSettings(draft, changedFields(draft, draftOf(opened)), present, now);
};

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
    approvesJoins: false,
    reveal: 'settled',
    remarks: true,
    fairPlay: presets.classic,
  });
});

test('only changed settings are sent, the rescue as text', () => {
  const opened = { ...aGroup, announcement: { text: 'Wings at mine', at: '2026-10-07T15:00:00Z' } };
  expect(settingsOf({}, opened)).toEqual({});
  expect(settingsOf({ name: ` ${opened.name}`, fairPlay: { ...opened.fairPlay } }, opened)).toEqual({});
  expect(settingsOf({ name: ' Monday League ', remarks: !opened.remarks }, opened)).toEqual({
    name: 'Monday League',
    remarks: !opened.remarks,
  });
  const fairPlay = { ...presets.fairPlay, rescue: '250' };
  expect(settingsOf({ fairPlay: presets.fairPlay }, opened)).toEqual({ fairPlay });
  expect(settingsOf({ announcement: ' Wings at Bob’s ' }, opened)).toEqual({ announcement: 'Wings at Bob’s' });
  expect(settingsOf({ announcement: ' ' }, opened)).toEqual({ announcement: null });
});

test('settings that were changed elsewhere since the form was opened are not sent', () => {
  const present: Group = {
    ...aGroup,
    name: 'Monday League',
    joinDeadline: '2027-01-05T05:00:00.000Z',
    endDate: '2027-02-01T05:00:00.000Z',
    fairPlay: presets.fairPlay,
    announcement: { text: 'Wings at Bob’s', at: '2026-10-07T15:00:00Z' },
  };
  expect(settingsOf({ description: 'Every Sunday' }, aGroup, present)).toEqual({ description: 'Every Sunday' });
});

test('a changed date is judged by the other date of the league at present, which another person may have moved', () => {
  const present = { ...league, endDate: '2027-02-01T05:00:00.000Z' };
  const joinDeadline = '2027-01-05T00:00';
  expect(settingsOf({ joinDeadline }, league, present)).toEqual({ joinDeadline: '2027-01-05T05:00:00.000Z' });
  expect(settingsOf({ joinDeadline }, league)).toMatchObject({ field: 'endDate' });
});

test.each([
  [{ name: '  ' }, 'League Name Required', 'Please enter a name for your league'],
  [{ joinDeadline: '' }, 'Join Deadline Required', 'Please set a join deadline for your league'],
  [{ endDate: '' }, 'End Date Required', 'Please set an end date for your league'],
  [{ joinDeadline: '2026-10-07T10:00' }, 'Error', 'The join deadline must be in the future'],
  [{ endDate: '2026-10-07T23:00' }, 'Error', 'The end date must be after the join deadline'],
  [{ joinDeadline: '20261-10-08T00:00' }, 'Error', 'The join deadline must be a whole date and time'],
  [{ endDate: '2026-12-31' }, 'Error', 'The end date must be a whole date and time'],
])('%o is refused: %s', (part, title, message) => {
  expect(readDraft({ ...draft, ...part }, now)).toEqual({ title, message, field: Object.keys(part)[0] });
});

const league = {
  ...aGroup,
  joinDeadline: '2026-09-01T04:00:30.000Z',
  endDate: '2027-01-01T04:59:59.000Z',
};

test('dates of the league are sent as they are, to the second, a deadline that has passed included', () => {
  expect(draftOf(league)).toMatchObject({ joinDeadline: '2026-09-01T00:00', endDate: '2026-12-31T23:59' });
  expect(readSettings(draftOf(league), ['joinDeadline', 'endDate'], league, now)).toEqual({
    joinDeadline: league.joinDeadline,
    endDate: league.endDate,
  });
});

test('a date left empty is no date any more', () => {
  expect(settingsOf({ joinDeadline: '', endDate: '' }, league)).toEqual({ joinDeadline: null, endDate: null });
});

test('a date filled in part is refused, since its field has the value of an empty one', () => {
  const draft = { ...draftOf(league), joinDeadline: '', endDate: '' };
  const words = 'The end date must be a whole date and time';
  expect(settingsOf(asTyped(draft, formWith({ endDate: true })), league)).toMatchObject({ message: words });
  expect(settingsOf(asTyped(draft, formWith({ endDate: false })), league)).toMatchObject({ endDate: null });
});

/** A form with these date fields, each with its `validity.badInput`. */
function formWith(fields: Record<string, boolean>): HTMLFormElement {
  const form = document.createElement('form');
  for (const [name, badInput] of Object.entries(fields)) {
    const field = document.createElement('input');
    Object.assign(field, { name, type: 'datetime-local' });
    Object.defineProperty(field, 'validity', { value: { badInput } });
    form.append(field);
  }
  return form;
}

test.each([
  [{ name: ' ' }, {}, 'League Name Required', 'Please enter a name for your league'],
  [{ joinDeadline: '2026-10-07T10:59' }, {}, 'Error', 'The join deadline must be in the future'],
  [{ endDate: '2026-10-07T10:59' }, {}, 'Error', 'The end date must be in the future'],
  [{ endDate: '20261-10-07T10:59' }, {}, 'Error', 'The end date must be a whole date and time'],
  [{ endDate: '2027-02-01T00:00' }, { state: 'final' }, 'Error', 'This league has ended, so its end date is fixed'],
] as const)('the settings %o of a league that is %o are refused: %s', (part, state, title, message) => {
  const before = { ...league, ...state };
  expect(settingsOf(part, before)).toEqual({
    title,
    message,
    field: Object.keys(part)[0],
  });
});

test('a next season is proposed with the rules of the league, whatever its sports, and without its announcement', () => {
  const before = {
    ...league,
    allowedSports: 'Hockey' as const,
    fairPlay: presets.fairPlay,
    announcement: { text: 'Wings at mine', at: '2026-10-07T15:00:00Z' },
    startedAt: '2026-08-31T15:00:00.000Z',
  };
  const proposed = nextDraft(before, new Date('2027-01-10T15:00:00Z'));
  expect(proposed).toEqual({
    ...draftOf(before),
    name: 'Sunday League 2',
    joinDeadline: '2027-01-17T00:00',
    endDate: '2027-05-12T23:59',
    announcement: '',
  });
  expect(readDraft(proposed, new Date('2027-01-10T15:00:00Z'))).toMatchObject({
    allowedSports: 'Hockey',
    fairPlay: { ...presets.fairPlay, rescue: '250' },
  });
});
