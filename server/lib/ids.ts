import { randomBytes, randomInt } from 'node:crypto';
import { v7 } from 'uuid';

/** The source of ids, secrets and codes. */
export type IdSource = {
  /** A UUIDv7. Source: docs/decisions/ids.md. */
  id(): string;
  bytes(count: number): Buffer;
  /** A whole number from 0 to `limit` - 1. */
  below(limit: number): number;
};

/** Of every process that serves people: unpredictable. preset-ids.ts alone puts another source here. */
export const idSource: { current: IdSource } = { current: { id: () => v7(), bytes: randomBytes, below: randomInt } };

export function newId(): string {
  return idSource.current.id();
}

/** A text that nobody can guess, of `count` random bytes as base64url. */
export function newSecret(count: number): string {
  return idSource.current.bytes(count).toString('base64url');
}

/** A random whole number from 0 to `limit` - 1, which nobody can guess. */
export function randomBelow(limit: number): number {
  return idSource.current.below(limit);
}
