import { availableParallelism, loadavg } from 'node:os';

/** Waiting processes per processor, at least 1: about how many times slower this machine is than an idle one. */
export function loadFactor(): number {
  return Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());
}
