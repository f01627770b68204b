import { type RefObject, useEffect, useRef } from 'react';
import { Button } from './button.tsx';

type LoadMoreProps = {
  /** The element around the rows. */
  list: RefObject<HTMLElement | null>;
  /** The CSS selector of the rows inside of `list`, in order. */
  rowSelector: string;
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
};

/** Chosen: the next rows load this far before the end of the list is seen, about a screen. */
const ahead = '800px';

/**
 * The end of a list that loads its next rows as the reader comes near it; for the keyboard and after a failure a button
 * does so. A press moves the focus to the first new row.
 */
export function LoadMore(props: LoadMoreProps) {
  const { list, rowSelector, shown, total, noun, hasMore, isLoading, isRefreshing, hasFailed, onMore } = props;
  const end = useRef<HTMLDivElement>(null);
  /** The number of rows at the last press; null once its rows have come. */
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
    if (pressedAt.current === null || shown <= pressedAt.current) return;
    const firstNew = list.current?.querySelectorAll(rowSelector)[pressedAt.current];
    pressedAt.current = null;
    if (!(firstNew instanceof HTMLElement)) return;
    firstNew.tabIndex = -1;
    firstNew.style.outline = 'none'; // the row is not a control, so it shows no focus ring
    firstNew.focus({ preventScroll: true });
  }, [list, rowSelector, shown]);

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
          pressedAt.current = shown;
          if (!isLoading) onMore();
        }}
      >
        {isLoading ? 'Loading...' : hasFailed ? 'Try Again' : 'Show more'}
      </Button>
    </div>
  );
}
