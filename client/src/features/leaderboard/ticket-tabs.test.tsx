import { afterEach, expect, test, vi } from 'vitest';
import { rootBeforeEach } from '#client/testing/root-before-each.ts';
import { ticketsOf } from '#client/tickets/ticket.ts';
import { aBet } from '#shared/testing/wire.ts';
import { TicketTabs } from './ticket-tabs.tsx';

const page = rootBeforeEach();
afterEach(() => vi.restoreAllMocks());

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
  await page.render(
    <TicketTabs tickets={ticketsOf([aBet()])} tabs={['Live']} emptyWords={() => ''} named={false} scrolls />,
  );
}
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
