import { readStored, removeStored, store } from './storage.ts';

const storageKey = 'ching.shortcuts';

/**
 * Whether shortcuts of a single character work. They can be turned off, because who speaks to the browser may say such
 * a character by chance. Source: WCAG 2.1.4.
 */
export function areShortcutsOn(): boolean {
  return readStored(storageKey) !== 'off';
}

/** Turns shortcuts of a single character on or off in this browser. */
export function setShortcuts(on: boolean): void {
  if (on) removeStored(storageKey);
  else store(storageKey, 'off');
}
