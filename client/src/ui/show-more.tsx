import { type ReactNode, type RefCallback, useCallback, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from './button.tsx';

const partSize = 50; // ours: what a phone draws without a stutter

type InPartsProps<Row> = {
  rows: readonly Row[];
  /** What the rows are: 'bets'. */
  noun: string;
  /** Draws the rows that are shown. `list` goes on the element whose children they are, one each, in their order. */
  children: (shown: readonly Row[], list: RefCallback<HTMLElement>) => ReactNode;
};

/**
 * The first rows of a list that may hold thousands, and a button for the next ones. The first of those then has the
 * focus: it moves once, with the tap, and stays where it is when the rows change their order afterwards.
 */
export function ShowMore<Row>({ rows, noun, children }: InPartsProps<Row>) {
  const [most, setMost] = useState(partSize);
  const drawn = useRef<HTMLElement>(null);
  const list = useCallback((element: HTMLElement | null) => {
    drawn.current = element;
  }, []);

  function showMore() {
    flushSync(() => setMost(most + partSize));
    const firstNew = drawn.current?.children[most];
    if (!(firstNew instanceof HTMLElement)) return;
    firstNew.tabIndex = -1;
    firstNew.style.outline = 'none'; // a place to go on from, nothing to act on
    firstNew.focus({ preventScroll: true });
  }

  return (
    <>
      {children(rows.slice(0, most), list)}
      {rows.length > most && (
        <div className="mt-4 grid justify-items-center gap-2 text-sm text-soft">
          <p>
            {most.toLocaleString('en-US')} of {rows.length.toLocaleString('en-US')} {noun}
          </p>
          <Button onClick={showMore}>Show more</Button>
        </div>
      )}
    </>
  );
}
