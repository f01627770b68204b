import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useFlip } from './use-flip.ts';

const rowHeight = 100;
let root: Root;
/** The animated items, each with the transform back to its old position. */
let animated: [item: string | null, from: unknown][];
let isStill: boolean;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  [animated, isStill] = [[], false];
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: isStill && query.includes('reduce') }));
  vi.spyOn(HTMLElement.prototype, 'offsetTop', 'get').mockImplementation(function top(this: HTMLElement) {
    return rowHeight * [...(this.parentElement?.children ?? [])].indexOf(this);
  });
  HTMLElement.prototype.animate = function animate(this: HTMLElement, frames: unknown) {
    animated.push([this.textContent, (frames as { transform: string }[])[0]?.transform]);
    return {} as Animation;
  };
  root = createRoot(document.createElement('div'));
});
afterEach(() => {
  act(() => root.unmount());
  vi.unstubAllGlobals();
  Reflect.deleteProperty(HTMLElement.prototype, 'animate');
});

function List({ items }: { items: string[] }) {
  return (
    <ul ref={useFlip<HTMLUListElement>(items.join())}>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}

const draw = (...items: string[]) => act(() => root.render(<List items={items} />));

test('items that change their order start from their old position, and only those', () => {
  draw('Bears', 'Lions', 'Rams', 'Jets');
  draw('Lions', 'Rams', 'Bears', 'Jets');
  expect(animated).toEqual([
    ['Lions', 'translate(0px, 100px)'],
    ['Rams', 'translate(0px, 100px)'],
    ['Bears', 'translate(0px, -200px)'],
  ]);
});

test('a new item is in its place at once, and the others make room', () => {
  draw('Bears', 'Lions');
  draw('Jets', 'Bears', 'Lions');
  expect(animated).toEqual([
    ['Bears', 'translate(0px, -100px)'],
    ['Lions', 'translate(0px, -100px)'],
  ]);
});

test('nothing moves where nothing changed its place, nor where people want no motion', () => {
  draw('Bears', 'Lions');
  draw('Bears', 'Lions');
  expect(animated).toEqual([]);
  isStill = true;
  draw('Lions', 'Bears');
  expect(animated).toEqual([]);
});
