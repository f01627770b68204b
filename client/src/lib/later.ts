import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

const retryMs = 2_000; // ours

/** A component whose code is not part of the first load: it comes when the browser is idle, or at once when it is wanted. */
export function later<Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
  whenIdle(() => void load().catch(() => undefined)); // wanted it is asked for again
  return lazy(async () => ({ default: await persistently(load) }));
}

/** Does `act` once the page has nothing better to do; soon where the browser cannot tell. */
export function whenIdle(act: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(act, { timeout: 5_000 });
  else setTimeout(act, 1_000);
}

/** Asks until the network is there again: a dialog that comes late is better than a page that breaks. */
async function persistently<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch {
      await new Promise((wait) => setTimeout(wait, retryMs));
    }
  }
}
