import { lazy } from '#shared/lazy.ts';
import { readStored, removeStored, store } from './storage.ts';

/** The keys of what the browser stores for one person: the slip, and the idempotency keys of its unanswered bets. */
export const personal = { slip: 'ching.slip', unanswered: 'ching.unanswered' } as const;

/** Holds the id of the account that the stored personal things belong to; nothing while they are a visitor's. */
const ownerKey = 'ching.account';
const channelName = 'ching.account';

/** Undefined until the page knows who is signed in; null while it has only known that nobody is. */
let page: string | null | undefined;

/**
 * The id of the account that this page was drawn for; null when nobody has signed in, undefined while that is not known.
 *
 * It never changes from one account to another: a page of another account is loaded anew. It stays when the session
 * expires, since what the account has loaded is still on the page.
 */
export function accountOfPage(): string | null | undefined {
  return page;
}

/**
 * Notes who is signed in, null for nobody. Personal things that the browser stored for another account are deleted.
 *
 * Returns false when the page, or what the browser had stored, was another account's: the caller must then load the page
 * anew, because memory may still hold what belongs to the other account.
 */
export function rememberAccount(id: string | null): boolean {
  page ??= null;
  if (id === null) return true;
  const owner = readStored(ownerKey);
  if (owner !== id) {
    if (owner !== null) removePersonal();
    store(ownerKey, id);
  }
  const isOther = page !== null ? page !== id : owner !== null && owner !== id;
  if (!isOther) page = id;
  return !isOther;
}

/** Deletes what the browser stored for the person who signs out. */
export function removePersonal(): void {
  for (const key of [ownerKey, ...Object.values(personal)]) removeStored(key);
}

/** Deletes what the browser stored for the account of this page, unless that belongs to the next account by now. */
export function removePersonalOfPage(): void {
  if (page && readStored(ownerKey) === page) removePersonal();
}

/** Opened once, since a channel does not hear itself. Null in browsers without BroadcastChannel. */
const channel = lazy(() => ('BroadcastChannel' in globalThis ? new BroadcastChannel(channelName) : null));

/** Tells the browser's other tabs who has signed in here; null when somebody has signed out. */
export function announceAccount(id: string | null): void {
  channel()?.postMessage(id);
}

/** Calls `onAccount` with each announcement of another tab, until the returned function is called. */
export function onAccountChange(onAccount: (id: string | null) => void): () => void {
  const hear = ({ data }: MessageEvent<unknown>) => onAccount(typeof data === 'string' ? data : null);
  channel()?.addEventListener('message', hear);
  return () => channel()?.removeEventListener('message', hear);
}
