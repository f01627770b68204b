import { useDeferredValue, useMemo, useState } from 'react';
import { type BetTab, betTabs, isIn, type Ticket, ticketOrder, ticketsOf } from '#client/tickets/ticket.ts';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { TicketIcon } from '#client/ui/icons.tsx';
import { Name } from '#client/ui/name.tsx';
import { Tabs } from '#client/ui/tabs.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import type { Bet } from '#shared/api/bets.ts';
import { showCount } from '#shared/domain/count.ts';
import { TicketList } from './ticket-list.tsx';

const allLeagues = 'all';

type League = { id: string; name: string };

type BettingHistoryProps = {
  bets: readonly Bet[];
  /** The viewer's present leagues. */
  leagues: readonly League[];
  /** Whether bets of some leagues are missing. */
  isParted?: boolean;
};

/** The viewer's tickets by league and by state, each tab with its count. */
export function BettingHistory({ bets, leagues, isParted = false }: BettingHistoryProps) {
  const [wanted, setWanted] = useState(allLeagues);
  const [tab, setTab] = useState<BetTab>('All');
  const tickets = useMemo(() => ticketOrder(ticketsOf(bets)), [bets]);
  const choices = useMemo(() => leagueChoices(tickets, leagues), [tickets, leagues]);
  // The chosen league may be missing: it was deleted meanwhile, or cannot be reached now and comes back.
  const leagueId = choices.some(({ value }) => value === wanted) ? wanted : allLeagues;
  const byTab = useMemo(() => {
    const chosen = tickets.filter((ticket) => leagueId === allLeagues || ticket.legs[0].groupId === leagueId);
    const entries = betTabs.map((one) => [one, chosen.filter((ticket) => isIn(ticket, one))] as const);
    return new Map(entries);
  }, [tickets, leagueId]);
  const chosen = useMemo(
    () => ({
      key: `${leagueId} ${tab}`,
      tab: byTab.get('All')?.length === 0 ? 'All' : tab,
      tickets: byTab.get(tab) ?? [],
      namesLeagues: leagueId === allLeagues && choices.length > 2,
    }),
    [byTab, choices, leagueId, tab],
  );
  const drawn = useDeferredValue(chosen); // tabs respond at once; tickets render at low priority
  return (
    <Tabs label="Leagues" variant="pill" value={leagueId} onValueChange={setWanted} options={choices}>
      <Tabs
        label="Bets"
        variant="outline"
        value={tab}
        onValueChange={setTab}
        options={betTabs.map((value) => ({ value, label: value, count: byTab.get(value)?.length ?? 0 }))}
        className="mt-2"
      >
        {drawn.tickets.length === 0 ? (
          <div className="mt-3">
            <NoTickets tab={drawn.tab} isParted={isParted && leagueId === allLeagues} />
          </div>
        ) : (
          <TicketList key={drawn.key} tickets={drawn.tickets} namesLeagues={drawn.namesLeagues} />
        )}
      </Tabs>
    </Tabs>
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

/** 'All Leagues (n)', then the present leagues, then former leagues with bets; each with its number of tickets. */
function leagueChoices(tickets: readonly Ticket[], leagues: readonly League[]) {
  const counted = new Map(leagues.map(({ id, name }) => [id, { name, count: 0 }]));
  for (const { legs } of tickets) {
    const { id, name } = legs[0].group;
    const league = counted.get(id) ?? { name, count: 0 };
    counted.set(id, { ...league, count: league.count + 1 });
  }
  return [
    { value: allLeagues, label: `All Leagues (${showCount(tickets.length)})` },
    ...[...counted].map(([value, { name, count }]) => ({
      value,
      label: (
        <>
          <span className="inline-block max-w-[min(12rem,60vw)] truncate align-bottom">
            <Name>{name}</Name>
          </span>{' '}
          ({showCount(count)})
        </>
      ),
    })),
  ];
}
