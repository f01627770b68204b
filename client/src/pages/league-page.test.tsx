import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { currentUserQuery } from '#client/features/auth/queries.ts';
import { leaguesQuery } from '#client/features/leagues/queries.ts';
import { rootBeforeEach } from '#client/testing/root-before-each.ts';
import type { User } from '#shared/api/auth.ts';
import { LeaguePage } from './league-page.tsx';

const ann: User = {
  id: '0197f0a0-0000-7000-8000-000000000002',
  email: 'ann@example.com',
  firstName: 'Ann',
  lastName: null,
  username: null,
  displayName: 'Ann',
  isAdmin: false,
};

const page = rootBeforeEach();

/** Opens the page of a league that the cached list does not have. */
async function open(): Promise<void> {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
  });
  client.setQueryData(currentUserQuery.queryKey, ann);
  client.setQueryData(leaguesQuery.queryKey, []);
  await page.render(
    <QueryClientProvider client={client}>
      <LeaguePage id="0197f0a0-0000-7000-8000-000000000001" />
    </QueryClientProvider>,
  );
}

/** Waits for the words. The query client notifies in a timer of its own. */
async function expectWords(words: string): Promise<void> {
  await vi.waitFor(async () => {
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    expect(page.area.textContent).toContain(words);
  });
}

test('a league that is not in the list is looked up again, and then it is not found', async () => {
  vi.stubGlobal('fetch', async () => Response.json([]));
  await open();
  await expectWords('League not found. This league may not exist');
});

test('a failed look-up is a failure, and not a league that does not exist', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await open();
  await expectWords('Failed to load league details');
  expect(page.area.textContent).not.toContain('League not found');
});
