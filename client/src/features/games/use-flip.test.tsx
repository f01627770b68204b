import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useFlip } from './use-flip.ts';

const rowHeight = 100;
let root: Root;
/** The items that were moved, and by how much they were set back to where they stood. */
let glided: [item: string | null, from: unknown][];
let isStill: boolean;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  [glided, isStill] = [[], false];
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: isStill && query.includes('reduce') }));
  vi.spyOn(HTMLElement.prototype, 'offsetTop', 'get').mockImplementation(function top(this: HTMLElement) {
    return rowHeight * [...(this.parentElement?.children ?? [])].indexOf(this);
  });
  HTMLElement.prototype.animate = function animate(this: HTMLElement, frames: unknown) {
    glided.push([this.textContent, (frames as { transform: string }[])[0]?.transform]);
    return {} as Animation;
  };
  root = createRoot(document.createElement('div'));
});
afterEach(() => {
  act(() => root.unmount());
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function List({ items }: { items: string[] }) {
  return (
    <ul ref={useFlip(items.join())}>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}

const draw = (...items: string[]) => act(() => root.render(<List items={items} />));

test('items that change their order start from where they stood, and only those', () => {
  draw('Bears', 'Lions', 'Rams', 'Jets');
  draw('Lions', 'Rams', 'Bears', 'Jets');
  expect(glided).toEqual([
    ['Lions', 'translate(0px, 100px)'],
    ['Rams', 'translate(0px, 100px)'],
    ['Bears', 'translate(0px, -200px)'],
  ]);
});

test('who comes new stands at once, and the others make room', () => {
  draw('Bears', 'Lions');
  draw('Jets', 'Bears', 'Lions');
  expect(glided).toEqual([
    ['Bears', 'translate(0px, -100px)'],
    ['Lions', 'translate(0px, -100px)'],
  ]);
});

test('nothing moves where nothing changed its place, nor where people want no motion', () => {
  draw('Bears', 'Lions');
  draw('Bears', 'Lions');
  expect(glided).toEqual([]);
  isStill = true;
  draw('Lions', 'Bears');
  expect(glided).toEqual([]);
});
