/** Chromium's event, which no other browser has: the app may be installed by `prompt`, once. */
export type InstallOffer = Event & { prompt(): Promise<unknown> };

const listeners = new Set<() => void>();
let offer: InstallOffer | null = null;

/** The browser's offer to install the app; null while there is none. */
export const installOffer = () => offer;

/** Stores an offer, which may come before the page that shows it; null once it is used. */
export function storeInstallOffer(next: InstallOffer | null): void {
  offer = next;
  for (const listener of listeners) listener();
}

/** Calls `listener` after every change until the returned function is called. */
export function onInstallOffer(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
