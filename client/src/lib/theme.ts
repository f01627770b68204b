import { useSyncExternalStore } from 'react';
import { store } from './storage.ts';

const storageKey = 'ching.theme';

type Theme = 'light' | 'dark';

/** The components to render again after a choice. */
const onChoice = new Set<() => void>();

/**
 * The theme on screen: the one chosen in this browser, which the root element has since the first paint
 * (before-paint.js), else the system's.
 */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, shownTheme, prerenderedTheme);
}

/** Changes the theme and stores the choice in this browser. */
export function chooseTheme(next: Theme): void {
  store(storageKey, next);
  document.documentElement.dataset.theme = next;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    meta.media = meta.dataset.theme === next ? 'all' : 'not all';
  }
  for (const listener of onChoice) listener();
}

function shownTheme(): Theme {
  const { theme } = document.documentElement.dataset;
  if (theme === 'light' || theme === 'dark') return theme;
  return systemDark().matches ? 'dark' : 'light';
}

function subscribe(listener: () => void): () => void {
  const system = systemDark();
  system.addEventListener('change', listener);
  onChoice.add(listener);
  return () => {
    system.removeEventListener('change', listener);
    onChoice.delete(listener);
  };
}

const systemDark = () => matchMedia('(prefers-color-scheme: dark)');

/** The theme of the build, which prerenders without a system. */
const prerenderedTheme = (): Theme => 'light';
