/** Stores the scroll position in the present history entry. */
export function storeScroll(): void {
  const state: unknown = history.state;
  const hasRoom = typeof state === 'object'; // the page of a new password has a text there
  if (hasRoom) history.replaceState({ ...state, scrollY }, '');
}

/** The scroll position that the present history entry has stored, else 0. */
export function storedScroll(): number {
  const state: unknown = history.state;
  const isStored = typeof state === 'object' && state !== null && 'scrollY' in state;
  return isStored && typeof state.scrollY === 'number' ? state.scrollY : 0;
}
