import { useQuery } from '@tanstack/react-query';
import { CreateLeagueDialog } from '#client/features/leagues/create-league-dialog.tsx';
import { JoinLeagueDialog } from '#client/features/leagues/join-league-dialog.tsx';
import { leaguesQuery } from '#client/features/leagues/queries.ts';
import { BettingHistory } from '#client/features/my-bets/betting-history.tsx';
import { betsQuery } from '#client/features/my-bets/queries.ts';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { RefreshIcon } from '#client/ui/icons.tsx';
import { Page } from '#client/ui/page.tsx';
import { Loading, Skeleton } from '#client/ui/skeleton.tsx';

/** 'My Betting History'. A failed refresh keeps what was shown. */
export function MyBetsPage() {
  const bets = useQuery(betsQuery);
  return (
    <Page
      title="My Betting History"
      subtitle="Track your bets and performance"
      aside={
        <Button look="quiet" className="-mr-3 px-3" onClick={() => bets.refetch()} disabled={bets.isFetching}>
          <RefreshIcon />
          Refresh
        </Button>
      }
    >
      <div className="mb-4 flex flex-wrap gap-2">
        <JoinLeagueDialog />
        <CreateLeagueDialog />
      </div>
      <History />
      <div className="mt-8 flex flex-wrap justify-center gap-2 border-t border-edge pt-5">
        <JoinLeagueDialog />
        <CreateLeagueDialog />
      </div>
    </Page>
  );
}

function History() {
  const bets = useQuery(betsQuery);
  const leagues = useQuery(leaguesQuery);
  if (bets.data) {
    return <BettingHistory bets={bets.data} leagues={leagues.data?.map(({ group }) => group) ?? []} />;
  }
  if (bets.isError) return <EmptyState alert title="Failed to load betting history" text="Please try again later" />;
  return (
    <Loading words="Loading betting history...">
      <div className="grid gap-3 lg:grid-cols-2">
        <Skeleton className="h-44 rounded-2xl" />
        <Skeleton className="h-44 rounded-2xl" />
      </div>
    </Loading>
  );
}
