import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';

type PagesInSightProps<Row> = {
  /** The element of the list. Each page in it has `data-page`. */
  list: RefObject<HTMLDivElement | null>;
  className?: string;
  pages: readonly (readonly Row[])[];
  /** The height of a row in rem, before its page was drawn. */
  rowRem: number;
  /** The number of rows of a page that are drawn at once and stay, wherever the page is. */
  wanted: (page: readonly Row[], at: number) => number;
  /** Renders the first rows of a page. */
  children: (page: readonly Row[], drawn: number) => ReactNode;
};

/** A long list by pages, of which those near the screen are drawn. */
export function PagesInSight<Row>({ list, className, pages, rowRem, wanted, children }: PagesInSightProps<Row>) {
  return (
    <div ref={list} className={className}>
      {pages.map((page, at) => (
        <PageInSight
          // biome-ignore lint/suspicious/noArrayIndexKey: a page has its place for ever
          key={at}
          rows={page.length}
          rowRem={rowRem}
          wanted={wanted(page, at)}
        >
          {(drawn) => children(page, drawn)}
        </PageInSight>
      ))}
    </div>
  );
}

type PageInSightProps = {
  /** The number of rows of the page. */
  rows: number;
  /** The height of a row in rem, before the page was drawn. */
  rowRem: number;
  /** The number of rows that are drawn at once and stay, wherever the page is. */
  wanted: number;
  /** Renders so many rows of the page, from its first on. */
  children: (drawn: number) => ReactNode;
};

/** Chosen: two screens of a phone, so that a page is drawn before a quick scroll gets to it. */
const near = '1600px 0px';
/** Chosen: with more, a phone that is four times as slow as this needs over 100 ms for a frame. */
const rowsAFrame = 2;

/**
 * A page of a long list. Far from the screen only its height stands in the document, since the time of a frame grows
 * with the number of cards, also of those that nobody sees. Near the screen its rows are drawn, a few in each frame. A
 * page that has the focus stays. Why: docs/decisions/lists-by-pages.md.
 */
function PageInSight({ rows, rowRem, wanted, children }: PageInSightProps) {
  const page = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(wanted > 0 || !canObserve());
  const [further, setFurther] = useState(canObserve() ? wanted : rows);
  const [height, setHeight] = useState(`${rows * rowRem}rem`);
  const drawn = Math.min(rows, Math.max(wanted, further));

  useEffect(() => {
    if (!page.current || !canObserve()) return;
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1);
        if (!entry || (!entry.isIntersecting && entry.target.contains(document.activeElement))) return;
        setNear(entry.isIntersecting);
        if (entry.isIntersecting) return;
        setHeight(`${entry.boundingClientRect.height}px`);
        setFurther(0);
      },
      { rootMargin: near, scrollMargin: near }, // the latter in an element that scrolls
    );
    const { current } = page;
    // The browser reports an element that is observed anew: the page may have stayed for its focus alone.
    const observeAnew = () => {
      observer.unobserve(current);
      observer.observe(current);
    };
    observer.observe(current);
    current.addEventListener('focusout', observeAnew);
    return () => {
      observer.disconnect();
      current.removeEventListener('focusout', observeAnew);
    };
  }, []);

  useEffect(() => {
    if (!isNear || drawn === rows) return;
    const frame = requestAnimationFrame(() => setFurther(drawn + rowsAFrame));
    return () => cancelAnimationFrame(frame);
  }, [isNear, drawn, rows]);

  return (
    <div ref={page} data-page className="list-part" style={drawn < rows ? { minHeight: height } : undefined}>
      {drawn > 0 && children(drawn)}
    </div>
  );
}

function canObserve(): boolean {
  return typeof IntersectionObserver !== 'undefined';
}
