import { z } from 'zod';
import { lazy } from '#shared/lazy.ts';
import { readStored, removeStored, store } from './storage.ts';

const storageKey = 'demoUser';
const demoUser = lazy(() => z.object({ id: z.string().min(1) }));

/**
 * The id of the demo user that this browser has stored; null when there is none or it is invalid. Source:
 * docs/screens.md#demo-user.
 */
export function demoUserId(): string | null {
  const stored = readStored(storageKey);
  if (stored === null) return null;
  try {
    return demoUser().parse(JSON.parse(stored)).id;
  } catch {
    return null;
  }
}

/** Stores the id of this browser's demo user; null removes it. */
export function storeDemoUser(id: string | null): void {
  if (id === null) removeStored(storageKey);
  else store(storageKey, JSON.stringify({ id }));
}
