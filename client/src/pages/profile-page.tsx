import { useQuery } from '@tanstack/react-query';
import { useCurrentUser } from '#client/features/auth/queries.ts';
import { UnknownUser } from '#client/features/auth/route-guard.tsx';
import { CalendarCard } from '#client/features/calendar/calendar-card.tsx';
import { FormPanel } from '#client/features/form/form-panel.tsx';
import { useLeaguesWithoutForm } from '#client/features/form/queries.ts';
import { InstallHint } from '#client/features/install/install-hint.tsx';
import { MemberRank } from '#client/features/leaderboard/member-rank.tsx';
import { CreateLeagueDialog } from '#client/features/leagues/create-league-dialog.tsx';
import { JoinLeagueDialog } from '#client/features/leagues/join-league-dialog.tsx';
import { sportsWords } from '#client/features/leagues/league-words.ts';
import { OwnRequests } from '#client/features/leagues/own-requests.tsx';
import { leaguesQuery, useUnreachableLeagues } from '#client/features/leagues/queries.ts';
import { LuckPanel } from '#client/features/luck/luck-panel.tsx';
import { useLeaguesWithoutLuck } from '#client/features/luck/queries.ts';
import { MyLeagues } from '#client/features/profile/my-leagues.tsx';
import { recordQuery, useLeaguesWithoutRecord } from '#client/features/profile/queries.ts';
import { StatCards } from '#client/features/profile/stat-cards.tsx';
import { DeviceSwitch, thisDevice } from '#client/features/push/device-switch.tsx';
import { useLeaguesWithoutShelf } from '#client/features/shelf/queries.ts';
import { ShelfPanel } from '#client/features/shelf/shelf-panel.tsx';
import { demoUserId } from '#client/lib/demo-user.ts';
import { UnreachableLeagues } from '#client/tickets/unreachable-leagues.tsx';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { ProfileIcon } from '#client/ui/icons.tsx';
import { Name } from '#client/ui/name.tsx';
import { Page } from '#client/ui/page.tsx';
import { QueryView } from '#client/ui/query-view.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { Spinner } from '#client/ui/spinner.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import { isolate } from '#shared/domain/naming.ts';

/** The viewer's name, their record over all leagues, and their leagues. Source: docs/screens.md#profile. */
export function ProfilePage() {
  const { user, isKnown, isFailed } = useCurrentUser();
  if (isFailed) return <UnknownUser />;
  if (!isKnown) {
    return (
      <Page title="Your Profile">
        <Spinner words="Loading your profile..." />
      </Page>
    );
  }
  if (!user) {
    return (
      <Page title="Your Profile">
        <EmptyState icon={<ProfileIcon />} title="Please log in to view your profile.">
          <TextLink href="/?next=%2Fprofile">Sign In</TextLink>
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page
      {...(user.firstName ? ownTitle(user.firstName) : { title: 'Your Profile' })}
      subtitle={demoUserId() === null ? <Name>{user.email}</Name> : 'A guest of the demo'}
    >
      <Unreachable userId={user.id} />
      <Stats />
      <div className="mt-7">
        <Leagues viewerId={user.id} />
      </div>
      <OwnRequests />
      <div className="mt-5 flex flex-wrap gap-2">
        <JoinLeagueDialog />
        <CreateLeagueDialog />
      </div>
      <section aria-labelledby="form" className="mt-7">
        <h2 id="form" className="mb-3 text-lg font-bold">
          Your form
        </h2>
        <FormPanel userId={user.id} leagueId={null} />
        <LuckPanel userId={user.id} leagueId={null} />
      </section>
      <div className="mt-4">
        <ShelfPanel userId={user.id} leagueId={null} />
      </div>
      <CalendarCard />
      <section aria-labelledby="notifications" className="mt-7">
        <h2 id="notifications" className="mb-3 text-lg font-bold">
          Notifications
        </h2>
        <div className="flex flex-wrap gap-x-8 rounded-2xl border border-edge bg-surface px-4 py-2">
          <DeviceSwitch label={`Notices on ${thisDevice()}`} />
          <TextLink href="/profile/notifications">Choose what reaches you, and when</TextLink>
        </div>
      </section>
      <section aria-labelledby="account" className="mt-7">
        <h2 id="account" className="mb-3 text-lg font-bold">
          Account
        </h2>
        <div className="rounded-2xl border border-edge bg-surface px-4 py-2">
          <TextLink href="/profile/account">Names, password, and where you are signed in</TextLink>
        </div>
      </section>
      <div className="mt-7 empty:hidden">
        <InstallHint />
      </div>
    </Page>
  );
}

/** One note for all that the page shows over several leagues. */
function Unreachable({ userId }: { userId: string }) {
  const counts = [useUnreachableLeagues(), useLeaguesWithoutRecord()];
  const below = [
    useLeaguesWithoutForm(userId, null),
    useLeaguesWithoutLuck(userId, null),
    useLeaguesWithoutShelf(userId, null),
  ];
  return <UnreachableLeagues count={Math.max(...counts, ...below)} />;
}

function ownTitle(firstName: string) {
  const heading = (
    <>
      <Name>{firstName}</Name>'s Profile
    </>
  );
  return { title: `${isolate(firstName)}'s Profile`, heading };
}

function Stats() {
  const record = useQuery(recordQuery);
  if (record.isError && !record.data) {
    return (
      <EmptyState alert title="Failed to load your statistics" text="Please try again later">
        <Button onClick={() => record.refetch()}>Try Again</Button>
      </EmptyState>
    );
  }
  return <StatCards record={record.data ?? null} />;
}

function Leagues({ viewerId }: { viewerId: string }) {
  const isParted = useUnreachableLeagues() > 0;
  const leagues = useQuery(leaguesQuery);
  return (
    <QueryView query={leagues} noun="your leagues" skeleton={<LeaguesSkeleton />}>
      {(memberships) => (
        <MyLeagues
          memberships={memberships}
          isParted={isParted}
          renderRank={(leagueId) => <MemberRank leagueId={leagueId} userId={viewerId} />}
          sportsWords={sportsWords}
        />
      )}
    </QueryView>
  );
}

function LeaguesSkeleton() {
  return (
    <div className="grid gap-3 md:grid-cols-2 xl:grid-cols-3">
      <Skeleton className="h-36 rounded-2xl" />
      <Skeleton className="h-36 rounded-2xl" />
    </div>
  );
}
