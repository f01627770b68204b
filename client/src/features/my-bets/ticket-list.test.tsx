import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { rootBeforeEach } from '#client/testing/root-before-each.ts';
import { ticketsOf } from '#client/tickets/ticket.ts';
import type { Bet } from '#shared/api/bets.ts';
import { site } from '#shared/api/site.ts';
import { aBet, aGameView } from '#shared/testing/wire.ts';
import { TicketList } from './ticket-list.tsx';

const page = rootBeforeEach();

/** The props of a list that is loaded whole. */
function whole(bets: readonly Bet[]) {
  const pages = [ticketsOf(bets)];
  const none = { hasMore: false, isLoading: false, isRefreshing: false, hasFailed: false, namesLeagues: false };
  return { ...none, pages, total: bets.length, onMore: () => {} };
}

afterEach(() => vi.useRealTimers());

const settledAt = '2026-11-22T21:00:00.000Z';
const settlement = {
  status: 'won' as const,
  score: null,
  arithmetic: null,
  rule: 'canceled' as const,
  words: 'The team won.',
  settledAt,
  source: null,
  pullId: null,
  reason: null,
  corrections: [],
};
const won = { status: 'won' as const, settledAt, settlement };

test('what an open bet waits for changes at the start of its game', async () => {
  vi.useFakeTimers({ now: Date.parse(aGameView.gameTime) - 2_000 });
  await page.render(<TicketList {...whole([aBet()])} />);
  expect(page.area.textContent).toContain('Waits for the game: Today, 1:00 PM ET');
  await act(async () => vi.advanceTimersByTime(3_000));
  expect(page.area.textContent).toContain('Waits for the game to start');
});

test('at midnight a settled bet is no longer one of today', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-23T04:59:58Z') });
  const settledAt = '2026-11-23T03:00:00.000Z';
  await page.render(<TicketList {...whole([aBet({ status: 'won', settledAt })])} />);
  expect(page.area.querySelector('h2')?.textContent).toBe('Won · Today');
  await act(async () => vi.advanceTimersByTime(8_000));
  expect(page.area.querySelector('h2')?.textContent).toBe('Won · Sun, Nov 22');
});

test('a card that goes to another column or group stays open, with the focus', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData([site.path], { simulated: false, demo: false });
  const legs = [1, 2].map((legNumber) => aBet({ parlayId: 'parlay', legCount: 2, legNumber }));
  const parlay = legs.map((leg, at) => (at === 0 ? { ...leg, ...won } : leg));
  const show = (...bets: Bet[]) =>
    page.render(
      <QueryClientProvider client={client}>
        <TicketList {...whole(bets)} />
      </QueryClientProvider>,
    );
  await show(...parlay, aBet());
  const card = document.getElementById('ticket-parlay');
  const details = card?.querySelector('details');
  const summary = card?.querySelector('summary');
  await act(async () => {
    if (details) details.open = true;
    details?.dispatchEvent(new Event('toggle'));
    summary?.focus();
  });
  expect(details?.textContent).toContain(settlement.words);
  const settled = legs.map((leg) => ({ ...leg, ...won }));
  await show(aBet(), aBet(), aBet(), ...settled);
  expect(document.getElementById('ticket-parlay')).toBe(card);
  expect(details?.open).toBe(true);
  expect(document.activeElement).toBe(summary);
});

test('the pages up to a linked ticket load once the pages that are shown have been read again', async () => {
  location.hash = '#ticket-further-down';
  onTestFinished(() => {
    location.hash = '';
  });
  const onMore = vi.fn();
  const list = { ...whole([aBet()]), hasMore: true, onMore };
  await page.render(<TicketList {...list} isRefreshing />);
  expect(onMore).not.toHaveBeenCalled();
  await page.render(<TicketList {...list} />);
  expect(onMore).toHaveBeenCalledOnce();
});
