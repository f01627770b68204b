import { addDays, type EasternDay, instantOfDay } from '../eastern.ts';

/** The limit of a simulated game: from Sunday at 13:00 to Wednesday at midnight, because its week has no Wednesday. */
const usualHours = 83;

/** Both football leagues: 23:59 Eastern time on the first Wednesday at least two days after the original start. */
export function footballFinalBy(originalDay: EasternDay): { hours: number; at: Date } {
  return { hours: usualHours, at: instantOfDay(firstWednesdayFrom(addDays(originalDay, 2)), '23:59') };
}

export const footballLimitWords =
  'Void if not final by 23:59 ET on the first Wednesday at least two days after the original start.';

function firstWednesdayFrom(day: EasternDay): EasternDay {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, (3 - weekday + 7) % 7);
}
