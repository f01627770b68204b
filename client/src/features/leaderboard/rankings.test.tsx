import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { eventually } from '#client/testing/eventually.ts';
import { rootBeforeEach } from '#client/testing/root-before-each.ts';
import { Rankings } from './rankings.tsx';

const page = rootBeforeEach();

/** An entry of a leaderboard on the wire. */
function entry(at: number, part: Record<string, unknown>) {
  const user = { id: `0197f0a0-0000-7000-8000-00000000000${at}`, firstName: `Member ${at}`, email: null };
  const counts = { rank: at, wins: 0, losses: 0, totalBets: 0 };
  return { user, displayName: null, ...counts, balance: '1090.91', profit: '90.91', ...part };
}

test('an entry without a balance has 1,000 Ching, and the others show as they are', async () => {
  vi.stubGlobal('fetch', async () => Response.json([entry(1, {}), entry(2, { balance: undefined })]));
  await page.render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Rankings
        league={{ id: '0197f0a0-0000-7000-8000-000000000009', state: 'open' }}
        viewerId="0197f0a0-0000-7000-8000-000000000001"
        weeks={undefined}
      />
    </QueryClientProvider>,
  );
  await eventually(() => expect(page.area.querySelectorAll('tbody tr')).toHaveLength(2));
  const [first, second] = page.area.querySelectorAll('tbody tr');
  expect(first?.textContent).toContain('1,090 Ching');
  expect(second?.textContent).toContain('1,000 Ching');
});
