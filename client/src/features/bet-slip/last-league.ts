import { readStored, store } from '#client/lib/storage.ts';

/** It has ids alone, no names, so that it may stay in the browser after a sign-out. */
function storageKey(accountId: string): string {
  return `ching.league.${accountId}`;
}

/** The id of the league that the account chose or placed a bet in last, in this browser; null if there is none. */
export function lastLeague(accountId: string | null): string | null {
  return accountId === null ? null : readStored(storageKey(accountId));
}

/** Stores the league as the last one that the account used. */
export function storeLastLeague(accountId: string | null, leagueId: string): void {
  if (accountId !== null) store(storageKey(accountId), leagueId);
}
