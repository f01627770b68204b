import { useLayoutEffect, useState, useSyncExternalStore } from 'react';

/** The number of open dialogs that create or join a league. */
let openDialogs = 0;
const listeners = new Set<() => void>();

function count(change: 1 | -1): void {
  openDialogs += change;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The props of a dialog that creates or joins a league. */
export function useLeagueDialog() {
  const [open, setOpen] = useState(false);
  useLayoutEffect(() => {
    if (!open) return;
    count(1);
    return () => count(-1);
  }, [open]);
  return { open, onOpenChange: setOpen };
}

/**
 * The leagues that a page shows: those of the query. While a dialog is open that creates or joins one, they stay those
 * from before: the card that asks for a first league is removed with its dialog and the typed text otherwise.
 */
export function useShownLeagues<Query extends { data: unknown }>(query: Query): Query {
  const isAdding = useSyncExternalStore(
    subscribe,
    () => openDialogs > 0,
    () => false,
  );
  const [data, setData] = useState(query.data);
  if (!isAdding && data !== query.data) setData(query.data);
  return isAdding ? { ...query, data } : query;
}
