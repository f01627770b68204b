import { z } from 'zod';
import { lazy } from '#shared/lazy.ts';
import { prepareLoad } from './close-on-back.ts';

const storageKey = 'ching.notice';

export type Notice = { title: string; text: string | null };

const stored = lazy(() => z.object({ title: z.string(), text: z.string().nullable() }));

/** Reloads the page, or loads `path`, which clears the memory. The new page shows `notice`. */
export function reloadPage(notice: Notice, path?: string): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(notice)); // session storage belongs to this tab alone
  } catch {
    // Without storage the new page shows no notice.
  }
  prepareLoad();
  if (path === undefined) location.reload();
  else location.replace(path);
}

/** Returns and removes the notice of `reloadPage`; null without one. */
export function takeNotice(): Notice | null {
  try {
    const text = sessionStorage.getItem(storageKey);
    sessionStorage.removeItem(storageKey);
    return text === null ? null : stored().parse(JSON.parse(text));
  } catch {
    return null;
  }
}
