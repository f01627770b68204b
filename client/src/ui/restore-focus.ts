/**
 * Focuses the wanted element. If that no longer exists, focuses the fallback; without one, the heading of the page.
 * While a modal is open the focus stays in it.
 * Source: WCAG 2.4.3.
 */
export function restoreFocus(wanted: Element | null, fallback?: () => HTMLElement | null): void {
  if (document.querySelector('[role=dialog][data-state=open]')) return;
  const target = wanted?.isConnected && wanted !== document.body ? wanted : fallback?.();
  if (target instanceof HTMLElement) target.focus();
  else if (!fallback) focusHeading();
}

/**
 * Focuses the heading of the page, or while there is none the part of the page below the bars, unless something has the
 * focus. The page does not scroll.
 */
export function focusHeading(): void {
  if (document.activeElement !== document.body) return;
  const heading = document.querySelector<HTMLElement>('h1') ?? document.querySelector('main');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
