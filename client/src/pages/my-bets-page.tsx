import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CreateLeagueDialog } from '#client/features/leagues/create-league-dialog.tsx';
import { JoinLeagueDialog } from '#client/features/leagues/join-league-dialog.tsx';
import { leaguesQuery } from '#client/features/leagues/queries.ts';
import { BettingHistory } from '#client/features/my-bets/betting-history.tsx';
import { ownPagesKey } from '#client/features/my-bets/page-queries.ts';
import type { OverLeagues } from '#client/lib/call.ts';
import { Page } from '#client/ui/page.tsx';
import { RefreshButton } from '#client/ui/refresh-button.tsx';
import { toastFailure } from '#client/ui/toast-failure.ts';
import type { Group } from '#shared/api/groups.ts';

const noLeagues: readonly Group[] = [];

/** 'My Betting History'. After a failed refresh the old data stay, with a note. Source: docs/screens.md#my-bets. */
export function MyBetsPage() {
  return (
    <Page title="My Betting History" subtitle="Track your bets and performance" aside={<Refresh />}>
      <LeagueDialogs className="mb-4" />
      <History />
      <LeagueDialogs className="mt-8 justify-center border-t border-edge pt-5" />
    </Page>
  );
}

function LeagueDialogs({ className }: { className: string }) {
  return (
    <div className={`flex flex-wrap gap-2 ${className}`}>
      <JoinLeagueDialog />
      <CreateLeagueDialog />
    </div>
  );
}

function Refresh() {
  const client = useQueryClient();
  const refresh = async () => {
    try {
      const shown = { queryKey: ownPagesKey, type: 'active' } as const;
      await Promise.all([
        client.refetchQueries(shown, { throwOnError: true }),
        client.refetchQueries({ queryKey: leaguesQuery.queryKey, exact: true }),
      ]);
    } catch (error) {
      toastFailure(error as Error, 'Failed to load betting history');
    }
  };
  return <RefreshButton onRefresh={refresh} />;
}

function History() {
  const leagues = useQuery({ ...leaguesQuery, select: groupsOf });
  return <BettingHistory leagues={leagues.data ?? noLeagues} />;
}

function groupsOf({ reply }: OverLeagues<readonly { group: Group }[]>): Group[] {
  return reply.map(({ group }) => group);
}
