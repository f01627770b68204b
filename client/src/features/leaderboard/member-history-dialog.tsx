import { Dialog } from '#client/ui/dialog.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { Name } from '#client/ui/name.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import type { PageCounts } from '#shared/api/bet-pages.ts';
import type { Member } from './member.tsx';
import { memberBetsQuery } from './queries.ts';
import { type HistoryTab, TicketTabs } from './ticket-tabs.tsx';
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
      <TicketTabs
        key={of.id}
        queryOf={memberBetsQuery(leagueId, of.id)}
        noun="betting history"
        tabsFor={tabsFor}
        emptyWords={(tab) => `No ${tab.toLowerCase()} bets`}
        none={<EmptyState bare title="No bets placed yet" />}
        named={false}
        scrolls={false}
      />
    </Dialog>
  );
}

function tabsFor({ push }: PageCounts): HistoryTab[] {
  return push > 0 ? ['Live', 'Won', 'Lost', 'Push'] : ['Live', 'Won', 'Lost'];
}
