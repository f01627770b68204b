import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { eventually } from '#client/testing/eventually.ts';
import { rootBeforeEach } from '#client/testing/root-before-each.ts';
import type { Group } from '#shared/api/groups.ts';
import { fromWhole } from '#shared/domain/money.ts';
import { aGroup } from '#shared/testing/wire.ts';
import { usePassedOver } from './use-passed-over.ts';

const page = rootBeforeEach();

/** An entry of a leaderboard on the wire. */
function entry(at: number, balance: string, part: Record<string, unknown> = {}) {
  const user = { id: `0197f0a0-0000-7000-8000-00000000000${at}`, firstName: `Member ${at}`, email: null };
  return { user, displayName: null, rank: at, wins: 0, losses: 0, totalBets: 0, balance, profit: '0.00', ...part };
}

function PassedOver({ league }: { league: Group }) {
  return usePassedOver(league).map(({ name, why }) => <p key={name}>{`${name} ${why}`}</p>);
}

test('names those with more than the champion, also in a league that asks for no active weeks', async () => {
  const rows = [entry(1, '1200.00', { isRescued: true }), entry(2, '1100.00', { isGuest: true }), entry(3, '900.00')];
  vi.stubGlobal('fetch', async () => Response.json(rows));
  const champions = [{ userId: rows[2]?.user.id ?? '', name: 'Member 3', balance: fromWhole(900) }];
  await page.render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <PassedOver league={{ ...aGroup, state: 'final', champions }} />
    </QueryClientProvider>,
  );
  await eventually(() =>
    expect([...page.area.querySelectorAll('p')].map(({ textContent }) => textContent)).toEqual([
      'Member 1 took the rescue',
      'Member 2 played as a guest',
    ]),
  );
});
