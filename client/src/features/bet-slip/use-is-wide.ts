import { useSyncExternalStore } from 'react';

/** From this width on the slip is beside the slate. The games page's grid uses the same width. */
const wide = window.matchMedia('(min-width: 62.5rem)');

function subscribe(listener: () => void): () => void {
  wide.addEventListener('change', listener);
  return () => wide.removeEventListener('change', listener);
}

const read = () => wide.matches;

/** Whether the window is wide enough to show the slip beside the slate. */
export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, read, read);
}
