import { useQuery } from '@tanstack/react-query';
import { ticketsOf } from '#client/lib/ticket.ts';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { Loading, Skeleton } from '#client/ui/skeleton.tsx';
import { activityQuery } from './queries.ts';
import { type HistoryTab, TicketTabs } from './ticket-tabs.tsx';

const tabs = ['Live', 'Won', 'Lost'] as const;

const emptyWords: Record<HistoryTab, string> = {
  Live: 'No live bets at the moment',
  Won: 'No winning bets in the last 7 days',
  Lost: 'No losing bets in the last 7 days',
  Push: '',
};

/** The card 'League Betting Activity - Last 7 Days'. Source: spec §2. */
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
  const { data, isPending, refetch } = useQuery(activityQuery(leagueId));
  if (isPending) {
    return (
      <Loading words="Loading betting activity...">
        <Skeleton className="h-12 rounded-xl" />
        <Skeleton className="mt-3 h-28" />
      </Loading>
    );
  }
  if (!data) {
    return (
      <EmptyState alert bare title="Failed to load betting activity" text="Please try again later">
        <Button onClick={() => refetch()}>Try again</Button>
      </EmptyState>
    );
  }
  if (data.length === 0) {
    return (
      <EmptyState
        bare
        title="No betting activity in this league"
        text="Bets show here for seven days: your own at once, those of others as the league's settings say."
      />
    );
  }
  return <TicketTabs tickets={ticketsOf(data)} tabs={tabs} emptyWords={(tab) => emptyWords[tab]} named scrolls />;
}
