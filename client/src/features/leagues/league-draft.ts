import type { BodyInput } from '#shared/api/endpoint.ts';
import type { createGroup, Group, updateGroup } from '#shared/api/groups.ts';
import { defaultEndDate, defaultJoinDeadline, instantOf, type WallTime, wallTime } from '#shared/domain/eastern.ts';
import { datesRefusal } from '#shared/domain/league-dates.ts';
import type { AllowedSports } from '#shared/domain/sport.ts';

/** What the create dialog offers. Source: spec §5. */
export const creatableSports = ['ALL', 'NFL', 'MLB', 'CFB', 'Soccer'] as const satisfies readonly AllowedSports[];

/**
 * What stands in the fields of a league. Dates are Eastern wall time, empty for none; any other text is a field that was
 * filled in part, or with what is no date.
 */
export type LeagueDraft = {
  name: string;
  description: string;
  joinDeadline: WallTime;
  endDate: WallTime;
  allowedSports: AllowedSports;
  reveal: Group['reveal'];
};

export function newDraft(now: Date): LeagueDraft {
  return {
    name: '',
    description: '',
    joinDeadline: defaultJoinDeadline(now),
    endDate: defaultEndDate(now),
    allowedSports: 'ALL',
    reveal: 'settled',
  };
}

/** A league as its settings show it. */
export function draftOf({ name, description, joinDeadline, endDate, allowedSports, reveal }: Group): LeagueDraft {
  return {
    name,
    description: description ?? '',
    joinDeadline: joinDeadline ? wallTime(new Date(joinDeadline)) : '',
    endDate: endDate ? wallTime(new Date(endDate)) : '',
    allowedSports,
    reveal,
  };
}

/** `draft` as it stands in `form`: a field filled in part has the value of an empty one, and only the form knows better. */
export function asTyped(draft: LeagueDraft, form: HTMLFormElement): LeagueDraft {
  const typed = { ...draft };
  for (const name of ['joinDeadline', 'endDate'] as const) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement && field.validity.badInput) typed[name] = 'filled in part';
  }
  return typed;
}

/** A no in the specification's words: the title and text of its toast. */
export type DraftRefusal = { title: string; message: string };

/** The league to create, dates as UTC instants, or the first thing that is missing or wrong. Source: spec §5; screens. */
export function readDraft(draft: LeagueDraft, now: Date): BodyInput<typeof createGroup> | DraftRefusal {
  if (draft.name.trim() === '') return nameRequired;
  const unread = unreadDate(draft);
  if (unread) return unread;
  const joinDeadline = instantOf(draft.joinDeadline);
  if (!joinDeadline) {
    return { title: 'Join Deadline Required', message: 'Please set a join deadline for your league' };
  }
  const endDate = instantOf(draft.endDate);
  if (!endDate) {
    return { title: 'End Date Required', message: 'Please set an end date for your league' };
  }
  const refusal = datesRefusal(null, { joinDeadline, endDate }, now);
  if (refusal) return { title: 'Error', message: refusal.words };
  return {
    ...settingsIn(draft),
    joinDeadline: joinDeadline.toISOString(),
    endDate: endDate.toISOString(),
  };
}

/** The settings to save, or the first thing that is wrong with them; only a date left empty is no date any more. */
export function readSettings(
  draft: LeagueDraft,
  before: Group,
  now: Date,
): BodyInput<typeof updateGroup> | DraftRefusal {
  if (draft.name.trim() === '') return nameRequired;
  const unread = unreadDate(draft);
  if (unread) return unread;
  const dates = {
    joinDeadline: settingOf(draft.joinDeadline, before.joinDeadline),
    endDate: settingOf(draft.endDate, before.endDate),
  };
  const refusal = datesRefusal(
    { joinDeadline: dateOf(before.joinDeadline), endDate: dateOf(before.endDate), hasEnded: before.state !== 'open' },
    dates,
    now,
  );
  if (refusal) return { title: 'Error', message: refusal.words };
  return {
    ...settingsIn(draft),
    joinDeadline: dates.joinDeadline?.toISOString() ?? null,
    endDate: dates.endDate?.toISOString() ?? null,
  };
}

const nameRequired = { title: 'League Name Required', message: 'Please enter a name for your league' };

/** The refusal of a date that stands in its field and is none; null when both are dates, or empty. */
function unreadDate({ joinDeadline, endDate }: LeagueDraft): DraftRefusal | null {
  const isUnread = (wall: WallTime) => wall !== '' && !instantOf(wall);
  if (isUnread(joinDeadline)) return { title: 'Error', message: 'The join deadline must be a whole date and time' };
  if (isUnread(endDate)) return { title: 'Error', message: 'The end date must be a whole date and time' };
  return null;
}

function settingsIn({ name, description, allowedSports, reveal }: LeagueDraft) {
  return { name: name.trim(), description: description.trim() || null, allowedSports, reveal };
}

/** The instant as it was while its wall time stands untouched: the field holds no seconds. */
function settingOf(wall: WallTime, before: string | null): Date | null {
  const was = dateOf(before);
  return was && wallTime(was) === wall ? was : instantOf(wall);
}

function dateOf(instant: string | null): Date | null {
  return instant === null ? null : new Date(instant);
}
