/**
 * Focuses the wanted element, or the fallback if that no longer exists. While a modal is open the focus stays in it.
 * Source: WCAG 2.4.3.
 */
export function restoreFocus(wanted: Element | null, fallback: (() => HTMLElement | null) | undefined): void {
  if (document.querySelector('[role=dialog][data-state=open]')) return;
  const target = wanted?.isConnected && wanted !== document.body ? wanted : fallback?.();
  if (target instanceof HTMLElement) target.focus();
}

/** The heading of the page; while there is none, the part of the page below the bars. */
export function headingOfPage(): HTMLElement | null {
  const heading = document.querySelector<HTMLElement>('h1') ?? document.querySelector('main');
  if (heading) heading.tabIndex = -1;
  return heading;
}
