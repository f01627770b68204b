import type { Group } from '#shared/api/groups.ts';
import { showInstant } from '#shared/domain/eastern.ts';
import type { AllowedSports } from '#shared/domain/sport.ts';

/** 'Ends …', of a league that has ended 'Ended …', and 'No end date' of one that never ends. */
export function endWords({ state, endDate }: Pick<Group, 'state' | 'endDate'>): string {
  if (endDate === null) return 'No end date';
  return `${state === 'open' ? 'Ends' : 'Ended'} ${showInstant(new Date(endDate))}`;
}

/** The sports that a league takes bets on. */
export function sportsWords(allowed: AllowedSports): string {
  return allowed === 'ALL' ? 'All sports' : allowed;
}

/** Whether bets may have a note and reactions. */
export function remarksWords(remarks: boolean): string {
  return remarks ? 'On' : 'Off';
}

/** The moment from which members see each other's bets. */
export const revealWords: Record<Group['reveal'], string> = {
  settled: 'After they settle',
  started: 'Once the game starts',
};

/** The people whom the link and the code of a league let in. */
export const approvalWords = {
  everybody: 'Everybody with the link or code',
  approved: 'Whoever the owner or a manager lets in',
} as const;
