import { useEffect } from 'react';

/**
 * Sets the title of the browser's tab and history entry: '{title} · Ching', or 'Ching' for null. Names that people
 * typed must be isolated in `title`.
 */
export function usePageTitle(title: string | null): void {
  useEffect(() => {
    document.title = title === null ? 'Ching' : `${title} · Ching`;
  }, [title]);
}
