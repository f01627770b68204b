import { addDays, type EasternDay, easternDay, type WallTime, wallTime } from './eastern.ts';
import { longestLeagueName } from './naming.ts';

/** Chosen: the owner alone may start the next season for two weekends after a league became final. */
const ownerAloneDays = 14;

const dayMs = 86_400_000;

/** The time from which every member of a final league may start its next season. */
export function openToMembersAt(finalizedAt: Date): Date {
  return new Date(finalizedAt.getTime() + ownerAloneDays * dayMs);
}

/**
 * The proposed name of the next season: a number at the end counts up ('Sunday League 2026' to 2027), and a name without
 * one gets the number of the season. A name that would become too long stays as it is.
 */
export function nextSeasonName(name: string, season: number): string {
  const [, words = name, number] = /^(.*?)(\d{1,4})$/u.exec(name) ?? [];
  const next = number === undefined ? `${name} ${season + 1}` : `${words}${Number(number) + 1}`;
  return [...next].length > longestLeagueName ? name : next;
}

/** The dates of a season that has ended. */
export type PastSeason = { startedAt: Date; joinDeadline: Date | null; endDate: Date | null };

/** Chosen: friends who read their mail once a week can still join. */
const joiningDays = 7;

/**
 * The proposed dates of the next season, which begins at `now`: as many days as the season before, to the same time of
 * the day. People may join for as many days as before and for a week at least, but not beyond the first half.
 */
export function nextSeasonDates(
  { startedAt, joinDeadline, endDate }: PastSeason,
  now: Date,
): { joinDeadline: WallTime; endDate: WallTime } {
  const today = easternDay(now);
  const lengthOf = (end: Date | null) => (end === null ? 0 : daysBetween(easternDay(startedAt), easternDay(end)));
  const days = Math.max(lengthOf(endDate), 2);
  const joining = Math.min(Math.max(lengthOf(joinDeadline), joiningDays), Math.max(Math.floor(days / 2), 1));
  const at = (count: number, before: Date | null, time: string) =>
    `${addDays(today, count)}T${before === null ? time : wallTime(before).slice(11)}`;
  return {
    joinDeadline: at(joining, joinDeadline, '00:00'),
    endDate: at(days, endDate, '23:59'),
  };
}

function daysBetween(one: EasternDay, other: EasternDay): number {
  return Math.round((Date.parse(other) - Date.parse(one)) / dayMs);
}
