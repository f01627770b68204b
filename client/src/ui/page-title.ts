import { useEffect } from 'react';

/**
 * Names the page in the browser's tabs and history: '{title} · Ching', or 'Ching' alone for null. A typed name in
 * `title` must be isolated.
 */
export function usePageTitle(title: string | null): void {
  useEffect(() => {
    document.title = title === null ? 'Ching' : `${title} · Ching`;
  }, [title]);
}
