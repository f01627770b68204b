import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { type Ticket, ticketsOf } from '#client/lib/ticket.ts';
import { Dialog } from '#client/ui/dialog.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { Loaded } from '#client/ui/loaded.tsx';
import { memberBetsQuery } from './queries.ts';
import { TicketTabs } from './ticket-tabs.tsx';
import { TicketsSkeleton } from './tickets-skeleton.tsx';

type MemberHistoryDialogProps = {
  leagueId: string;
  member: { id: string; name: string };
  isViewer: boolean;
};

/** A member's name, which opens their betting history in the league. Source: spec §2. */
export function MemberHistoryDialog({ leagueId, member, isViewer }: MemberHistoryDialogProps) {
  return (
    <Dialog
      trigger={
        <button
          type="button"
          className="min-h-11 min-w-0 truncate rounded-lg text-left font-semibold underline-offset-4 hover:underline"
        >
          {member.name}
        </button>
      }
      title={member.name}
      description={
        isViewer
          ? 'Your bets in this league.'
          : "Bets in this league, as far as its settings let members see each other's."
      }
    >
      <History leagueId={leagueId} userId={member.id} />
    </Dialog>
  );
}

function History({ leagueId, userId }: { leagueId: string; userId: string }): ReactElement {
  const history = useQuery(memberBetsQuery(leagueId, userId));
  return (
    <Loaded query={history} noun="betting history" bare skeleton={<TicketsSkeleton />}>
      {(bets) => <Tickets tickets={ticketsOf(bets)} />}
    </Loaded>
  );
}

function Tickets({ tickets }: { tickets: readonly Ticket[] }) {
  if (tickets.length === 0) return <EmptyState bare title="No bets placed yet" />;
  const hasPush = tickets.some(({ status }) => status === 'push');
  return (
    <TicketTabs
      tickets={tickets}
      tabs={hasPush ? ['Live', 'Won', 'Lost', 'Push'] : ['Live', 'Won', 'Lost']}
      emptyWords={(tab) => `No ${tab.toLowerCase()} bets`}
      named={false}
      scrolls={false}
    />
  );
}
