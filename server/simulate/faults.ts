import { createHash } from 'node:crypto';

/** The status with which a receiver refuses this try of a message; null if it takes it. */
export type FaultOf = (key: string, faults: readonly number[]) => number | null;

/** Of ten deliveries, those that fail. */
const faultsOfTen = 2;

/**
 * Draws the faults of receivers. Whether one fails follows from the seed, the message and the number of its tries, not
 * from the order: pushes go out at once.
 */
export function drawFaults(seed: number): FaultOf {
  const tries = new Map<string, number>();
  return (key, faults) => {
    const nth = (tries.get(key) ?? 0) + 1;
    tries.set(key, nth);
    const drawn = createHash('sha256').update(`${seed} ${key} ${nth}`).digest();
    return drawn.readUInt8(0) % 10 < faultsOfTen ? (faults[drawn.readUInt8(1) % faults.length] ?? null) : null;
  };
}
