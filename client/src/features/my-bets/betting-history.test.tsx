import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { eventually } from '#client/testing/eventually.ts';
import { rootBeforeEach } from '#client/testing/root-before-each.ts';
import { BettingHistory } from './betting-history.tsx';

const page = rootBeforeEach();

const [busy, quiet] = [
  { id: '0197f0a0-0000-7000-8000-000000000001', name: 'Busy' },
  { id: '0197f0a0-0000-7000-8000-000000000002', name: 'Quiet' },
];

/** The tabs of leagues where the server counts `all` bets, and names one league with three of them. */
async function leagueTabs(all: number): Promise<(string | undefined)[]> {
  const counts = { all, open: 0, live: 0, pending: 0, won: all, lost: 0, push: 0 };
  vi.stubGlobal('fetch', async () => Response.json({ bets: [], next: null, counts, groups: [{ ...busy, bets: 3 }] }));
  await page.render(
    <QueryClientProvider client={new QueryClient()}>
      <BettingHistory leagues={[busy, quiet]} />
    </QueryClientProvider>,
  );
  const tabs = () => [...page.area.querySelectorAll('[aria-label=Leagues] [role=tab]')];
  await eventually(() => expect(tabs()).not.toEqual([]));
  return tabs().map(({ textContent }) => textContent?.trim());
}

test('a league that the server does not name has no bets if all of them are in those that it names', async () => {
  expect(await leagueTabs(3)).toEqual(['All Leagues (3)', 'Busy (3)', 'Quiet (0)']);
});

test('the count of a league is left out where the server names too few leagues to know it', async () => {
  expect(await leagueTabs(5)).toEqual(['All Leagues (5)', 'Busy (3)', 'Quiet']);
});
