import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { useCurrentUser } from '#client/features/auth/queries.ts';
import { CreateLeagueDialog } from '#client/features/leagues/create-league-dialog.tsx';
import { JoinLeagueDialog } from '#client/features/leagues/join-league-dialog.tsx';
import { leaguesQuery } from '#client/features/leagues/queries.ts';
import { MyLeagues } from '#client/features/profile/my-leagues.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { ProfileIcon } from '#client/ui/icons.tsx';
import { Page } from '#client/ui/page.tsx';
import { Loading, Skeleton } from '#client/ui/skeleton.tsx';

/** The viewer's name and leagues. */
export function ProfilePage() {
  const { user, isPending } = useCurrentUser();
  if (isPending) {
    return (
      <Page title="Your Profile">
        <Loading words="Loading your profile...">
          <Skeleton className="h-32 rounded-2xl" />
        </Loading>
      </Page>
    );
  }
  if (!user) {
    return (
      <Page title="Your Profile">
        <EmptyState icon={<ProfileIcon />} title="Please log in to view your profile.">
          <Link href="/?next=%2Fprofile" className="grid min-h-11 place-content-center font-semibold text-info">
            Sign In
          </Link>
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page title={user.firstName ? `${user.firstName}'s Profile` : 'Your Profile'} subtitle={user.email}>
      <Leagues />
      <div className="mt-6 flex flex-wrap gap-2">
        <JoinLeagueDialog />
        <CreateLeagueDialog />
      </div>
    </Page>
  );
}

function Leagues() {
  const leagues = useQuery(leaguesQuery);
  if (leagues.isPending) return <Loading words="Loading your leagues..." />;
  if (leagues.isError) return <EmptyState alert title="Failed to load your leagues" text="Please try again later" />;
  return <MyLeagues memberships={leagues.data} />;
}
