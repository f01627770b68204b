import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { type Ticket, ticketsOf } from '#client/tickets/ticket.ts';
import { Dialog } from '#client/ui/dialog.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { Name } from '#client/ui/name.tsx';
import { QueryView } from '#client/ui/query-view.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import type { Member } from './member.tsx';
import { memberBetsQuery } from './queries.ts';
import { TicketTabs } from './ticket-tabs.tsx';
import { TicketsSkeleton } from './tickets-skeleton.tsx';
import type { Chosen } from './use-chosen.ts';

type MemberHistoryDialogProps = { leagueId: string; viewerId: string; chosen: Chosen<Member> };

/** The chosen member's betting history in the league. Source: `docs/screens.md#leaderboards-and-histories`. */
export function MemberHistoryDialog({ leagueId, viewerId, chosen: { of, isOpen, close } }: MemberHistoryDialogProps) {
  if (!of) return null;
  return (
    <Dialog
      open={isOpen}
      onOpenChange={close}
      title={
        <span className="min-w-0 wrap-anywhere">
          <Name>{of.name}</Name>
        </span>
      }
      description={
        of.id === viewerId
          ? 'Your bets in this league.'
          : "Bets in this league, as far as its settings let members see each other's."
      }
    >
      <TextLink href={`/league/${leagueId}/member/${of.id}`}>
        {of.id === viewerId ? 'Your form' : 'Form: net over time and where it comes from'}
      </TextLink>
      <History leagueId={leagueId} userId={of.id} />
    </Dialog>
  );
}

function History({ leagueId, userId }: { leagueId: string; userId: string }): ReactElement {
  const history = useQuery(memberBetsQuery(leagueId, userId));
  return (
    <QueryView query={history} noun="betting history" bare skeleton={<TicketsSkeleton />}>
      {(bets) => <Tickets tickets={ticketsOf(bets)} />}
    </QueryView>
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
