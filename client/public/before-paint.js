// Runs before the first paint, so that a prerendered page looks as the script will render it.
try {
  // The chosen theme; without a choice the system's theme applies (lib/theme.ts).
  const chosen = localStorage.getItem('ching.theme');
  if (chosen === 'light' || chosen === 'dark') {
    document.documentElement.dataset.theme = chosen;
    for (const meta of document.querySelectorAll('meta[name=theme-color]')) {
      meta.media = meta.dataset.theme === chosen ? 'all' : 'not all';
    }
  }
  // With real games there is no banner that says otherwise (lib/site.ts).
  const { simulated } = JSON.parse(localStorage.getItem('ching.site') ?? '{}');
  if (simulated === false) document.documentElement.dataset.games = 'real';
} catch {
  // Without storage nothing is known.
}
