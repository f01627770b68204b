import { useQuery } from '@tanstack/react-query';
import { CreateLeagueDialog } from '#client/features/leagues/create-league-dialog.tsx';
import { JoinLeagueDialog } from '#client/features/leagues/join-league-dialog.tsx';
import { leaguesQuery } from '#client/features/leagues/queries.ts';
import { BettingHistory } from '#client/features/my-bets/betting-history.tsx';
import { useLeaguesWithoutBets, watchedBetsQuery } from '#client/features/my-bets/queries.ts';
import type { OverLeagues } from '#client/lib/call.ts';
import { UnreachableLeagues } from '#client/tickets/unreachable-leagues.tsx';
import { OutOfDate } from '#client/ui/out-of-date.tsx';
import { Page } from '#client/ui/page.tsx';
import { QueryView } from '#client/ui/query-view.tsx';
import { RefreshButton } from '#client/ui/refresh-button.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
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
  const bets = useQuery(watchedBetsQuery);
  const leagues = useQuery(leaguesQuery);
  const refresh = async () => {
    const [{ error }] = await Promise.all([bets.refetch(), leagues.refetch()]);
    if (error) toastFailure(error, 'Failed to load betting history');
  };
  return <RefreshButton onRefresh={refresh} />;
}

function History() {
  const bets = useQuery(watchedBetsQuery);
  const leagues = useQuery({ ...leaguesQuery, select: groupsOf });
  const unreachable = useLeaguesWithoutBets();
  return (
    <QueryView query={bets} noun="betting history" skeleton={<TicketsSkeleton />}>
      {(data) => (
        <>
          {bets.isError && <OutOfDate />}
          <UnreachableLeagues count={unreachable} />
          <BettingHistory bets={data} leagues={leagues.data ?? noLeagues} isParted={unreachable > 0} />
        </>
      )}
    </QueryView>
  );
}

function TicketsSkeleton() {
  return (
    <div className="grid gap-3 lg:grid-cols-2">
      <Skeleton className="h-52 rounded-2xl" />
      <Skeleton className="h-52 rounded-2xl" />
    </div>
  );
}

function groupsOf({ reply }: OverLeagues<readonly { group: Group }[]>): Group[] {
  return reply.map(({ group }) => group);
}
