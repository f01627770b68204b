import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ShowMore } from './show-more.tsx';

let root: Root;
let area: HTMLElement;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  area = document.body.appendChild(document.createElement('div'));
  root = createRoot(area);
});

afterEach(() => {
  act(() => root.unmount());
  area.remove();
  vi.unstubAllGlobals();
});

const numbered = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => `bet ${from + at}`);

function draw(rows: readonly string[]): void {
  act(() =>
    root.render(
      <ShowMore rows={rows} noun="bets">
        {(shown, list) => (
          <ol ref={list}>
            {shown.map((row) => (
              <li key={row}>{row}</li>
            ))}
          </ol>
        )}
      </ShowMore>,
    ),
  );
}

const shown = () => area.querySelectorAll('li').length;
const showMore = () => area.querySelector('button');
const press = () => act(() => showMore()?.click());

test('a list shows fifty rows at a time, and how many there are', () => {
  draw(numbered(1, 120));
  expect(shown()).toBe(50);
  expect(area.textContent).toContain('50 of 120 bets');
  press();
  expect(shown()).toBe(100);
  expect(area.textContent).toContain('100 of 120 bets');
  press();
  expect(shown()).toBe(120);
  expect(showMore()).toBeNull();
});

test('a list of fifty is shown whole', () => {
  draw(numbered(1, 50));
  expect(shown()).toBe(50);
  expect(showMore()).toBeNull();
});

test('the first new row gets the focus, and has it also after another row takes its position', () => {
  draw(numbered(1, 60));
  press();
  expect(document.activeElement?.textContent).toBe('bet 51');
  draw(['a new bet', ...numbered(1, 60)]);
  expect(document.activeElement?.textContent).toBe('bet 51');
});

test('rows that come later do not take the focus from another element', () => {
  draw(numbered(1, 160));
  press();
  showMore()?.focus();
  draw(['a new bet', ...numbered(1, 160)]);
  expect(document.activeElement).toBe(showMore());
});
