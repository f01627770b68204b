// Before anything is painted: the theme that was chosen in this browser (lib/theme.ts). Without one the system's holds.
try {
  const chosen = localStorage.getItem('ching.theme');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
} catch {
  // A browser without storage knows of no choice.
}
