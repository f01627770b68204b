import { readStored, store } from './storage.ts';

const storageKey = 'ching.theme';

export type Theme = 'light' | 'dark';

/** The present theme: the one chosen in this browser, else the system's. */
export function theme(): Theme {
  const chosen = chosenTheme();
  if (chosen) return chosen;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** Changes the theme and stores the choice in this browser. */
export function chooseTheme(next: Theme): void {
  store(storageKey, next);
  document.documentElement.dataset.theme = next;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    meta.media = meta.dataset.theme === next ? 'all' : 'not all';
  }
}

function chosenTheme(): Theme | null {
  const stored = readStored(storageKey);
  return stored === 'light' || stored === 'dark' ? stored : null;
}
