import { callOverLeagues } from '#client/lib/call.ts';
import { refreshMs } from '#client/lib/query-client.ts';
import { pagesQuery } from '#client/tickets/bet-pages.ts';
import type { BetTab } from '#client/tickets/ticket.ts';
import { listBetsPage, type PageStatus } from '#shared/api/bet-pages.ts';
import { betsKey } from './queries.ts';

const statusOf = { All: 'all', Live: 'live', Pending: 'pending', Won: 'won', Lost: 'lost' } as const satisfies Record<
  BetTab,
  PageStatus
>;

/** The key of all pages of My Bets. */
export const ownPagesKey = [...betsKey, 'pages'];

/**
 * The viewer's own bets of a tab, of one league or of all (null), by pages; refetched on every mount, on change and
 * every 30 s. Source: docs/screens.md#calls-and-refreshing.
 */
export function ownPagesQuery(tab: BetTab, leagueId: string | null) {
  const status = statusOf[tab];
  return {
    ...pagesQuery([...ownPagesKey, status, leagueId], null, async (span, signal) => {
      const params = { ...span, status, ...(leagueId !== null && { groupId: leagueId }) };
      const { reply, unreachable } = await callOverLeagues(listBetsPage, { params, signal });
      return { ...reply, unreachable };
    }),
    refetchInterval: refreshMs,
  };
}
