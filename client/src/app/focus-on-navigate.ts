import { type RefObject, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import type { AroundNavHandler } from 'wouter';
import { storedScroll, storeScroll } from '#client/lib/stored-scroll.ts';

/** The path of the last navigation by a link or by code, until its page is shown. Null after Back or Forward. */
let openedPath: string | null = null;
/** How often a link has led to the page that was open already. */
let reopened = 0;
const onReopen = new Set<() => void>();

/**
 * Navigates, and records that the navigation was not Back or Forward. The entry that is left stores its scroll
 * position. An address that is open already gets no second entry, as in a browser. A link to the open page without a
 * query opens it again; one with a query is a view of the page, which moves the page itself.
 *
 * mustReplace  whether the entry is replaced although the link does not say so
 */
export function openPage(...[navigate, to, options, mustReplace]: [...Parameters<AroundNavHandler>, boolean]): void {
  const { href, pathname, search, hash } = new URL(to, location.href);
  const isLink = !options?.replace;
  const isReopened = isLink && pathname === location.pathname && search === '' && hash === '';
  const replace = !isLink || mustReplace || href === location.href;
  if (!replace) storeScroll();
  navigate(to, { ...options, replace });
  openedPath = location.pathname;
  if (!isReopened) return;
  reopened += 1;
  for (const listener of onReopen) listener();
}

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
  const times = useSyncExternalStore(subscribe, timesReopened, timesReopened);
  const before = useRef({ view, times });

  useLayoutEffect(() => {
    const last = before.current;
    const isNew = last.view !== null && view !== null && (last.view !== view || last.times !== times);
    const isOpened = openedPath === location.pathname;
    before.current = { view, times };
    openedPath = null;
    if (!isNew || !area.current) return;
    if (!isOpened) return restoreScroll(area.current);
    scrollTo(0, 0);
    return focusHeading(area.current);
  }, [view, times]);

  return area;
}

const timesReopened = () => reopened;

function subscribe(listener: () => void): () => void {
  onReopen.add(listener);
  return () => onReopen.delete(listener);
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
