import { type RefObject, useLayoutEffect, useRef } from 'react';

const animationMs = 180; // chosen: under the limit of 200 ms in `docs/screens.md#notifications`
const reducedMotion = '(prefers-reduced-motion: reduce)';

type Positions = ReadonlyMap<Element, { x: number; y: number }>;

/**
 * Returns the ref of a list whose items animate to their new positions when the order changes (FLIP: first, last,
 * invert, play). A game that starts or ends, or a row of a table, then does not jump away from under the thumb.
 *
 * order  a value that changes with the order: the ids of the items, joined, or their rows
 */
export function useFlip<List extends HTMLElement>(order: unknown): RefObject<List | null> {
  const list = useRef<List>(null);
  const measured = useRef(order);
  const before = useRef<Positions>(new Map());
  // During this render the DOM still has the old order: measure the old positions now.
  if (measured.current !== order && list.current) {
    measured.current = order;
    before.current = positionsOf(list.current);
  }
  useLayoutEffect(() => {
    const old = before.current;
    before.current = new Map();
    if (!list.current || old.size === 0 || matchMedia(reducedMotion).matches) return;
    for (const [item, { x, y }] of positionsOf(list.current)) {
      const first = old.get(item);
      if (!first || (first.x === x && first.y === y)) continue;
      const from = `translate(${first.x - x}px, ${first.y - y}px)`;
      item.animate([{ transform: from }, { transform: 'none' }], { duration: animationMs, easing: 'ease-out' });
    }
  });
  return list;
}

/** The positions of the items within their offset parent, which scrolling does not change. */
function positionsOf(list: HTMLElement): Positions {
  const items = [...list.children].filter((item) => item instanceof HTMLElement);
  return new Map(items.map((item) => [item, { x: item.offsetLeft, y: item.offsetTop }]));
}
