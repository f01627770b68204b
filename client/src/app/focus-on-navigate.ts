import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { AroundNavHandler } from 'wouter';

/** The path that was opened last from within the client, until its page is there; null where Back or Forward led. */
let opened: string | null = null;

/** Goes where a link or the client's own code wants to, and remembers that it was no Back or Forward. */
export const recordOpening: AroundNavHandler = (navigate, to, options) => {
  navigate(to, options);
  opened = location.pathname;
};

/**
 * Leads to the top of a page that is opened from within the client, as the browser does for one that it loads: scrolled
 * up, and the focus on the heading, which screen readers then say.
 *
 * sight    What is shown, so that another one is another page; null while that is not known.
 * Returns  Belongs on the element that holds the page.
 * Back and Forward are left to the browser, which restores how far the page was scrolled. Source: WCAG 2.4.3.
 */
export function useFocusOnNavigate(sight: string | null): RefObject<HTMLDivElement | null> {
  const area = useRef<HTMLDivElement>(null);
  const before = useRef(sight);

  useLayoutEffect(() => {
    const isNew = before.current !== null && sight !== null && before.current !== sight;
    const isOpened = opened === location.pathname;
    before.current = sight;
    opened = null;
    if (!isNew || !isOpened || !area.current) return;
    scrollTo(0, 0);
    return leadToHeading(area.current);
  }, [sight]);

  return area;
}

/**
 * Gives the focus to the heading as soon as it stands, and again when it is drawn anew, until somebody acts or the
 * returned function is called. Where the focus was lost before there is a heading, the page has it until then.
 */
function leadToHeading(area: HTMLElement): () => void {
  let left = document.activeElement;
  const lead = () => {
    const at = document.activeElement;
    const isLost = at === document.body;
    if (at !== left && !isLost) return;
    const target = shown(area, 'h1') ?? (isLost ? shown(area, 'main') : null);
    if (!target || target === at) return;
    target.tabIndex = -1;
    target.focus({ preventScroll: true });
    left = document.activeElement;
  };
  const observer = new MutationObserver(lead);
  const stop = () => {
    observer.disconnect();
    for (const act of acts) removeEventListener(act, stop, { capture: true });
  };
  observer.observe(area, { childList: true, subtree: true });
  for (const act of acts) addEventListener(act, stop, { capture: true });
  lead();
  return stop;
}

/** While the code of a page is on the way, the page before it is still there, hidden. */
function shown(area: HTMLElement, name: 'h1' | 'main'): HTMLElement | undefined {
  return [...area.querySelectorAll(name)].find((element) => element.getClientRects().length > 0);
}

const acts = ['pointerdown', 'keydown'];
