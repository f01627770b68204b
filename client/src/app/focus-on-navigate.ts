import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { AroundNavHandler } from 'wouter';

/** The path of the last navigation by a link or by code, until its page is shown. Null after Back or Forward. */
let openedPath: string | null = null;

/** Navigates, and records that the navigation was not Back or Forward. */
export const recordOpening: AroundNavHandler = (navigate, to, options) => {
  navigate(to, options);
  openedPath = location.pathname;
};

/**
 * After a navigation within the client, scrolls to the top and focuses the heading of the new page, as a browser does
 * for a page that it loads. Screen readers then read the heading.
 *
 * view     identifies what is shown; another value is another page. Null while it is not known.
 * Returns  the ref of the element that contains the page.
 * After Back and Forward the browser restores the scroll position, so nothing happens here. Source: WCAG 2.4.3.
 */
export function useFocusOnNavigate(view: string | null): RefObject<HTMLDivElement | null> {
  const area = useRef<HTMLDivElement>(null);
  const before = useRef(view);

  useLayoutEffect(() => {
    const isNew = before.current !== null && view !== null && before.current !== view;
    const isOpened = openedPath === location.pathname;
    before.current = view;
    openedPath = null;
    if (!isNew || !isOpened || !area.current) return;
    scrollTo(0, 0);
    return focusHeading(area.current);
  }, [view]);

  return area;
}

/**
 * Focuses the heading as soon as it is rendered, and again when it is replaced, until the user presses a key or the
 * pointer, or the returned function is called. While there is no heading yet and nothing has the focus, focuses `main`
 * instead.
 */
function focusHeading(area: HTMLElement): () => void {
  let lastFocused = document.activeElement;
  const update = () => {
    const focused = document.activeElement;
    const isLost = focused === document.body;
    if (focused !== lastFocused && !isLost) return;
    const target = findVisible(area, 'h1') ?? (isLost ? findVisible(area, 'main') : null);
    if (!target || target === focused) return;
    target.tabIndex = -1;
    target.focus({ preventScroll: true });
    lastFocused = document.activeElement;
  };
  const observer = new MutationObserver(update);
  const stop = () => {
    observer.disconnect();
    for (const type of userEvents) removeEventListener(type, stop, { capture: true });
  };
  observer.observe(area, { childList: true, subtree: true });
  for (const type of userEvents) addEventListener(type, stop, { capture: true });
  update();
  return stop;
}

/**
 * The first visible element. While the chunk of a page is loading, the previous page is still in the document, hidden.
 */
function findVisible(area: HTMLElement, name: 'h1' | 'main'): HTMLElement | undefined {
  return [...area.querySelectorAll(name)].find((element) => element.getClientRects().length > 0);
}

const userEvents = ['pointerdown', 'keydown'];
