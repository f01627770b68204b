import { z } from 'zod';
import { lazy } from '#shared/lazy.ts';

const storageKey = 'ching.notice';

export type Notice = { title: string; text: string | null };

const stored = lazy(() => z.object({ title: z.string(), text: z.string().nullable() }));

/** Loads the page anew, at `path` if given, which forgets everything in memory. `notice` is for the new page to show. */
export function reloadPage(notice: Notice, path?: string): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(notice)); // of this tab alone
  } catch {
    // A browser that stores nothing starts anew without words.
  }
  if (path === undefined) location.reload();
  else location.replace(path);
}

/** The notice of `startAnew`, once; null without one. */
export function takeNotice(): Notice | null {
  try {
    const text = sessionStorage.getItem(storageKey);
    sessionStorage.removeItem(storageKey);
    return text === null ? null : stored().parse(JSON.parse(text));
  } catch {
    return null;
  }
}
