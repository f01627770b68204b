// Applies the chosen theme before the first paint. Without a choice the system's theme applies (lib/theme.ts).
try {
  const chosen = localStorage.getItem('ching.theme');
  if (chosen === 'light' || chosen === 'dark') {
    document.documentElement.dataset.theme = chosen;
    for (const meta of document.querySelectorAll('meta[name=theme-color]')) {
      meta.media = meta.dataset.theme === chosen ? 'all' : 'not all';
    }
  }
} catch {
  // Without storage there is no choice.
}
