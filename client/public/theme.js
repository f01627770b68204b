// Before anything is painted: the theme that was chosen in this browser (lib/theme.ts). Without one the system's holds.
{
  const chosen = localStorage.getItem('ching.theme');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
}
