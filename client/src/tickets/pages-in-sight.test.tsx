import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { rootBeforeEach } from '#client/testing/root-before-each.ts';
import { PagesInSight } from './pages-in-sight.tsx';

const screen = rootBeforeEach();

const pages = ['first', 'second', 'third', 'fourth'].map((name) => ['1', '2', '3'].map((row) => `${name} ${row}`));

beforeEach(() => {
  // Everything is near the screen, and no frame comes.
  vi.stubGlobal('IntersectionObserver', NearObserver);
  vi.stubGlobal('requestAnimationFrame', () => 1);
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
});

afterEach(() => vi.unstubAllGlobals());

class NearObserver {
  constructor(private readonly report: (entries: unknown[]) => void) {}
  observe(target: Element) {
    this.report([{ isIntersecting: true, target, boundingClientRect: new DOMRect() }]);
  }
  unobserve() {}
  disconnect() {}
}

/** The list, of which the first page has one row from the start and the others none. */
function list(pressedFor: number | null) {
  return (
    <PagesInSight
      list={{ current: null }}
      pages={pages}
      rowRem={8}
      wanted={(_page, at) => (at === 0 ? 1 : 0)}
      pressedFor={pressedFor}
    >
      {(page, drawn) => (
        <ul>
          {page.slice(0, drawn).map((row) => (
            <li key={row}>{row}</li>
          ))}
        </ul>
      )}
    </PagesInSight>
  );
}

const drawn = () => [...screen.area.querySelectorAll('li')].map(({ textContent }) => textContent);

test('a press draws the page it asks for and the one before, which stay at the next press', async () => {
  await screen.render(list(null));
  expect(drawn()).toEqual(['first 1']);
  await screen.render(list(1));
  expect(drawn()).toEqual([...(pages[0] ?? []), ...(pages[1] ?? [])]);
  await screen.render(list(3));
  expect(drawn()).toEqual(pages.flat());
});
