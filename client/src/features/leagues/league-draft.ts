import type { BodyInput } from '#shared/api/endpoint.ts';
import type { createGroup, Group, updateGroup } from '#shared/api/groups.ts';
import { defaultEndDate, defaultJoinDeadline, instantOf, type WallTime, wallTime } from '#shared/domain/eastern.ts';
import { datesRefusal } from '#shared/domain/league-dates.ts';
import type { AllowedSports } from '#shared/domain/sport.ts';

/** What the create dialog offers. Source: spec §5. */
export const creatableSports = ['ALL', 'NFL', 'MLB', 'CFB', 'Soccer'] as const satisfies readonly AllowedSports[];

/** What stands in the fields of a league; dates are Eastern wall time, empty for none. */
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

/** A no in the specification's words: the title and text of its toast. */
export type DraftRefusal = { title: string; message: string };

/** The league to create, dates as UTC instants, or the first thing that is missing or wrong. Source: spec §5; screens. */
export function readDraft(draft: LeagueDraft, now: Date): BodyInput<typeof createGroup> | DraftRefusal {
  if (draft.name.trim() === '') return nameRequired;
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

/** The settings to save, or the first thing that is wrong with them; a date left empty is no date any more. */
export function readSettings(
  draft: LeagueDraft,
  before: Group,
  now: Date,
): BodyInput<typeof updateGroup> | DraftRefusal {
  if (draft.name.trim() === '') return nameRequired;
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
