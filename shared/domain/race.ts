import { weekNumbered, weekOf } from './week.ts';

/** The points of a line of the race at most: the one of joining, and one before each moment and after the last. */
export const mostPoints = 200;
const mostMoments = mostPoints - 2;

/**
 * The moments that divide the time of a league for its race, the oldest first. Each is the end of a week or, while there
 * is room, divides a week into equal parts. In a league of more weeks than moments, only every second week ends with
 * one, or every third.
 *
 * beganAt  the creation of the league.
 * until    the last moment that matters: now, or the time at which the league became final.
 */
export function raceMoments(beganAt: Date, until: Date): Date[] {
  const weeks = Math.max(1, weekOf(until, beganAt).number); // a clock may have been set back
  const parts = Math.max(1, Math.floor(mostMoments / weeks));
  const every = Math.ceil(weeks / mostMoments);
  const moments: Date[] = [];
  for (let number = every; number <= weeks; number += every) {
    const { startsAt, endsAt } = weekNumbered(number, beganAt);
    const partMs = (endsAt.getTime() - startsAt.getTime()) / parts;
    for (let part = 1; part < parts; part += 1) moments.push(new Date(Math.round(startsAt.getTime() + part * partMs)));
    moments.push(endsAt);
  }
  return moments;
}
