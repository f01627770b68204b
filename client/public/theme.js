// Applies the chosen theme before the first paint. Without a choice the system's theme applies (lib/theme.ts).
try {
  const chosen = localStorage.getItem('ching.theme');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
} catch {
  // Without storage there is no choice.
}
