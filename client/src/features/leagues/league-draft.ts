import type { z } from 'zod';
import type { createGroup } from '#shared/api/groups.ts';
import { defaultEndDate, defaultJoinDeadline, instantOf, type WallTime } from '#shared/domain/eastern.ts';
import type { AllowedSports } from '#shared/domain/sport.ts';

/** What the create dialog offers. Source: spec §5. */
export const creatableSports = ['ALL', 'NFL', 'MLB', 'CFB', 'Soccer'] as const satisfies readonly AllowedSports[];

/** What stands in the create dialog's fields; dates are Eastern wall time. */
export type LeagueDraft = {
  name: string;
  description: string;
  joinDeadline: WallTime;
  endDate: WallTime;
  allowedSports: (typeof creatableSports)[number];
  reveal: 'settled' | 'started';
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

/** A no in the specification's words: the title and text of its toast. */
export type DraftRefusal = { title: string; message: string };

/** The league to create, dates as UTC instants, or the first thing that is missing or wrong. Source: spec §5; screens. */
export function readDraft(draft: LeagueDraft, now: Date): z.input<typeof createGroup.body> | DraftRefusal {
  if (draft.name.trim() === '') {
    return { title: 'League Name Required', message: 'Please enter a name for your league' };
  }
  const joinDeadline = instantOf(draft.joinDeadline);
  if (!joinDeadline) {
    return { title: 'Join Deadline Required', message: 'Please set a join deadline for your league' };
  }
  const endDate = instantOf(draft.endDate);
  if (!endDate) {
    return { title: 'End Date Required', message: 'Please set an end date for your league' };
  }
  if (joinDeadline <= now) return { title: 'Error', message: 'The join deadline must be in the future' };
  if (endDate <= joinDeadline) return { title: 'Error', message: 'The end date must be after the join deadline' };
  return {
    name: draft.name.trim(),
    description: draft.description.trim() || null,
    joinDeadline: joinDeadline.toISOString(),
    endDate: endDate.toISOString(),
    allowedSports: draft.allowedSports,
    reveal: draft.reveal,
  };
}
