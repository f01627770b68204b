import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { AroundNavHandler } from 'wouter';
import { storedScroll, storeScroll } from '#client/lib/stored-scroll.ts';

/** The path of the last navigation by a link or by code, until its page is shown. Null after Back or Forward. */
let openedPath: string | null = null;

/**
 * Navigates, and records that the navigation was not Back or Forward. The entry that is left stores its scroll
 * position.
 */
export const openPage: AroundNavHandler = (navigate, to, options) => {
  if (!options?.replace) storeScroll();
  navigate(to, options);
  openedPath = location.pathname;
};

/**
 * After a navigation within the client, scrolls to the top and focuses the heading of the new page, as a browser does
 * for a page that it loads. Screen readers then read the heading. After Back, scrolls to where the page was left.
 *
 * view     identifies what is shown; another value is another page. Null while it is not known.
 * Returns  the ref of the element that contains the page.
 * Source: WCAG 2.4.3.
 */
export function useFocusOnNavigate(view: string | null): RefObject<HTMLDivElement | null> {
  const area = useRef<HTMLDivElement>(null);
  const before = useRef(view);

  useLayoutEffect(() => {
    const isNew = before.current !== null && view !== null && before.current !== view;
    const isOpened = openedPath === location.pathname;
    before.current = view;
    openedPath = null;
    if (!isNew || !area.current) return;
    if (!isOpened) return restoreScroll(area.current);
    scrollTo(0, 0);
    return focusHeading(area.current);
  }, [view]);

  return area;
}

/**
 * Scrolls to the position that the history entry has stored, as soon as the page is tall enough, unless the user does
 * something before or the returned function is called. The browser itself gives up before the games have loaded.
 */
function restoreScroll(area: HTMLElement): () => void {
  const top = storedScroll();
  const observer = new ResizeObserver(() => {
    if (document.documentElement.scrollHeight - innerHeight < top) return;
    scrollTo(0, top);
    stop();
  });
  const stop = () => {
    observer.disconnect();
    for (const type of userEvents) removeEventListener(type, stop, { capture: true });
  };
  if (top > 0) observer.observe(area);
  for (const type of userEvents) addEventListener(type, stop, { capture: true });
  return stop;
}

/**
 * Focuses the heading as soon as it is rendered, and again when it is replaced, until the user presses a key or the
 * pointer, scrolls, or the returned function is called. While there is no heading yet and nothing has the focus,
 * focuses `main` instead.
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

const userEvents = ['pointerdown', 'keydown', 'wheel'];
