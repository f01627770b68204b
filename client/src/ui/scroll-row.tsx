import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { ChevronLeftIcon, ChevronRightIcon } from './page-icons.tsx';

type ScrollRowProps = {
  /** The name of what the row contains, in the plural. */
  noun: string;
  /** Identifies the chosen one, which has `data-state=active` or `aria-pressed`. It is scrolled into view. */
  chosen: string;
  className?: string;
  children: ReactNode;
};

/**
 * A row that scrolls sideways. While a part of it is out of view, it fades out below a round button that scrolls one
 * page on. At the end the button leads back.
 *
 * The button is for the pointer alone: the keyboard scrolls the row by moving the focus.
 */
export function ScrollRow({ noun, chosen, className = '', children }: ScrollRowProps) {
  const row = useRef<HTMLDivElement>(null);
  const [rest, setRest] = useState<'none' | 'ahead' | 'behind'>('none');
  const measure = useCallback(() => {
    const { current } = row;
    const list = current?.firstElementChild;
    if (!current || !list) return;
    const isWider = list.scrollWidth > current.clientWidth - 2 * pixels(getComputedStyle(current).paddingLeft) + 1;
    const isAtEnd = current.scrollLeft + current.clientWidth >= current.scrollWidth - 1;
    setRest(isWider ? (isAtEnd && current.scrollLeft > 0 ? 'behind' : 'ahead') : 'none');
  }, []);
  useEffect(() => {
    const { current } = row;
    if (!current) return;
    const observer = new ResizeObserver(measure);
    for (const element of [current, ...current.children]) observer.observe(element);
    current.addEventListener('scroll', measure);
    return () => {
      observer.disconnect();
      current.removeEventListener('scroll', measure);
    };
  }, [measure]);
  const isCut = rest !== 'none';
  useEffect(() => {
    if (row.current && isCut && chosen) reveal(row.current);
  }, [chosen, isCut]);
  const scroll = () => {
    const { current } = row;
    if (!current) return;
    const { start, end } = margins(current);
    if (rest === 'behind') current.scrollTo({ left: 0 });
    else current.scrollBy({ left: current.clientWidth - start - end });
  };
  return (
    <div className="relative -mx-4">
      <div
        ref={row}
        className={`scroll-row scroll-px-4 px-4 py-1 ${isCut ? 'scroll-pr-21 pr-16' : ''} ${rest === 'ahead' ? 'mask-r-from-[calc(100%-5.25rem)] mask-r-to-[calc(100%-2.75rem)]' : ''} ${className}`}
      >
        {children}
      </div>
      {isCut && (
        <button
          type="button"
          tabIndex={-1}
          aria-label={rest === 'ahead' ? `More ${noun}` : `First ${noun}`}
          onClick={scroll}
          className="absolute top-1/2 right-2 grid size-11 -translate-y-1/2 place-items-center rounded-full border border-edge bg-surface text-ink"
        >
          {rest === 'ahead' ? <ChevronRightIcon /> : <ChevronLeftIcon />}
        </button>
      )}
    </div>
  );
}

/** Scrolls the row so that the chosen element lies in view, beside the button. Only the row scrolls, never the page. */
function reveal(row: HTMLElement): void {
  const element = row.querySelector('[data-state=active], [aria-pressed=true]');
  if (!element) return;
  const { start, end } = margins(row);
  const [outer, inner] = [row.getBoundingClientRect(), element.getBoundingClientRect()];
  const before = outer.left + start - inner.left;
  const after = inner.right - (outer.right - end);
  if (before > 0) row.scrollBy({ left: -before });
  else if (after > 0) row.scrollBy({ left: after });
}

/** The widths at both ends of the row where nothing that is chosen may lie, in pixels: one is below the button. */
function margins(row: HTMLElement): { start: number; end: number } {
  const { scrollPaddingLeft, scrollPaddingRight } = getComputedStyle(row);
  return { start: pixels(scrollPaddingLeft), end: pixels(scrollPaddingRight) };
}

function pixels(length: string): number {
  return Number.parseFloat(length) || 0;
}
