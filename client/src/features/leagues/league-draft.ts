import type { BodyInput } from '#shared/api/endpoint.ts';
import type { createGroup, Group, updateGroup } from '#shared/api/groups.ts';
import { defaultEndDate, defaultJoinDeadline, instantOf, type WallTime, wallTime } from '#shared/domain/eastern.ts';
import { type FairPlay, isClassic, isSameFairPlay, presets } from '#shared/domain/fair-play.ts';
import { datesRefusal } from '#shared/domain/league-dates.ts';
import { nextSeasonDates, nextSeasonName } from '#shared/domain/next-season.ts';
import type { AllowedSports } from '#shared/domain/sport.ts';

/** The choices of the create dialog. Source: `docs/screens.md#leagues`. */
export const creatableSports = ['ALL', 'NFL', 'MLB', 'CFB', 'Soccer'] as const satisfies readonly AllowedSports[];

/**
 * The fields of a league as typed. Dates are Eastern wall time, '' for no date. Any other text means a field that is
 * partly filled or not a date.
 */
export type LeagueDraft = {
  name: string;
  description: string;
  joinDeadline: WallTime;
  endDate: WallTime;
  allowedSports: AllowedSports;
  reveal: Group['reveal'];
  remarks: boolean;
  fairPlay: FairPlay;
  approvesJoins: boolean;
  announcement: string;
};

export function newDraft(now: Date): LeagueDraft {
  return {
    name: '',
    description: '',
    joinDeadline: defaultJoinDeadline(now),
    endDate: defaultEndDate(now),
    allowedSports: 'ALL',
    reveal: 'settled',
    remarks: true,
    fairPlay: presets.classic,
    approvesJoins: false,
    announcement: '',
  };
}

/** The fields of an existing league, for its settings. */
export function draftOf(league: Group): LeagueDraft {
  const { name, description, joinDeadline, endDate, allowedSports, reveal, remarks, fairPlay } = league;
  const { approvesJoins, announcement } = league;
  return {
    name,
    description: description ?? '',
    joinDeadline: joinDeadline ? wallTime(new Date(joinDeadline)) : '',
    endDate: endDate ? wallTime(new Date(endDate)) : '',
    allowedSports,
    reveal,
    remarks,
    fairPlay,
    approvesJoins,
    announcement: announcement?.text ?? '',
  };
}

/** The proposed settings of the league's next season, which begins at `now`. */
export function nextDraft(league: Group, now: Date): LeagueDraft {
  const before = {
    startedAt: new Date(league.startedAt),
    joinDeadline: dateOf(league.joinDeadline),
    endDate: dateOf(league.endDate),
  };
  return {
    ...draftOf(league),
    name: nextSeasonName(league.name, league.season),
    ...nextSeasonDates(before, now),
    announcement: '',
  };
}

/**
 * Marks partly filled date fields: their `value` is '' like that of an empty field, only `validity.badInput` differs.
 */
export function asTyped(draft: LeagueDraft, form: HTMLFormElement): LeagueDraft {
  const typed = { ...draft };
  for (const name of ['joinDeadline', 'endDate'] as const) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement && field.validity.badInput) typed[name] = 'filled in part';
  }
  return typed;
}

/** The reason why a draft cannot be sent: the title and text of its toast, and the field. */
export type DraftProblem = { title: string; message: string; field: keyof LeagueDraft };

/**
 * The league to create, with dates as UTC instants, or the first missing or invalid field. Source:
 * `docs/screens.md#leagues`.
 */
export function readDraft(draft: LeagueDraft, now: Date): BodyInput<typeof createGroup> | DraftProblem {
  if (draft.name.trim() === '') return nameRequired;
  const badDate = badDateProblem(draft);
  if (badDate) return badDate;
  const joinDeadline = instantOf(draft.joinDeadline);
  if (!joinDeadline) {
    const message = 'Please set a join deadline for your league';
    return { title: 'Join Deadline Required', message, field: 'joinDeadline' };
  }
  const endDate = instantOf(draft.endDate);
  if (!endDate) {
    return { title: 'End Date Required', message: 'Please set an end date for your league', field: 'endDate' };
  }
  const refusal = datesRefusal(null, { joinDeadline, endDate }, now);
  if (refusal) return { title: 'Error', message: refusal.words, field: refusal.field };
  return {
    ...settingsIn(draft),
    joinDeadline: joinDeadline.toISOString(),
    endDate: endDate.toISOString(),
    fairPlay: optionsIn(draft),
  };
}

