import type { Run, Schedule } from './interleave.ts';

/**
 * The most schedules that are tried, and the most switches of a schedule, not counting who begins. Of schedules with
 * the same number of switches that are too many some are drawn by `random`: from 0 to 1.
 */
export type Bound = { schedules: number; switches: number; random: () => number };

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
  let leftOut = false;
  let count = 0;
  for (let level: Schedule[] = [[]], switches = 0; level.length > 0; switches += 1) {
    const further: Schedule[] = [];
    const tried = drawn(level, bound.schedules - count, bound.random);
    leftOut ||= tried.length < level.length;
    for (const schedule of tried) {
      const { steps } = await run(schedule);
      count += 1;
      const from = (schedule.at(-1)?.at ?? -1) + 1;
      for (const [at, { actor, ready }] of steps.entries()) {
        if (at < from) continue;
        const switched = ready.filter((to) => to !== actor).map((to) => [...schedule, { at, to }]);
        (at === 0 ? tried : further).push(...switched);
      }
    }
    leftOut ||= switches === bound.switches && further.length > 0;
    level = switches === bound.switches ? [] : further;
  }
  return { count, leftOut };
}

/** All of these, or so many of them that are drawn. */
function drawn<T>(all: readonly T[], most: number, random: () => number): T[] {
  if (all.length <= most) return [...all];
  const left = [...all];
  return Array.from({ length: most }, () => left.splice(Math.floor(random() * left.length), 1)).flat();
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
