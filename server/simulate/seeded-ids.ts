import { v7 } from 'uuid';
import type { IdSource } from '../lib/ids.ts';
import type { Chance } from '../oracle/schedule.ts';

/** Ids, secrets and codes that follow from a seed and the simulated time; ids of one process sort as they were made. */
export function seededIds(chance: Chance, nowMs: () => number): IdSource {
  let made = 0;
  const bytes = (count: number) => Buffer.from(Array.from({ length: count }, () => chance.below(256)));
  return {
    bytes,
    below: chance.below,
    id: () => {
      made += 1;
      return v7({ msecs: nowMs(), seq: made, random: bytes(16) });
    },
  };
}
