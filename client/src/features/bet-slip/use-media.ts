import { useSyncExternalStore } from 'react';

/** From this width on the slip is beside the slate. The games page's grid uses the same width. */
const wide = watched('(min-width: 62.5rem)');
/** As the variant of this name in styles.css. */
const sideways = watched('(height < 480px) and (width < 960px)');

function watched(query: string) {
  const list = window.matchMedia(query);
  return {
    read: () => list.matches,
    subscribe(listener: () => void): () => void {
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
  };
}

/** Whether the window is wide enough to show the slip beside the slate. */
export function useIsWide(): boolean {
  return useSyncExternalStore(wide.subscribe, wide.read, wide.read);
}

/** Whether the window is that of a phone in landscape, where the foot of the slip has no room to spare. */
export function useIsSideways(): boolean {
  return useSyncExternalStore(sideways.subscribe, sideways.read, sideways.read);
}
