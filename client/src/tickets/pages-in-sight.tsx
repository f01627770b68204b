import { memo, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';

type ListProps<Row> = {
  /** The height of a row in rem, before its page was drawn. */
  rowRem: number;
  /** Renders the first rows of a page. While it is the same function, a page that is the same array is not rendered again. */
  children: (page: readonly Row[], drawn: number) => ReactNode;
};

type PagesInSightProps<Row> = ListProps<Row> & {
  /** The element of the list. Each page in it has `data-page`. */
  list: RefObject<HTMLDivElement | null>;
  className?: string;
  pages: readonly (readonly Row[])[];
  /** The number of rows of a page that are drawn at once and stay, wherever the page is. */
  wanted: (page: readonly Row[], at: number) => number;
};

/** A long list by pages, of which those near the screen are drawn. */
export function PagesInSight<Row>({ list, className, pages, wanted, ...ofList }: PagesInSightProps<Row>) {
  return (
    <div ref={list} className={className}>
      {pages.map((page, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a page has its place for ever
        <PageInSight key={at} page={page} wanted={wanted(page, at)} {...ofList} />
      ))}
    </div>
  );
}

type PageInSightProps<Row> = ListProps<Row> & { page: readonly Row[]; wanted: number };

/** Chosen: two screens of a phone, so that a page is drawn before a quick scroll gets to it. */
const near = '1600px 0px';

/**
 * A page of a long list. Far from the screen only its height stands in the document, since the time of a frame grows
 * with the number of cards, also of those that nobody sees. Near the screen its rows are drawn, one in each frame. A
 * page that has the focus stays. Why: docs/decisions/lists-by-pages.md.
 */
const PageInSight = memo(DrawnPage) as typeof DrawnPage;

function DrawnPage<Row>({ page, rowRem, wanted, children }: PageInSightProps<Row>) {
  const rows = page.length;
  const element = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(wanted > 0 || !canObserve());
  const [further, setFurther] = useState(canObserve() ? wanted : rows);
  const [height, setHeight] = useState(`${rows * rowRem}rem`);
  const drawn = Math.min(rows, Math.max(wanted, further));

  useEffect(() => {
    if (!element.current || !canObserve()) return;
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
    const { current } = element;
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
    // Chosen: with two rows a frame, a slow phone has four times as many frames of over 100 ms.
    const frame = requestAnimationFrame(() => setFurther(drawn + 1));
    return () => cancelAnimationFrame(frame);
  }, [isNear, drawn, rows]);

  return (
    // An empty page is no part of its own: hundreds of them would be layers, which each frame goes through.
    <div
      ref={element}
      data-page
      className={drawn > 0 ? 'list-part' : undefined}
      style={drawn < rows ? { minHeight: height } : undefined}
    >
      {drawn > 0 && children(page, drawn)}
    </div>
  );
}

function canObserve(): boolean {
  return typeof IntersectionObserver !== 'undefined';
}
