import { z } from 'zod';
import { lazy } from '#shared/lazy.ts';
import { readStored, removeStored, store } from './storage.ts';

const storageKey = 'demoUser';
const demoUser = lazy(() => z.object({ id: z.string().min(1) }));

/** The id of the demo user stored in this browser; null when there is none, or only rubbish. Source: spec §3 and §7. */
export function demoUserId(): string | null {
  const stored = readStored(storageKey);
  if (stored === null) return null;
  try {
    return demoUser().parse(JSON.parse(stored)).id;
  } catch {
    return null;
  }
}

/** Stores who is the demo user in this browser from now on; null for nobody. */
export function storeDemoUser(id: string | null): void {
  if (id === null) removeStored(storageKey);
  else store(storageKey, JSON.stringify({ id }));
}
