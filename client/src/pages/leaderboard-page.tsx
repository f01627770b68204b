import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { useCurrentUser } from '#client/features/auth/queries.ts';
import { Rankings } from '#client/features/leaderboard/rankings.tsx';
import { CreateLeagueDialog } from '#client/features/leagues/create-league-dialog.tsx';
import { JoinLeagueDialog } from '#client/features/leagues/join-league-dialog.tsx';
import { LeagueCode } from '#client/features/leagues/league-code.tsx';
import { LeaguePicker } from '#client/features/leagues/league-picker.tsx';
import { leaguesQuery } from '#client/features/leagues/queries.ts';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { LeagueIcon } from '#client/ui/icons.tsx';
import { Page } from '#client/ui/page.tsx';
import { Loading, Skeleton } from '#client/ui/skeleton.tsx';
import type { Membership } from '#shared/api/groups.ts';

/** The viewer's leagues, and the rankings of the one in `?league=`, else of the first. */
export function LeaderboardPage() {
  const leagues = useQuery(leaguesQuery);
  return <Page title="League Leaderboards">{content(leagues)}</Page>;
}

function content({
  data,
  isPending,
  refetch,
}: {
  data: Membership[] | undefined;
  isPending: boolean;
  refetch: () => unknown;
}) {
  if (isPending) {
    return (
      <Loading words="Loading leagues...">
        <Skeleton className="h-20 rounded-2xl" />
        <Skeleton className="mt-3 h-64 rounded-2xl" />
      </Loading>
    );
  }
  if (!data) {
    return (
      <EmptyState alert title="Failed to load leagues" text="Please try again later">
        <Button onClick={() => refetch()}>Try again</Button>
      </EmptyState>
    );
  }
  const [first] = data;
  return first ? <Leagues memberships={data} first={first} /> : <NoLeagues />;
}

function NoLeagues() {
  return (
    <EmptyState
      icon={<LeagueIcon size={32} />}
      title="No Leagues Yet"
      text="Join a friend's league with its code, or create your own and share the code."
    >
      <JoinLeagueDialog />
      <CreateLeagueDialog look="primary" />
    </EmptyState>
  );
}

function Leagues({ memberships, first }: { memberships: readonly Membership[]; first: Membership }) {
  const { user } = useCurrentUser();
  const [search, setSearch] = useSearchParams();
  const chosen = memberships.find(({ group }) => group.id === search.get('league')) ?? first;
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[340px_minmax(0,1fr)] lg:gap-5">
      <div className="min-w-0">
        <LeaguePicker
          memberships={memberships}
          chosenId={chosen.group.id}
          onChoose={(league) => setSearch({ league }, { replace: true })}
        />
        <div className="mt-3 hidden gap-2 lg:flex">
          <JoinLeagueDialog />
          <CreateLeagueDialog />
        </div>
      </div>
      <section aria-labelledby="rankings" className="rounded-2xl border border-edge bg-surface p-4">
        <header className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
          <div className="min-w-0">
            <h2 id="rankings" className="text-lg font-bold">
              Rankings
            </h2>
            <p className="truncate text-sm text-soft">{chosen.group.name}</p>
          </div>
          <LeagueCode key={chosen.group.joinCode} code={chosen.group.joinCode} />
        </header>
        {user && <Rankings leagueId={chosen.group.id} viewerId={user.id} />}
      </section>
      <div className="flex gap-2 lg:hidden">
        <JoinLeagueDialog />
        <CreateLeagueDialog />
      </div>
    </div>
  );
}
