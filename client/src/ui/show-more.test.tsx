import { act } from 'react';
import { expect, test } from 'vitest';
import { rootBeforeEach } from '#client/testing/root-before-each.ts';
import { ShowMore } from './show-more.tsx';

const page = rootBeforeEach();

const numbered = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => `bet ${from + at}`);

function draw(rows: readonly string[]): Promise<void> {
  return page.render(
    <ShowMore rows={rows} noun="bets">
      {(shown, list) => (
        <ol ref={list}>
          {shown.map((row) => (
            <li key={row}>{row}</li>
          ))}
        </ol>
      )}
    </ShowMore>,
  );
}

const shown = () => page.area.querySelectorAll('li').length;
const showMore = () => page.area.querySelector('button');
const press = () => act(() => showMore()?.click());

test('a list shows fifty rows at a time, and how many there are', async () => {
  await draw(numbered(1, 120));
  expect(shown()).toBe(50);
  expect(page.area.textContent).toContain('50 of 120 bets');
  press();
  expect(shown()).toBe(100);
  expect(page.area.textContent).toContain('100 of 120 bets');
  press();
  expect(shown()).toBe(120);
  expect(showMore()).toBeNull();
});

test('a list of fifty is shown whole', async () => {
  await draw(numbered(1, 50));
  expect(shown()).toBe(50);
  expect(showMore()).toBeNull();
});

test('the first new row gets the focus, and has it also after another row takes its position', async () => {
  await draw(numbered(1, 60));
  press();
  expect(document.activeElement?.textContent).toBe('bet 51');
  await draw(['a new bet', ...numbered(1, 60)]);
  expect(document.activeElement?.textContent).toBe('bet 51');
});

test('rows that come later do not take the focus from another element', async () => {
  await draw(numbered(1, 160));
  press();
  showMore()?.focus();
  await draw(['a new bet', ...numbered(1, 160)]);
  expect(document.activeElement).toBe(showMore());
});

test("the viewer's own row stands last until its page is shown, and then in its place", async () => {
  await page.render(
    <ShowMore rows={numbered(1, 120)} noun="bets" isOwn={(row) => row === 'bet 70'}>
      {(rows, list) => (
        <ol ref={list}>
          {rows.map((row) => (
            <li key={row}>{row}</li>
          ))}
        </ol>
      )}
    </ShowMore>,
  );
  const texts = () => [...page.area.querySelectorAll('li')].map(({ textContent }) => textContent);
  expect(texts()).toEqual([...numbered(1, 50), 'bet 70']);
  press();
  expect(texts()).toEqual(numbered(1, 100));
  expect(document.activeElement?.textContent).toBe('bet 51');
});
