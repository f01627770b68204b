import { EmptyState } from '#client/ui/empty-state.tsx';
import { activityQuery } from './queries.ts';
import { type HistoryTab, TicketTabs } from './ticket-tabs.tsx';

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
      <TicketTabs
        queryOf={activityQuery(leagueId)}
        noun="betting activity"
        tabsFor={() => tabs}
        emptyWords={(tab) => emptyWords[tab]}
        none={
          <EmptyState
            bare
            title="No betting activity in this league"
            text="Bets show here for seven days: your own at once, those of others as the league's settings say."
          />
        }
        named
        scrolls
      />
    </section>
  );
}
