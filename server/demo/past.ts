import type { Database } from '../db/connection.ts';

/** The past that is being played, in a transaction whose clock shows `now`. */
export type Past = { database: Database; now: Date };

export function later(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms);
}
