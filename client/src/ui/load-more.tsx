import { type RefObject, useEffect, useRef } from 'react';
import { Button } from './button.tsx';

type LoadMoreProps = {
  /** The element in which each page has its number as `data-page`. */
  list: RefObject<HTMLElement | null>;
  /** The number of pages. */
  pages: number;
  /** The CSS selector of the rows in a page. */
  rowSelector: string;
  /** The number of rows in all pages. */
  shown: number;
  total: number;
  /** The name of the rows: 'bets'. */
  noun: string;
  hasMore: boolean;
  isLoading: boolean;
  /** Whether the rows that are shown are being read again. Nothing loads by itself meanwhile: that would cancel it. */
  isRefreshing: boolean;
  hasFailed: boolean;
  onMore: () => void;
  /** At a press of the button: the next page gets the focus, so its rows must be there as soon as it is. */
  onPress: () => void;
};

/** Chosen: the next rows load this far before the end of the list is seen, about a screen. */
const ahead = '800px';

/**
 * The end of a list that loads its next rows as the reader comes near it; for the keyboard and after a failure a button
 * does so. A press moves the focus to the first new row.
 */
export function LoadMore(props: LoadMoreProps) {
  const { list, pages, rowSelector, shown, total, noun, hasMore, isLoading, isRefreshing, hasFailed, onMore, onPress } =
    props;
  const end = useRef<HTMLDivElement>(null);
  /** The number of pages at the last press; null once the next has come. */
  const pressedAt = useRef<number | null>(null);
  const waits = !hasMore || isLoading || isRefreshing || hasFailed;

  useEffect(() => {
    if (waits || !end.current || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) onMore();
      },
      { rootMargin: ahead },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [waits, onMore]);

  useEffect(() => {
    if (pressedAt.current === null || pages <= pressedAt.current) return;
    const firstNew = list.current?.querySelector(`[data-page='${pressedAt.current}'] ${rowSelector}`);
    pressedAt.current = null;
    if (!(firstNew instanceof HTMLElement)) return;
    firstNew.tabIndex = -1;
    firstNew.style.outline = 'none'; // the row is not a control, so it shows no focus ring
    firstNew.focus({ preventScroll: true });
    firstNew.scrollIntoView?.({ block: 'nearest' }); // rows above that were drawn meanwhile may have moved it
  }, [list, rowSelector, pages]);

  if (!hasMore) return null;
  return (
    <div ref={end} className="mt-4 grid justify-items-center gap-2 text-sm text-soft">
      <p role={hasFailed ? 'alert' : undefined}>
        {hasFailed
          ? `Failed to load more ${noun}`
          : `${shown.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} ${noun}`}
      </p>
      <Button
        aria-disabled={isLoading}
        onClick={() => {
          pressedAt.current = pages;
          onPress();
          if (!isLoading) onMore();
        }}
      >
        {isLoading ? 'Loading...' : hasFailed ? 'Try Again' : 'Show more'}
      </Button>
    </div>
  );
}
