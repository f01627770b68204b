import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryFunctionContext,
  type QueryKey,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { changesWith } from '#client/lib/live.ts';
import { type BetPage, placeOf, sections } from '#shared/api/bet-pages.ts';
import type { Bet } from '#shared/api/bets.ts';
import { concernsBets } from './bet-changes.ts';
import { type Ticket, ticketsOf } from './ticket.ts';

/** The cursors between which a page lies: null for the start and the end of the list. */
type Span = { before: string | null; until: string | null };

/** A page with the cursors that it was asked for. */
type Asked<Page> = Page & Span;

/** The limit of a page that is read again, which may have grown: the most that there is. */
const limit = '100';

/**
 * The options of a query for a list of bets by pages. `read` asks for one page. A refresh keeps the cursors between
 * pages: each page gets what has come into it, however many there are, and none moves on the screen. Pages that no
 * settling can reach are not asked for again. Why: docs/decisions/lists-by-pages.md.
 */
export function pagesQuery<Page extends BetPage>(
  queryKey: QueryKey,
  leagueId: string | null,
  read: (params: { before?: string; until?: string; limit?: string }, signal: AbortSignal) => Promise<Page>,
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: async ({ client, pageParam, signal }: QueryFunctionContext<QueryKey, Span>): Promise<Asked<Page>> => {
      const { before } = pageParam;
      const stored = client.getQueryData<Pages<Page>>(queryKey)?.pages.find((page) => page.before === before);
      if (stored && isBeyondChange(stored)) return stored;
      const until = pageParam.until ?? stored?.next ?? null;
      const reply = await read({ ...(before !== null && { before }), ...(until !== null && { until, limit }) }, signal);
      return { ...reply, before, until };
    },
    initialPageParam: { before: null, until: null } as Span,
    getNextPageParam: ({ next, until }: Asked<Page>): Span | null =>
      next === null ? null : { before: next, until: next === until ? null : until },
    meta: {
      ...changesWith<Pages<Page>>((topic, data) =>
        concernsBets(topic, leagueId, (isConcerned) => data?.pages.some(({ bets }) => bets.some(isConcerned)) ?? false),
      ),
      shape: 'pages of bets' as const,
    },
    placeholderData: keepPreviousData, // tabs keep their counts while another tab loads
    refetchOnMount: 'always',
  });
}

type Pages<Page> = InfiniteData<Asked<Page>, Span>;

/** A page within one section of settled tickets: what is settled or corrected later comes before or after it. */
function isBeyondChange({ before, next }: Asked<BetPage>): boolean {
  const [from, to] = [before && placeOf(before), next && placeOf(next)];
  return Boolean(from && to && from.section === to.section && from.section >= sections.indexOf('won'));
}

/**
 * The pages and counts that a screen shows of a list.
 *
 * known   the last data, also of the tab before and after a failed refresh; undefined before the first.
 * pages   the tickets of each page; null while there are none of this tab.
 */
export function useTicketPages<Page extends BetPage>({
  data,
  isPlaceholderData,
}: Pick<UseInfiniteQueryResult<InfiniteData<Asked<Page>, unknown>>, 'data' | 'isPlaceholderData'>): {
  known: Page | undefined;
  pages: readonly (readonly Ticket[])[] | null;
} {
  const [known, setKnown] = useState<Page>();
  const first = data?.pages[0];
  if (first && first !== known) setKnown(first);
  const shown = isPlaceholderData ? undefined : data?.pages;
  const pages = useMemo(() => shown && withoutCopies(shown.map(({ bets }) => ticketsOfPage(bets))), [shown]);
  return { known: first ?? known, pages: pages ?? null };
}

const ticketsOfBets = new WeakMap<readonly Bet[], readonly Ticket[]>();

/** The tickets of a page: the same objects each time, so that cards which did not change are not rendered again. */
function ticketsOfPage(bets: readonly Bet[]): readonly Ticket[] {
  const tickets = ticketsOfBets.get(bets) ?? ticketsOf(bets);
  ticketsOfBets.set(bets, tickets);
  return tickets;
}

/** A ticket that is settled or corrected between two answers may be on two pages. The later state of it is right. */
export function withoutCopies(pages: readonly (readonly Ticket[])[]): readonly (readonly Ticket[])[] {
  const latest = new Map<string, Ticket>();
  let hasCopies = false;
  for (const ticket of pages.flat()) {
    const other = latest.get(ticket.id);
    hasCopies ||= other !== undefined;
    if (!other || settledAtOf(other) < settledAtOf(ticket)) latest.set(ticket.id, ticket);
  }
  if (!hasCopies) return pages;
  return pages.map((page) => {
    const left = page.filter((ticket) => latest.get(ticket.id) === ticket);
    return left.length === page.length ? page : left;
  });
}

function settledAtOf({ legs: [{ settledAt }] }: Ticket): number {
  return settledAt === null ? 0 : Date.parse(settledAt);
}
