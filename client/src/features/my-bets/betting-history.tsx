import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTicketPages } from '#client/tickets/bet-pages.ts';
import { type BetTab, betTabs } from '#client/tickets/ticket.ts';
import { UnreachableLeagues } from '#client/tickets/unreachable-leagues.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { TicketIcon } from '#client/ui/icons.tsx';
import { Name } from '#client/ui/name.tsx';
import { OutOfDate } from '#client/ui/out-of-date.tsx';
import { QueryView } from '#client/ui/query-view.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { Tabs } from '#client/ui/tabs.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import type { PageCounts } from '#shared/api/bet-pages.ts';
import { showCount } from '#shared/domain/count.ts';
import { ownPagesQuery } from './page-queries.ts';
import { TicketList } from './ticket-list.tsx';

const allLeagues = 'all';

type League = { id: string; name: string };

/** The viewer's tickets by league and by state, each tab with its count. `leagues` are the viewer's present ones. */
export function BettingHistory({ leagues }: { leagues: readonly League[] }) {
  const [wanted, setWanted] = useState(allLeagues);
  const [tab, setTab] = useState<BetTab>('All');
  const [counted, setCounted] = useState<readonly CountedLeague[]>([]);
  const [total, setTotal] = useState(0);
  const choices = leagueChoices(counted, leagues, total);
  // The chosen league may be missing: it was deleted meanwhile, or cannot be reached now and comes back.
  const leagueId = choices.some(({ value }) => value === wanted) ? wanted : allLeagues;
  const bets = useInfiniteQuery(ownPagesQuery(tab, leagueId === allLeagues ? null : leagueId));
  const { known, pages } = useTicketPages(bets);
  if (known && known.groups !== counted) setCounted(known.groups);
  const countsAll = known && leagueId === allLeagues && !bets.isPlaceholderData;
  if (countsAll && known.counts.all !== total) setTotal(known.counts.all);
  const unreachable = known?.unreachable ?? 0;
  const query = { data: known, isPending: bets.isPending, refetch: bets.refetch };
  return (
    <QueryView query={query} noun="betting history" skeleton={<TicketsSkeleton />}>
      {({ counts }) => (
        <>
          {bets.isRefetchError && <OutOfDate />}
          <UnreachableLeagues count={unreachable} />
          <Tabs label="Leagues" variant="pill" value={leagueId} onValueChange={setWanted} options={choices}>
            <Tabs
              label="Bets"
              variant="outline"
              value={tab}
              onValueChange={setTab}
              options={betTabs.map((value) => ({ value, label: value, count: counts[countOf[value]] }))}
              className="mt-2"
            >
              <QueryView
                query={{ data: pages ?? undefined, isPending: !bets.isLoadingError, refetch: bets.refetch }}
                noun="betting history"
                skeleton={<TicketsSkeleton />}
              >
                {(shown) =>
                  shown.every((tickets) => tickets.length === 0) && !bets.hasNextPage ? (
                    <div className="mt-3">
                      <NoTickets
                        tab={counts.all === 0 ? 'All' : tab}
                        isParted={unreachable > 0 && leagueId === allLeagues}
                      />
                    </div>
                  ) : (
                    <TicketList
                      key={`${leagueId} ${tab}`}
                      pages={shown}
                      total={counts[countOf[tab]]}
                      hasMore={bets.hasNextPage}
                      isLoading={bets.isFetchingNextPage}
                      isRefreshing={bets.isRefetching}
                      hasFailed={bets.isFetchNextPageError}
                      onMore={bets.fetchNextPage}
                      namesLeagues={leagueId === allLeagues && choices.length > 2}
                    />
                  )
                }
              </QueryView>
            </Tabs>
          </Tabs>
        </>
      )}
    </QueryView>
  );
}

const countOf = { All: 'all', Live: 'live', Pending: 'pending', Won: 'won', Lost: 'lost' } as const satisfies Record<
  BetTab,
  keyof PageCounts
>;

function TicketsSkeleton() {
  return (
    <div className="mt-3 grid gap-3 lg:grid-cols-2">
      <Skeleton className="h-52 rounded-2xl" />
      <Skeleton className="h-52 rounded-2xl" />
    </div>
  );
}

const emptyWords: Record<BetTab, { title: string; text: string }> = {
  All: { title: 'No bets placed yet', text: 'Place your first bet to start tracking your performance!' },
  Live: { title: 'No live bets', text: 'Your bets stand here while their games are on.' },
  Pending: { title: 'No pending bets', text: 'Bets on games that have not started stand here.' },
  Won: { title: 'No won bets', text: 'Wins stand here as soon as their games are settled.' },
  Lost: { title: 'No lost bets', text: 'Losses stand here as soon as their games are settled.' },
};

const partedWords = {
  title: 'No bets can be shown',
  text: 'Bets are back here as soon as their league can be reached.',
};

function NoTickets({ tab, isParted }: { tab: BetTab; isParted: boolean }) {
  return (
    <EmptyState icon={<TicketIcon size={32} />} {...(isParted && tab === 'All' ? partedWords : emptyWords[tab])}>
      <TextLink href="/">See the games</TextLink>
    </EmptyState>
  );
}

type CountedLeague = League & { bets: number };

/**
 * 'All Leagues (n)', then the present leagues, then former leagues with bets; each with its number of tickets.
 *
 * total  the tickets of all leagues. With more of them than `counted` has, the server has not named all leagues: what a
 *        league has that it has not named is not known, and not shown.
 */
function leagueChoices(counted: readonly CountedLeague[], leagues: readonly League[], total: number) {
  const sum = counted.reduce((tickets, { bets }) => tickets + bets, 0);
  const unnamed = total > sum ? null : 0;
  const choices = new Map<string, League & { bets: number | null }>();
  for (const league of leagues) choices.set(league.id, { ...league, bets: unnamed });
  for (const league of counted) choices.set(league.id, league);
  return [
    { value: allLeagues, label: `All Leagues (${showCount(Math.max(total, sum))})` },
    ...[...choices.values()].map(({ id, name, bets }) => ({
      value: id,
      label: (
        <>
          <span className="inline-block max-w-[min(12rem,60vw)] truncate align-bottom">
            <Name>{name}</Name>
          </span>
          {bets !== null && ` (${showCount(bets)})`}
        </>
      ),
    })),
  ];
}