/**
 * The fields that were changed in the form. `opened` is the form as it was opened. Another person who runs the league may
 * have changed other fields since: sent as they were opened, these would undo that.
 */
export function changedFields(draft: LeagueDraft, opened: LeagueDraft): (keyof LeagueDraft)[] {
  const fields = Object.keys(opened) as (keyof LeagueDraft)[];
  return fields.filter((field) =>
    field === 'fairPlay'
      ? !isSameFairPlay(draft.fairPlay, opened.fairPlay)
      : String(draft[field]).trim() !== String(opened[field]).trim(),
  );
}

/**
 * The settings of the `changed` fields, or the first invalid field. An empty date removes the league's date. `before` is
 * the league at present, by which the server judges the new dates, too.
 */
export function readSettings(
  draft: LeagueDraft,
  changed: readonly (keyof LeagueDraft)[],
  before: Group,
  now: Date,
): BodyInput<typeof updateGroup> | DraftProblem {
  if (draft.name.trim() === '') return nameRequired;
  const badDate = badDateProblem(draft);
  if (badDate) return badDate;
  const dateIn = (field: 'joinDeadline' | 'endDate') =>
    changed.includes(field) ? settingOf(draft[field], before[field]) : dateOf(before[field]);
  const dates = { joinDeadline: dateIn('joinDeadline'), endDate: dateIn('endDate') };
  const refusal = datesRefusal(
    {
      joinDeadline: dateOf(before.joinDeadline),
      endDate: dateOf(before.endDate),
      hasEnded: before.state !== 'open',
      isClassic: isClassic(before.fairPlay),
    },
    dates,
    now,
  );
  if (refusal) return { title: 'Error', message: refusal.words, field: refusal.field };
  const settings: BodyInput<typeof updateGroup> = {
    ...settingsIn(draft),
    joinDeadline: dates.joinDeadline?.toISOString() ?? null,
    endDate: dates.endDate?.toISOString() ?? null,
    fairPlay: optionsIn(draft),
    announcement: draft.announcement.trim() || null,
  };
  return Object.fromEntries(changed.map((field) => [field, settings[field]]));
}

function optionsIn({ fairPlay }: LeagueDraft) {
  return { ...fairPlay, rescue: fairPlay.rescue === null ? null : String(fairPlay.rescue / 100) };
}

const nameRequired: DraftProblem = {
  title: 'League Name Required',
  message: 'Please enter a name for your league',
  field: 'name',
};

/** The problem of a field that is neither empty nor a date; null if there is none. */
function badDateProblem({ joinDeadline, endDate }: LeagueDraft): DraftProblem | null {
  const isBad = (wall: WallTime) => wall !== '' && !instantOf(wall);
  const wrong = (field: keyof LeagueDraft, name: string) => {
    return { title: 'Error', message: `The ${name} must be a whole date and time`, field };
  };
  if (isBad(joinDeadline)) return wrong('joinDeadline', 'join deadline');
  return isBad(endDate) ? wrong('endDate', 'end date') : null;
}

function settingsIn({ name, description, allowedSports, reveal, remarks, approvesJoins }: LeagueDraft) {
  return { name: name.trim(), description: description.trim() || null, allowedSports, reveal, remarks, approvesJoins };
}

/** The saved instant if its wall time is unchanged, since the field has no seconds; else the typed instant. */
function settingOf(wall: WallTime, before: string | null): Date | null {
  const was = dateOf(before);
  return was && wallTime(was) === wall ? was : instantOf(wall);
}

function dateOf(instant: string | null): Date | null {
  return instant === null ? null : new Date(instant);
}
