import { headingOfPage } from './restore-focus.ts';

/**
 * The ref of a part of the page that goes once its button is pressed. If the part has the focus as it goes, the dialog
 * around it gets it, else the heading of the page: the browser would start again at the top of the page.
 * Source: WCAG 2.4.3.
 */
export function leavingFocus(part: HTMLElement | null): (() => void) | undefined {
  if (!part) return undefined;
  return () => {
    if (!part.contains(document.activeElement)) return;
    (part.closest<HTMLElement>('[role=dialog]') ?? headingOfPage())?.focus({ preventScroll: true });
  };
}
