import { memo, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { queueDrawing } from './drawing-queue.ts';

type ListProps<Row> = {
  /** The height of a row in rem, before its page was drawn. */
  rowRem: number;
  /** Renders the first rows of a page. While it is the same function, a page that is the same array is not rendered again. */
  children: (page: readonly Row[], drawn: number) => ReactNode;
};

type PagesProps<Row> = ListProps<Row> & {
  className?: string;
  pages: readonly (readonly Row[])[];
  /** The number of rows of a page that are drawn at once and stay, wherever the page is. */
  wanted: (page: readonly Row[], at: number) => number;
  /**
   * The number of the page that a press of `LoadMore` asked for; null for none. It is drawn at once for the focus, and so
   * is the page before it: a row that was drawn there later would push the focus out of sight.
   */
  pressedFor: number | null;
};

type PagesInSightProps<Row> = PagesProps<Row> & {
  /** The element of the list. Each page that is in it has its number as `data-page`. */
  list: RefObject<HTMLDivElement | null>;
};

/** Chosen: a list of 5,000 bets then has thirty stretches, and some twenty pages in those near the screen. */
const pagesOfStretch = 10;

/** Chosen: a little more than a screen of a phone, so that a page is drawn before a quick scroll gets to it. */
const nearPage = '1000px 0px';

/** Chosen: three times that, so that the pages of a stretch stand before they are drawn. */
const nearStretch = '3200px 0px';

/**
 * A long list by pages, of which those near the screen are drawn. Every ten pages are a stretch, of which only the height
 * is in the document far from the screen: each element of a page takes every frame some time, an empty one too. A stretch
 * with a page that wants rows stays.
 */
export function PagesInSight<Row>({ list, pages, ...ofList }: PagesInSightProps<Row>) {
  const [heights] = useState<Heights>(() => new Map());
  const stretches = Array.from({ length: Math.ceil(pages.length / pagesOfStretch) }, (_, at) => at * pagesOfStretch);
  return (
    <div ref={list} className={ofList.className}>
      {stretches.map((from) => (
        <Stretch
          key={from}
          from={from}
          pages={pages.slice(from, from + pagesOfStretch)}
          heights={heights}
          {...ofList}
        />
      ))}
    </div>
  );
}

/** The heights in CSS pixels that pages or stretches had when they last went far from the screen, by number. */
type Heights = Map<number, number>;

/** `from`: the number of its first page. */
type StretchProps<Row> = PagesProps<Row> & { from: number; heights: Heights };

function Stretch<Row>({ from, heights, className, pages, wanted, pressedFor, ...ofList }: StretchProps<Row>) {
  const { element, isNear } = useNear(nearStretch, true, heights, from);
  const [heightsOfPages] = useState<Heights>(() => new Map());
  const rows = pages.map((page, at) => (isAtPress(from + at, pressedFor) ? page.length : wanted(page, from + at)));
  if (!isNear && rows.every((count) => count === 0)) return <div ref={element} style={{ height: heights.get(from) }} />;
  return (
    <div ref={element} className={className}>
      {pages.map((page, at) => (
        <PageInSight
          // biome-ignore lint/suspicious/noArrayIndexKey: a page has its place for ever
          key={at}
          at={from + at}
          page={page}
          wanted={rows[at] ?? 0}
          heights={heightsOfPages}
          {...ofList}
        />
      ))}
    </div>
  );
}

function isAtPress(at: number, pressedFor: number | null): boolean {
  return pressedFor !== null && (at === pressedFor || at === pressedFor - 1);
}

type PageInSightProps<Row> = ListProps<Row> & { at: number; page: readonly Row[]; wanted: number; heights: Heights };

/**
 * A page of a long list. Far from the screen only its height stands in the document, since the time of a frame grows
 * with the number of cards, also of those that nobody sees. Near the screen its rows are drawn when no nearer page
 * waits (`queueDrawing`). A page that has the focus stays. Why: docs/decisions/lists-by-pages.md.
 */
const PageInSight = memo(DrawnPage) as typeof DrawnPage;

function DrawnPage<Row>({ at, page, rowRem, wanted, heights, children }: PageInSightProps<Row>) {
  const rows = page.length;
  const { element, isNear } = useNear(nearPage, wanted > 0 || !canObserve(), heights, at);
  const [further, setFurther] = useState(canObserve() ? wanted : rows);
  if (!isNear && further > 0) setFurther(0);
  if (isNear && further < wanted) setFurther(wanted); // rows that were wanted stay while the page is near
  const drawn = Math.min(rows, Math.max(wanted, further));

  useEffect(() => {
    if (!element.current || !isNear || drawn === rows) return;
    return queueDrawing(element.current, (count) => setFurther(drawn + count));
  }, [element, isNear, drawn, rows]);

  return (
    // An empty page is no part of its own: each part is a layer, which every frame goes through.
    <div
      ref={element}
      data-page={at}
      className={drawn > 0 ? 'list-part' : undefined}
      style={drawn < rows ? { minHeight: heights.get(at) ?? `${rows * rowRem}rem` } : undefined}
    >
      {drawn > 0 && children(page, drawn)}
    </div>
  );
}

/** Whether an element is within `margin` of the screen, or has the focus. Its height goes to `heights` when it is not. */
function useNear(margin: string, initially: boolean, heights: Heights, number: number) {
  const element = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(initially);

  useEffect(() => {
    if (!element.current || !canObserve()) return;
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1);
        if (!entry || (!entry.isIntersecting && entry.target.contains(document.activeElement))) return;
        // At once, not with the next render: a page may go with its whole stretch.
        if (!entry.isIntersecting) heights.set(number, entry.boundingClientRect.height);
        setNear(entry.isIntersecting);
      },
      { rootMargin: margin, scrollMargin: margin }, // the latter in an element that scrolls
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
  }, [margin, heights, number]);

  return { element, isNear };
}

function canObserve(): boolean {
  return typeof IntersectionObserver !== 'undefined';
}
