import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { memo, type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { useNow } from '#client/lib/use-now.ts';
import { type pagesQuery, useTicketPages } from '#client/tickets/bet-pages.ts';
import { PagesInSight } from '#client/tickets/pages-in-sight.tsx';
import type { Ticket } from '#client/tickets/ticket.ts';
import { useToday } from '#client/tickets/use-today.ts';
import { LoadMore } from '#client/ui/load-more.tsx';
import { QueryView } from '#client/ui/query-view.tsx';
import { ScrollRegion } from '#client/ui/scroll-region.tsx';
import { Tabs } from '#client/ui/tabs.tsx';
import type { BetPage, PageCounts } from '#shared/api/bet-pages.ts';
import type { HistoryStatus } from './queries.ts';
import { TicketRow } from './ticket-row.tsx';
import { TicketsSkeleton } from './tickets-skeleton.tsx';

/** The tabs by status; Live contains all open bets. Source: `docs/screens.md#leaderboards-and-histories`. */
const statusOf = { Live: 'open', Won: 'won', Lost: 'lost', Push: 'push' } as const satisfies Record<
  string,
  HistoryStatus
>;
export type HistoryTab = keyof typeof statusOf;

type TicketTabsProps = {
  /** The query of a tab. */
  queryOf: (status: HistoryStatus) => ReturnType<typeof pagesQuery<BetPage>>;
  /** The name of the list in messages: 'betting history'. */
  noun: string;
  tabsFor: (counts: PageCounts) => readonly HistoryTab[];
  /** The text of a tab without tickets. */
  emptyWords: (tab: HistoryTab) => string;
  /** Shown instead of the tabs if the list has no tickets at all. */
  none: ReactNode;
  /** Whether each row shows its member's name. */
  named: boolean;
  /** Whether the list scrolls by itself above a height of 24rem. In a dialog, the dialog scrolls. */
  scrolls: boolean;
};

/** A list of tickets in tabs. The first tab with a ticket is open at first. */
export function TicketTabs({ queryOf, noun, tabsFor, emptyWords, none, named, scrolls }: TicketTabsProps) {
  const [chosen, setChosen] = useState<HistoryTab | null>(null);
  const tab = chosen ?? 'Live';
  const bets = useInfiniteQuery(queryOf(statusOf[tab]));
  const { known, pages } = useTicketPages(bets);
  if (known && chosen === null) {
    setChosen(tabsFor(known.counts).find((one) => known.counts[statusOf[one]] > 0) ?? 'Live');
  }
  if (known && !tabsFor(known.counts).includes(tab)) setChosen('Live');
  return (
    <QueryView
      query={{ data: known, isPending: bets.isPending, refetch: bets.refetch }}
      noun={noun}
      bare
      skeleton={<TicketsSkeleton />}
    >
      {({ counts }) =>
        counts.all === 0 ? (
          none
        ) : (
          <Tabs
            label="Bets"
            variant="segment"
            value={tab}
            onValueChange={setChosen}
            options={tabsFor(counts).map((value) => ({ value, label: value, count: counts[statusOf[value]] }))}
          >
            <QueryView
              query={{ data: pages ?? undefined, isPending: !bets.isLoadingError, refetch: bets.refetch }}
              noun={noun}
              bare
              skeleton={<TicketsSkeleton />}
            >
              {(shown) => (
                <Rows
                  key={tab}
                  tab={tab}
                  pages={shown}
                  bets={bets}
                  total={counts[statusOf[tab]]}
                  emptyWords={emptyWords}
                  named={named}
                  scrolls={scrolls}
                />
              )}
            </QueryView>
          </Tabs>
        )
      }
    </QueryView>
  );
}

type RowsProps = {
  tab: HistoryTab;
  pages: readonly (readonly Ticket[])[];
  bets: Pick<
    UseInfiniteQueryResult,
    'hasNextPage' | 'isFetchingNextPage' | 'isRefetching' | 'isFetchNextPageError' | 'fetchNextPage'
  >;
  total: number;
} & Pick<TicketTabsProps, 'emptyWords' | 'named' | 'scrolls'>;

const watchNothing = (): Date[] => [];

function Rows({ tab, pages, bets, total, emptyWords, named, scrolls }: RowsProps) {
  const list = useRef<HTMLDivElement>(null);
  const [pressedFor, setPressedFor] = useState<number | null>(null);
  const today = useToday(useNow(watchNothing));
  const shown = useMemo(() => pages.reduce((sum, { length }) => sum + length, 0), [pages]);
  const renderPage = useCallback(
    (tickets: readonly Ticket[], drawn: number) => (
      <PageOfRows label={`${tab} bets`} tickets={tickets} drawn={drawn} named={named} today={today} />
    ),
    [tab, named, today],
  );
  if (shown === 0 && !bets.hasNextPage) return <p className="py-10 text-center text-soft">{emptyWords(tab)}</p>;
  const rows = (
    <>
      <PagesInSight
        list={list}
        className="divide-y divide-edge"
        pages={pages}
        rowRem={rowRem}
        wanted={(_page, at) => (at === 0 ? rowsAtFirst : 0)}
        pressedFor={pressedFor}
      >
        {renderPage}
      </PagesInSight>
      <LoadMore
        list={list}
        pages={pages.length}
        rowSelector="li"
        shown={shown}
        total={Math.max(total, shown)}
        noun="bets"
        hasMore={bets.hasNextPage}
        isLoading={bets.isFetchingNextPage}
        isRefreshing={bets.isRefetching}
        hasFailed={bets.isFetchNextPageError}
        onMore={bets.fetchNextPage}
        onPress={() => setPressedFor(pages.length)}
      />
    </>
  );
  return scrolls ? (
    <ScrollRegion label={`${tab} bets`} className="mt-1 -mr-2 max-h-96 pr-2">
      {rows}
    </ScrollRegion>
  ) : (
    <div className="mt-1">{rows}</div>
  );
}

const rowRem = 8.125; // a single on a phone
const rowsAtFirst = 6; // a screen of a phone

type PageOfRowsProps = { label: string; tickets: readonly Ticket[]; drawn: number; named: boolean; today: Date };

/** A page is rendered again only when a ticket of it has changed, or the day. */
const PageOfRows = memo(function PageOfRows({ label, tickets, drawn, named, today }: PageOfRowsProps) {
  return (
    <ul aria-label={label} className="divide-y divide-edge">
      {tickets.slice(0, drawn).map((ticket) => (
        <li key={ticket.id} className="list-part">
          <TicketRow ticket={ticket} named={named} today={today} />
        </li>
      ))}
    </ul>
  );
});
