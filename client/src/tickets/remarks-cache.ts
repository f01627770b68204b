import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { call } from '#client/lib/call.ts';
import { onTopic } from '#client/lib/live.ts';
import type { BetPage } from '#shared/api/bet-pages.ts';
import type { Bet } from '#shared/api/bets.ts';
import { parseTopic } from '#shared/api/events.ts';
import { ticketRemarks } from '#shared/api/remark-calls.ts';
import type { Remarks } from '#shared/api/remarks.ts';
import type { ListedBets } from './bet-changes.ts';

/**
 * Chosen: the wait between a change and the call, at random, so that the pages of a league do not ask together. Further
 * changes of the ticket until then need no other call.
 */
const delayMs = { least: 200, most: 1_000 };

/**
 * Reads the remarks on a ticket again when they change, if a list of the page has the ticket, until the returned function
 * is called. The lists stay as they are: a page of bets is forty times as long as the remarks on one ticket.
 */
export function followRemarks(client: QueryClient): () => void {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const stop = onTopic((topic) => {
    const { ticket } = parseTopic(topic);
    if (ticket === null || timers.has(ticket.id) || listsWith(client, ticket.id).length === 0) return;
    const { leagueId, id } = ticket;
    const load = () => {
      timers.delete(id);
      readRemarks(client, leagueId, id);
    };
    timers.set(id, setTimeout(load, delayMs.least + Math.random() * (delayMs.most - delayMs.least)));
  });
  return () => {
    stop();
    for (const timer of timers.values()) clearTimeout(timer);
  };
}

/** A ticket that is hidden again, or a call that fails, changes nothing: the lists are refreshed by themselves. */
async function readRemarks(client: QueryClient, leagueId: string, ticketId: string): Promise<void> {
  const read = await call(ticketRemarks, { params: { id: leagueId, ticketId } }).catch(() => null);
  if (read === null) return;
  const { reactors: _, ...remarks } = read;
  storeRemarks(client, ticketId, () => remarks);
}

/**
 * Changes the remarks on a ticket in every list that the page has. A list that is being fetched may come from before the
 * change, so it is fetched again.
 */
export function storeRemarks(client: QueryClient, ticketId: string, change: (remarks: Remarks) => Remarks): void {
  const withChange = (bet: Bet) =>
    bet.remarks?.ticketId === ticketId ? { ...bet, remarks: change(bet.remarks) } : bet;
  for (const { queryKey, meta, state } of listsWith(client, ticketId)) {
    const wasFetching = state.fetchStatus === 'fetching';
    if (meta?.shape === 'bets') client.setQueryData<ListedBets>(queryKey, (data) => data && inList(data, withChange));
    else client.setQueryData<Pages>(queryKey, (data) => data && inPages(data, ticketId, withChange));
    if (wasFetching) void client.invalidateQueries({ queryKey, exact: true });
  }
}

type Pages = InfiniteData<BetPage>;

function listsWith(client: QueryClient, ticketId: string) {
  return client.getQueryCache().findAll({
    predicate: ({ meta, state }) => {
      if (meta?.shape === undefined || state.data === undefined) return false;
      return meta.shape === 'bets'
        ? hasTicket(betsOf(state.data as ListedBets), ticketId)
        : (state.data as Pages).pages.some(({ bets }) => hasTicket(bets, ticketId));
    },
  });
}

function hasTicket(bets: readonly Bet[], ticketId: string): boolean {
  return bets.some(({ remarks }) => remarks?.ticketId === ticketId);
}

function betsOf(data: ListedBets): Bet[] {
  return Array.isArray(data) ? data : data.reply;
}

function inList(data: ListedBets, withChange: (bet: Bet) => Bet): ListedBets {
  const bets = betsOf(data).map(withChange);
  return Array.isArray(data) ? bets : { ...data, reply: bets };
}

/** Pages without the ticket stay the same objects, so that they are not rendered again. */
function inPages(data: Pages, ticketId: string, withChange: (bet: Bet) => Bet): Pages {
  const pages = data.pages.map((page) =>
    hasTicket(page.bets, ticketId) ? { ...page, bets: page.bets.map(withChange) } : page,
  );
  return { ...data, pages };
}
