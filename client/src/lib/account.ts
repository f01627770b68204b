import { lazy } from '#shared/lazy.ts';
import { storeDemoUser } from './demo-user.ts';
import { readStored, removeStored, store } from './storage.ts';

/** The storage keys of one person's data: the slip, and the idempotency keys of requests without an answer. */
export const personalKeys = { slip: 'ching.slip', unanswered: 'ching.unanswered' } as const;

/** The storage key of the id of the account that owns the stored personal data. Not set while they are a visitor's. */
const ownerKey = 'ching.account';
/** The storage key that is set from the tap on the log-out button until the browser knows who is signed in. */
const signOutKey = 'ching.signing-out';
const channelName = 'ching.account';

/** Undefined until the page knows the current user; null while there has been none. */
let pageAccount: string | null | undefined;

/**
 * The id of the account that this page was rendered for; null when nobody has signed in, undefined while that is not
 * known.
 *
 * It never changes from one account to another: the page is reloaded instead. It stays when the session expires,
 * because the account's data is still on the page. Source: docs/decisions/page-of-one-account.md.
 */
export function accountOfPage(): string | null | undefined {
  return pageAccount;
}

/**
 * Records the account that is signed in; null for none. Deletes the personal data that the browser has stored for
 * another account. A sign-out that got no answer but ended the session is finished as if it had been answered.
 *
 * Returns false when the page or the stored data belonged to another account. The caller must then reload the page,
 * because its memory may still contain data of the other account.
 */
export function rememberAccount(id: string | null): boolean {
  pageAccount ??= null;
  if (id === null && readStored(signOutKey) !== null) endSession();
  removeStored(signOutKey);
  if (id === null) return true;
  const owner = readStored(ownerKey);
  if (owner !== id) {
    if (owner !== null) removePersonal();
    store(ownerKey, id);
  }
  const isOther = pageAccount !== null ? pageAccount !== id : owner !== null && owner !== id;
  if (!isOther) pageAccount = id;
  return !isOther;
}

/** Whether the browser has stored data of an account: somebody is signed in, or was until the session expired. */
export function hasStoredAccount(): boolean {
  return readStored(ownerKey) !== null;
}

/** Records that a sign-out begins. Its answer may be lost although the session has ended. */
export function rememberSignOut(): void {
  store(signOutKey, 'yes');
}

/** Signs out the browser's other tabs, and deletes the demo user and all personal data from its storage. */
export function endSession(): void {
  removePersonal();
  storeDemoUser(null);
  announceAccount(null);
}

/** Deletes all personal data from the browser's storage, except ids of leagues (`last-league.ts`). */
function removePersonal(): void {
  for (const key of [ownerKey, ...Object.values(personalKeys)]) removeStored(key);
}

/** Deletes the stored personal data if they belong to the account of this page. Those of another account stay. */
export function removePersonalOfPage(): void {
  if (pageAccount && readStored(ownerKey) === pageAccount) removePersonal();
}

/**
 * One channel for sending and receiving, because a channel does not receive its own messages. Null without
 * BroadcastChannel.
 */
const channel = lazy(() => ('BroadcastChannel' in globalThis ? new BroadcastChannel(channelName) : null));

/** Sends the account that has signed in to the browser's other tabs; null after a sign-out. */
export function announceAccount(id: string | null): void {
  channel()?.postMessage(id);
}

/** Calls `onAccount` with each notification of another tab, until the returned function is called. */
export function onAccountChange(onAccount: (id: string | null) => void): () => void {
  const receive = ({ data }: MessageEvent<unknown>) => onAccount(typeof data === 'string' ? data : null);
  channel()?.addEventListener('message', receive);
  return () => channel()?.removeEventListener('message', receive);
}
