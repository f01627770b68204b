import { useQuery } from '@tanstack/react-query';
import { ticketsOf } from '#client/tickets/ticket.ts';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { QueryView } from '#client/ui/query-view.tsx';
import type { Bet } from '#shared/api/bets.ts';
import { activityQuery } from './queries.ts';
import { type HistoryTab, TicketTabs } from './ticket-tabs.tsx';
import { TicketsSkeleton } from './tickets-skeleton.tsx';

const tabs = ['Live', 'Won', 'Lost'] as const;

const emptyWords: Record<HistoryTab, string> = {
  Live: 'No live bets at the moment',
  Won: 'No winning bets in the last 7 days',
  Lost: 'No losing bets in the last 7 days',
  Push: '',
};

/** The card 'League Betting Activity - Last 7 Days'. Source: `docs/screens.md#leaderboards-and-histories`. */
export function Activity({ leagueId }: { leagueId: string }) {
  return (
    <section aria-labelledby="activity" className="min-w-0 rounded-2xl border border-edge bg-surface p-4">
      <h2 id="activity" className="mb-3 text-lg font-bold">
        League Betting Activity - Last 7 Days
      </h2>
      <Bets leagueId={leagueId} />
    </section>
  );
}

function Bets({ leagueId }: { leagueId: string }) {
  const activity = useQuery(activityQuery(leagueId));
  return (
    <QueryView query={activity} noun="betting activity" bare skeleton={<TicketsSkeleton />}>
      {(bets) => <Tickets bets={bets} />}
    </QueryView>
  );
}

function Tickets({ bets }: { bets: readonly Bet[] }) {
  if (bets.length === 0) {
    return (
      <EmptyState
        bare
        title="No betting activity in this league"
        text="Bets show here for seven days: your own at once, those of others as the league's settings say."
      />
    );
  }
  return <TicketTabs tickets={ticketsOf(bets)} tabs={tabs} emptyWords={(tab) => emptyWords[tab]} named scrolls />;
}
