import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { eventually } from '#client/testing/eventually.ts';
import { rootBeforeEach } from '#client/testing/root-before-each.ts';
import { pagesQuery } from '#client/tickets/bet-pages.ts';
import type { PageCounts } from '#shared/api/bet-pages.ts';
import type { Bet } from '#shared/api/bets.ts';
import { aBet, aGameView } from '#shared/testing/wire.ts';
import { TicketTabs } from './ticket-tabs.tsx';

const page = rootBeforeEach();
afterEach(() => {
  vi.useRealTimers();
});

/** Shows a list that scrolls by itself, of this height in pixels in a box of 384. */
async function show(height: number): Promise<void> {
  class Observer {
    readonly measure: () => void;
    constructor(measure: () => void) {
      this.measure = measure;
    }
    observe() {
      this.measure();
    }
    disconnect() {}
  }
  vi.stubGlobal('ResizeObserver', Observer);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(384);
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(height);
  await render([aBet()]);
}

/** Shows a list of these open bets, one on a page. */
async function render(bets: readonly Bet[], counts: Partial<PageCounts> = { all: bets.length, open: bets.length }) {
  const none = { all: 0, open: 0, live: 0, pending: 0, won: 0, lost: 0, push: 0 };
  const queryOf = (status: string) =>
    pagesQuery(['list', status], null, async ({ before }) => {
      const at = before ? Number(before.split('.')[1]) : 0;
      const next = at + 1 < bets.length ? `0.${at + 1}.${bets[at]?.id}` : null;
      return { bets: status === 'open' ? bets.slice(at, at + 1) : [], next, counts: { ...none, ...counts } };
    });
  await page.render(
    <QueryClientProvider client={new QueryClient()}>
      <TicketTabs
        queryOf={queryOf}
        noun="bets"
        tabsFor={() => ['Live', 'Won']}
        emptyWords={(tab) => `No ${tab} bets`}
        none="None at all"
        named={false}
        scrolls
      />
    </QueryClientProvider>,
  );
  await eventually(() => expect(page.area.querySelector('[aria-busy]')).toBeNull());
}
const tabs = () => [...page.area.querySelectorAll<HTMLElement>('[role=tab]')];
const rows = () => [...page.area.querySelectorAll('li')].map(({ textContent }) => textContent);
const region = () => page.area.querySelector<HTMLElement>('[aria-label="Live bets"][tabindex="0"]');

test('a list that fits is no stop of the keyboard', async () => {
  await show(200);
  expect(page.area.querySelector('ul')?.textContent).toContain('100 Ching');
  expect(region()).toBeNull();
});

test('a list that is cut can be focused, to scroll it by the keyboard', async () => {
  await show(900);
  expect(region()?.role).toBe('region');
});

test('rows come page by page, and a press on the button moves the focus to the first new one', async () => {
  await render([1, 2, 3].map((at) => aBet({ id: `bet ${at}`, displayName: `Player ${at}` })));
  expect([rows().length, page.area.textContent?.includes('1 of 3 bets')]).toEqual([1, true]);
  const more = () => [...page.area.querySelectorAll('button')].find(({ textContent }) => textContent === 'Show more');
  for (const count of [2, 3]) {
    act(() => more()?.click());
    await eventually(() => expect(rows()).toHaveLength(count));
    expect(document.activeElement).toBe(page.area.querySelectorAll('li')[count - 1]);
  }
  expect(more()).toBeUndefined();
});

test('the first tab with a ticket is open at first, and counts are those of the whole list', async () => {
  await render([], { all: 7, won: 5, lost: 2 });
  await eventually(() => expect(page.area.textContent).toContain('No Won bets'));
  expect(tabs().map((tab) => [tab.textContent, tab.getAttribute('aria-selected')])).toEqual([
    ['Live 0', 'false'],
    ['Won 5', 'true'],
  ]);
});

test('a list without any ticket has no tabs', async () => {
  await render([]);
  expect([tabs().length, page.area.textContent]).toEqual([0, 'None at all']);
});

test('a row does not call yesterday today once midnight has passed', async () => {
  const toFake = ['Date', 'setTimeout', 'clearTimeout'] as const;
  vi.useFakeTimers({ toFake: [...toFake], now: new Date('2026-11-23T04:58:00Z') }); // 11:58 PM Eastern
  await render([aBet({ game: { ...aGameView, sport: 'MLB', week: null, gameTime: '2026-11-22T18:00:00.000Z' } })]);
  expect(page.area.textContent).toContain('Today ·');
  await act(() => vi.advanceTimersByTimeAsync(4 * 60_000));
  expect(page.area.textContent).toContain('Sun, Nov 22 ·');
});
