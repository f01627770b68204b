import { useSyncExternalStore } from 'react';

/** From here on the slip stands beside the slate; the same width as in the games page's grid. */
const wide = window.matchMedia('(min-width: 1000px)');

function subscribe(listener: () => void): () => void {
  wide.addEventListener('change', listener);
  return () => wide.removeEventListener('change', listener);
}

const read = () => wide.matches;

/** Whether the window has room for the slip beside the slate. */
export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, read, read);
}
