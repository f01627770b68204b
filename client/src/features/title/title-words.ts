import type { Title } from '#shared/api/groups.ts';
import { counted } from '#shared/domain/count.ts';
import { showWeekdayTime } from '#shared/domain/eastern.ts';
import { showWhole } from '#shared/domain/money.ts';

/** '9 of 12 weeks, 1 to spare'; without an end date '9 of 12 weeks so far'. */
export function progressWords({ activeWeeks, countedWeeks, spareWeeks }: Title): string {
  if (countedWeeks === 0) return 'No week counts yet';
  const weeks = `${activeWeeks} of ${counted(countedWeeks, 'week')}`;
  if (spareWeeks === null) return `${weeks} so far`;
  if (spareWeeks < 0) return `${weeks}, too few for the title`;
  return `${weeks}, ${spareWeeks === 0 ? 'none' : spareWeeks} to spare`;
}

/** The next step for the running week to count: 'Bet 60 more by Tuesday 6 AM ET to count this week.' */
export function stepWords({ isActive, isCounted, missing, endsAt }: NonNullable<Title['thisWeek']>): string {
  const by = showWeekdayTime(new Date(endsAt));
  const isIf = isCounted ? '' : ', if a game starts in it';
  if (!isActive) return `Bet ${showWhole(missing)} more by ${by} to count this week${isIf}.`;
  return isCounted ? 'This week counts.' : 'This week counts once a game has started in it.';
}

/** Why the viewer has no claim to the title; null for those who have one. */
export function forfeitWords({ isGuest, isRescued }: Pick<Title, 'isGuest' | 'isRescued'>): string | null {
  if (isRescued) return 'You took the rescue, and gave up the title for it.';
  return isGuest ? 'You joined late, as a guest: you play without a claim to the title.' : null;
}
