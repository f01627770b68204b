import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'wouter';
import { useCurrentUser } from '#client/features/auth/queries.ts';
import { Activity } from '#client/features/leaderboard/activity.tsx';
import { Rankings } from '#client/features/leaderboard/rankings.tsx';
import { usePassedOver } from '#client/features/leaderboard/use-passed-over.ts';
import { CreateLeagueDialog } from '#client/features/leagues/create-league-dialog.tsx';
import { InviteDialog } from '#client/features/leagues/invite-dialog.tsx';
import { JoinLeagueDialog } from '#client/features/leagues/join-league-dialog.tsx';
import { isJoinable } from '#client/features/leagues/joinable.ts';
import { LeagueCode } from '#client/features/leagues/league-code.tsx';
import { LeaguePicker } from '#client/features/leagues/league-picker.tsx';
import { LeagueState } from '#client/features/leagues/league-state.tsx';
import { ManageLeagueDialog } from '#client/features/leagues/manage-league-dialog.tsx';
import { useUnreachableLeagues, watchedLeaguesQuery } from '#client/features/leagues/queries.ts';
import { useShownLeagues } from '#client/features/leagues/use-league-dialog.ts';
import { titleQuery } from '#client/features/title/queries.ts';
import { TitleMeter } from '#client/features/title/title-meter.tsx';
import { weeksQuery } from '#client/features/weeks/queries.ts';
import { UnreachableLeagues } from '#client/tickets/unreachable-leagues.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { LeagueIcon } from '#client/ui/icons.tsx';
import { Name } from '#client/ui/name.tsx';
import { Page } from '#client/ui/page.tsx';
import { QueryView } from '#client/ui/query-view.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import type { Membership } from '#shared/api/groups.ts';
import { can, roleIn } from '#shared/domain/league-role.ts';

/** The viewer's leagues, and the rankings of the league in `?league=`, else of the first that is not final. */
export function LeaderboardPage() {
  const leagues = useShownLeagues(useQuery(watchedLeaguesQuery));
  const unreachable = useUnreachableLeagues();
  return (
    <Page title="League Leaderboards">
      <UnreachableLeagues count={unreachable} />
      <QueryView query={leagues} noun="leagues" skeleton={<LeaguesSkeleton />}>
        {(memberships) => {
          const first = memberships.find(({ group }) => group.state !== 'final') ?? memberships[0];
          if (first) return <Leagues memberships={memberships} first={first} />;
          return unreachable > 0 ? <NoReachableLeagues /> : <NoLeagues />;
        }}
      </QueryView>
    </Page>
  );
}

function LeaguesSkeleton() {
  return (
    <>
      <Skeleton className="h-20 rounded-2xl" />
      <Skeleton className="mt-3 h-64 rounded-2xl" />
    </>
  );
}

function NoLeagues() {
  return (
    <EmptyState
      icon={<LeagueIcon size={32} />}
      title="No Leagues Yet"
      text="Join a friend's league with its code, or create your own and share the code."
    >
      <JoinLeagueDialog />
      <CreateLeagueDialog variant="primary" />
    </EmptyState>
  );
}

function NoReachableLeagues() {
  return (
    <EmptyState
      icon={<LeagueIcon size={32} />}
      title="No league can be shown"
      text="Your leagues are back here as soon as they can be reached."
    />
  );
}

function Leagues({ memberships, first }: { memberships: readonly Membership[]; first: Membership }) {
  const { user } = useCurrentUser();
  const [search, setSearch] = useSearchParams();
  const { group } = memberships.find((membership) => membership.group.id === search.get('league')) ?? first;
  const role = user ? roleIn(group, user.id) : 'member';
  const weeks = useQuery(weeksQuery(group.id));
  const title = useQuery(titleQuery(group));
  const passedOver = usePassedOver(group);
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[18.75rem_minmax(0,1fr)] lg:gap-5">
      <div className="min-w-0">
        <LeaguePicker
          memberships={memberships}
          chosenId={group.id}
          onChoose={(league) => setSearch({ league }, { replace: true })}
        />
        <div className="mt-3 hidden gap-2 lg:grid">
          <JoinLeagueDialog />
          <CreateLeagueDialog />
        </div>
      </div>
      <div
        key={group.id}
        className="grid min-w-0 grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,1fr)_22.5rem] xl:gap-5"
      >
        <div className="grid min-w-0 grid-cols-1 gap-4">
          <LeagueState league={group} passedOver={passedOver} />
          <section
            aria-labelledby="rankings"
            className="rounded-2xl border border-edge bg-surface p-4 has-[[data-live]]:border-live-edge"
          >
            <header className="mb-4 grid grid-cols-1 gap-3">
              <div className="flex flex-wrap items-start gap-x-3">
                <div className="min-w-0 flex-[1_1_8rem]">
                  <h2 id="rankings" className="text-lg font-bold">
                    Rankings
                  </h2>
                  <p className="truncate text-sm text-soft">
                    <Name>{group.name}</Name>
                  </p>
                </div>
                <Link
                  href={`/league/${group.id}`}
                  className="-my-1 flex min-h-11 shrink-0 items-center font-semibold text-info underline-offset-4 hover:underline"
                >
                  View Full
                </Link>
              </div>
              <div className="grid gap-2">
                <LeagueCode key={group.joinCode} code={group.joinCode} />
                <div className="flex flex-wrap gap-2 *:flex-1">
                  {isJoinable(group) && <InviteDialog league={group} mayEdit={can(role, 'edit')} words="Invite" />}
                  {can(role, 'edit') && <ManageLeagueDialog league={group} mayDelete={can(role, 'delete')} />}
                </div>
              </div>
            </header>
            {user && (
              <Rankings
                league={group}
                viewerId={user.id}
                weeks={weeks.data?.members}
                meter={title.data && <TitleMeter title={title.data} />}
              />
            )}
          </section>
        </div>
        <Activity leagueId={group.id} />
      </div>
      <div className="flex flex-wrap gap-2 lg:hidden">
        <JoinLeagueDialog />
        <CreateLeagueDialog />
      </div>
    </div>
  );
}
