import { useState } from 'react';
import { easternDay } from '#shared/domain/eastern.ts';

/** Of the times `now` of one Eastern day the first: rows that say "Today" need not render again before another day. */
export function useToday(now: Date): Date {
  const [today, setToday] = useState(now);
  if (easternDay(now) === easternDay(today)) return today;
  setToday(now);
  return now;
}
