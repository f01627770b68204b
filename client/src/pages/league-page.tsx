import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useCurrentUser } from '#client/features/auth/queries.ts';
import { leaveAfterMs, SignedInOnly } from '#client/features/auth/route-guard.tsx';
import { Activity } from '#client/features/leaderboard/activity.tsx';
import { LeagueStandings } from '#client/features/leaderboard/league-standings.tsx';
import { LeagueDetails } from '#client/features/leagues/league-details.tsx';
import { LeagueFunds } from '#client/features/leagues/league-funds.tsx';
import { LeagueSettingsDialog } from '#client/features/leagues/league-settings-dialog.tsx';
import { LeagueState } from '#client/features/leagues/league-state.tsx';
import { watchedLeaguesQuery } from '#client/features/leagues/queries.ts';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { BackIcon, LeagueIcon } from '#client/ui/icons.tsx';
import { Name } from '#client/ui/name.tsx';
import { Page } from '#client/ui/page.tsx';
import { Loading, Skeleton } from '#client/ui/skeleton.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import type { Membership } from '#shared/api/groups.ts';
import { isolate } from '#shared/domain/naming.ts';

/** One league; `id` is null when the path has none. Source: docs/screens.md#leaderboards-and-histories. */
export function LeaguePage({ id }: { id: string | null }) {
  if (id === null) {
    return (
      <Frame>
        <EmptyState icon={<LeagueIcon size={32} />} title="League not found">
          <TextLink href="/leaderboard">Back to Leaderboards</TextLink>
        </EmptyState>
      </Frame>
    );
  }
  return (
    <SignedInOnly waiting={<LoadingLeague />} leaveAfterMs={leaveAfterMs}>
      <FoundLeague id={id} />
    </SignedInOnly>
  );
}

/** The page without a league: while it loads, or when there is none. */
function Frame({ children }: { children: ReactNode }) {
  return <Page title="League">{children}</Page>;
}

function LoadingLeague() {
  return (
    <Frame>
      <Loading words="Loading league details...">
        <LeagueFunds membership={null} />
        <Skeleton className="mt-4 h-64 rounded-2xl" />
      </Loading>
    </Frame>
  );
}

function FoundLeague({ id }: { id: string }) {
  const leagues = useQuery(watchedLeaguesQuery);
  const membership = leagues.data?.find(({ group }) => group.id === id);
  if (membership) return <League membership={membership} />;
  // A cached list may be older than the viewer's membership, so a missing league is looked up again first.
  if (leagues.isPending || (leagues.data && !leagues.isFetchedAfterMount)) return <LoadingLeague />;
  if (leagues.isError) {
    return (
      <Frame>
        <EmptyState alert title="Failed to load league details" text="Please try again later">
          <Button onClick={() => leagues.refetch()}>Try Again</Button>
        </EmptyState>
      </Frame>
    );
  }
  return (
    <Frame>
      <EmptyState
        icon={<LeagueIcon size={32} />}
        title="League not found. This league may not exist or you don't have access to it."
      >
        <TextLink href="/profile">Back to Profile</TextLink>
      </EmptyState>
    </Frame>
  );
}

function League({ membership }: { membership: Membership }) {
  const { user } = useCurrentUser();
  const { group } = membership;
  const isOwner = user?.id === group.ownerId;
  return (
    <Page
      above={
        <Link
          href="/leaderboard"
          className="-mt-2 -ml-1 inline-flex min-h-11 items-center gap-1.5 pr-2 text-sm font-semibold text-soft hover:text-ink"
        >
          <BackIcon />
          Back to Leaderboards
        </Link>
      }
      title={isolate(group.name)}
      heading={<Name>{group.name}</Name>}
      aside={isOwner && <LeagueSettingsDialog league={group} />}
    >
      <div className="-mt-3 mb-3">
        {group.description && (
          <p className="max-w-[70ch] break-words text-soft">
            <Name>{group.description}</Name>
          </p>
        )}
        <LeagueDetails league={group} />
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_420px] lg:gap-5">
        <div className="grid min-w-0 gap-4">
          <LeagueState league={group} />
          <LeagueFunds membership={membership} />
          {user && (
            <LeagueStandings
              leagueId={group.id}
              viewerId={user.id}
              manages={isOwner}
              championIds={group.champions.map(({ userId }) => userId)}
            />
          )}
        </div>
        <Activity leagueId={group.id} />
      </div>
    </Page>
  );
}
