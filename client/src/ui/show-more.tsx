import { type ReactNode, type RefCallback, useCallback, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from './button.tsx';

const usualPageSize = 50; // chosen: a phone renders this many rows without a stutter

type ShowMoreProps<Row> = {
  rows: readonly Row[];
  /** The name of the rows: 'bets'. */
  noun: string;
  /** The number of rows that each tap adds. */
  pageSize?: number;
  /** The viewer's own row, which is shown last while it is further down. */
  isOwn?: (row: Row) => boolean;
  /** The CSS selector of the rows inside of `list`, in order. Default: its children. */
  rowSelector?: string;
  /** Renders the given rows. `list` is the ref of the element around them. */
  children: (shown: readonly Row[], list: RefCallback<HTMLElement>) => ReactNode;
};

/**
 * Renders the first rows of a list that may have thousands, and a button that adds the next ones. A tap on the button
 * moves the focus to the first new row. Later changes of the rows do not move it again.
 */
export function ShowMore<Row>({
  rows,
  noun,
  pageSize = usualPageSize,
  isOwn,
  rowSelector = ':scope > *',
  children,
}: ShowMoreProps<Row>) {
  const [limit, setLimit] = useState(pageSize);
  const shown = rows.slice(0, limit);
  const listRef = useRef<HTMLElement>(null);
  const list = useCallback((element: HTMLElement | null) => {
    listRef.current = element;
  }, []);

  function showMore() {
    flushSync(() => setLimit(limit + pageSize));
    const firstNew = listRef.current?.querySelectorAll(rowSelector)[limit];
    if (!(firstNew instanceof HTMLElement)) return;
    firstNew.tabIndex = -1;
    firstNew.style.outline = 'none'; // the row is not a control, so it shows no focus ring
    firstNew.focus({ preventScroll: true });
  }

  return (
    <>
      {children(isOwn ? [...shown, ...rows.slice(limit).filter(isOwn)] : shown, list)}
      {rows.length > limit && (
        <div className="mt-4 grid justify-items-center gap-2 text-sm text-soft">
          <p>
            {limit.toLocaleString('en-US')} of {rows.length.toLocaleString('en-US')} {noun}
          </p>
          <Button onClick={showMore}>Show more</Button>
        </div>
      )}
    </>
  );
}
