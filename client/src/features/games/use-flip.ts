import { type RefObject, useLayoutEffect, useRef } from 'react';

const glideMs = 180; // design: motion under 200 ms
const stillness = '(prefers-reduced-motion: reduce)';

type Places = ReadonlyMap<Element, { x: number; y: number }>;

/**
 * The ref of a list whose items glide to their new places when they change their order, so that a game that begins or
 * ends is followed by the eye instead of jumping away from under the thumb.
 *
 * order  what the items are, in their order.
 */
export function useFlip(order: string): RefObject<HTMLUListElement | null> {
  const list = useRef<HTMLUListElement>(null);
  const drawn = useRef(order);
  const before = useRef<Places>(new Map());
  // While the new order is only being drawn up the items still stand where they stood.
  if (drawn.current !== order && list.current) {
    drawn.current = order;
    before.current = placesOf(list.current);
  }
  useLayoutEffect(() => {
    const stood = before.current;
    before.current = new Map();
    if (!list.current || stood.size === 0 || matchMedia(stillness).matches) return;
    for (const [item, { x, y }] of placesOf(list.current)) {
      const was = stood.get(item);
      if (!was || (was.x === x && was.y === y)) continue;
      const from = `translate(${was.x - x}px, ${was.y - y}px)`;
      item.animate([{ transform: from }, { transform: 'none' }], { duration: glideMs, easing: 'ease-out' });
    }
  });
  return list;
}

/** Where the items stand, whatever was scrolled. */
function placesOf(list: HTMLElement): Places {
  const items = [...list.children].filter((item) => item instanceof HTMLElement);
  return new Map(items.map((item) => [item, { x: item.offsetLeft, y: item.offsetTop }]));
}
