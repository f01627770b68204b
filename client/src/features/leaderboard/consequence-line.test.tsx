import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { eventually } from '#client/testing/eventually.ts';
import { rootBeforeEach } from '#client/testing/root-before-each.ts';
import { newTicket, type OpenTicket } from '#shared/domain/consequence.ts';
import { fromWhole } from '#shared/domain/money.ts';
import { aPrice } from '#shared/testing/examples.ts';
import { ConsequenceLine } from './consequence-line.tsx';

const page = rootBeforeEach();
const leagueId = '0197f0a0-0000-7000-8000-000000000009';
const idOf = (at: number) => `0197f0a0-0000-7000-8000-00000000000${at}`;
const stakes = (...whole: number[]) => whole.map((stake) => newTicket(fromWhole(stake), [aPrice(262)]));

let client: QueryClient;
let reply: () => Promise<Response>;
let requests: number;

beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  reply = async () => Response.json(standings('1300.00', '1150.00', '1150.00', '1050.00', '900.00'));
  requests = 0;
  vi.stubGlobal('fetch', () => {
    requests += 1;
    return reply();
  });
});

/** A leaderboard on the wire. The members' ids are those of their order. */
function standings(...balances: string[]) {
  return balances.map((balance, at) => ({
    user: { id: idOf(at + 1), firstName: `Member ${at + 1}`, email: null },
    ...{ displayName: null, rank: at + 1, wins: 0, losses: 0, totalBets: 0, balance, profit: '0.00' },
  }));
}

type Shown = {
  tickets: readonly OpenTicket[];
  viewer?: number;
  isPlaced?: boolean;
  hasOtherBets?: boolean;
  memberCount?: number;
};

async function show(shown: Shown): Promise<string> {
  const { tickets, viewer = 2, isPlaced = false, hasOtherBets = false, memberCount = 5 } = shown;
  await page.render(
    <QueryClientProvider client={client}>
      <ConsequenceLine
        leagueId={leagueId}
        memberCount={memberCount}
        viewerId={idOf(viewer)}
        tickets={tickets}
        isPlaced={isPlaced}
        hasOtherBets={hasOtherBets}
      />
    </QueryClientProvider>,
  );
  await eventually(() => expect(client.isFetching()).toBe(0));
  return page.area.textContent;
}

test('a single wins or loses', async () => {
  expect(await show({ tickets: stakes(100) })).toBe(
    "Wins: 1,412, 1st. Loses: 1,050, 3rd.Others' open bets are not counted.",
  );
});

test('several win or lose together, and other bets of the viewer stay open like those of others', async () => {
  expect(await show({ tickets: stakes(100, 50), hasOtherBets: true })).toBe(
    "Both win: 1,543, 1st. Both lose: 1,000, 4th.Others' open bets are not counted, nor yours.",
  );
  expect(await show({ tickets: stakes(100), isPlaced: true, hasOtherBets: true })).toContain(', nor your other ones.');
  expect(await show({ tickets: stakes(100, 50, 60) })).toMatch(/^All win: 1,700, 1st\. All lose: 940, 4th\./);
});

test('the marks are those of the change of rank, and are read by nobody', async () => {
  await show({ tickets: stakes(10), viewer: 5 });
  const marks = [...page.area.querySelectorAll('svg')];
  expect(marks.map((mark) => [mark.getAttribute('aria-hidden'), mark.innerHTML.includes('M1 4h7')])).toEqual([
    ['true', true],
    ['true', true],
  ]);
  expect(page.area.querySelector('[aria-live], [role=status], [role=alert]')).toBeNull();
});

test('nothing is shown where the standings cannot be loaded, or have failed since', async () => {
  reply = async () => Response.json({ message: 'x', code: 'x' }, { status: 500 });
  expect(await show({ tickets: stakes(100) })).toBe('');
  reply = async () => Response.json(standings('1000.00', '1000.00'));
  await act(() => client.refetchQueries());
  expect(await show({ tickets: stakes(100) })).toContain('Wins');
  reply = async () => Response.json({ message: 'x', code: 'x' }, { status: 500 });
  await act(() => client.refetchQueries());
  expect(await show({ tickets: stakes(100) })).toBe('');
});

test('nothing is shown to whom the standings do not list, and in a league too large to load for it', async () => {
  expect(await show({ tickets: stakes(100), viewer: 8 })).toBe('');
  expect(requests).toBe(1);
  expect(await show({ tickets: stakes(100), memberCount: 1_001 })).toBe('');
  expect(requests).toBe(1);
});

test('standings that have just been read are not read again for each change of the amount', async () => {
  await show({ tickets: stakes(100) });
  await page.render(null);
  await show({ tickets: stakes(200) });
  expect(requests).toBe(1);
});
