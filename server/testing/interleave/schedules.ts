import type { Run, Schedule } from './interleave.ts';

/** The most schedules that are tried, and the most switches of a schedule. */
export type Bound = { schedules: number; switches: number };

/**
 * Runs every schedule of the actors once, those with fewest switches first, so that the first that breaks a law is a
 * shortest one. Returns how many it ran, and whether the bound left some out.
 *
 * `run` must start from the same state each time.
 */
export async function runSchedules(
  run: (schedule: Schedule) => Promise<Run>,
  bound: Bound,
): Promise<{ count: number; leftOut: boolean }> {
  const waiting: Schedule[] = [[]];
  let leftOut = false;
  let count = 0;
  for (let schedule = waiting.shift(); schedule; schedule = waiting.shift()) {
    if (count === bound.schedules) return { count, leftOut: true };
    const { steps } = await run(schedule);
    count += 1;
    const from = (schedule.at(-1)?.at ?? -1) + 1;
    for (const [at, { actor, ready }] of steps.entries()) {
      if (at < from) continue;
      for (const to of ready) {
        if (to === actor) continue;
        if (schedule.length === bound.switches) leftOut = true;
        else waiting.push([...schedule, { at, to }]);
      }
    }
  }
  return { count, leftOut };
}

/** The same schedule with fewer switches that still breaks a law, as `isBroken` tells. */
export async function shrink(
  schedule: Schedule,
  isBroken: (schedule: Schedule) => Promise<boolean>,
): Promise<Schedule> {
  for (const left of schedule) {
    const shorter = schedule.filter((one) => one !== left);
    if (await isBroken(shorter)) return shrink(shorter, isBroken);
  }
  return schedule;
}

/** A schedule for `actors` actors with a switch at about every third message, by these random numbers from 0 to 1. */
export function drawSchedule(random: () => number, actors: number, messages: number): Schedule {
  const all = Array.from({ length: messages }, (_, at) => ({ at, to: Math.floor(random() * actors) }));
  return all.filter(() => random() < 1 / 3);
}
