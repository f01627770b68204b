import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { useCurrentUser } from '#client/features/auth/queries.ts';
import { leaveAfterMs, SignedInOnly } from '#client/features/auth/route-guard.tsx';
import { chatQuery } from '#client/features/group-chat/queries.ts';
import { Activity } from '#client/features/leaderboard/activity.tsx';
import { LeagueStandings } from '#client/features/leaderboard/league-standings.tsx';
import { usePassedOver } from '#client/features/leaderboard/use-passed-over.ts';
import { isJoinable } from '#client/features/leagues/joinable.ts';
import { LeagueAnnouncement } from '#client/features/leagues/league-announcement.tsx';
import { LeagueDetails } from '#client/features/leagues/league-details.tsx';
import { LeagueFunds } from '#client/features/leagues/league-funds.tsx';
import { LeagueInvitation } from '#client/features/leagues/league-invitation.tsx';
import { LeagueLogDialog } from '#client/features/leagues/league-log-dialog.tsx';
import { LeagueOffer } from '#client/features/leagues/league-offer.tsx';
import { LeagueSettingsDialog } from '#client/features/leagues/league-settings-dialog.tsx';
import { LeagueState } from '#client/features/leagues/league-state.tsx';
import { LostLeague } from '#client/features/leagues/lost-league.tsx';
import { NextSeason } from '#client/features/leagues/next-season.tsx';
import { useUnreachableLeagues, watchedLeaguesQuery } from '#client/features/leagues/queries.ts';
import { useDeparture } from '#client/features/leagues/use-departure.ts';
import type { RaceWeeks } from '#client/features/race/course.ts';
import { RacePanel } from '#client/features/race/race.tsx';
import { titleQuery } from '#client/features/title/queries.ts';
import { RescueOffer } from '#client/features/title/rescue.tsx';
import { TitleCard } from '#client/features/title/title-meter.tsx';
import { useLeagueView } from '#client/features/weeks/league-view.ts';
import { weeksQuery } from '#client/features/weeks/queries.ts';
import { WeeksPanel } from '#client/features/weeks/weeks.tsx';
import { lazyNamed } from '#client/lib/lazy-component.ts';
import { Boundary } from '#client/ui/boundary.tsx';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { Failed } from '#client/ui/failed.tsx';
import { LeagueIcon } from '#client/ui/icons.tsx';
import { Name } from '#client/ui/name.tsx';
import { Page } from '#client/ui/page.tsx';
import { BackIcon } from '#client/ui/page-icons.tsx';
import { Loading, Skeleton } from '#client/ui/skeleton.tsx';
import { Tabs } from '#client/ui/tabs.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import type { Membership } from '#shared/api/groups.ts';
import { can, roleIn } from '#shared/domain/league-role.ts';
import { isolate } from '#shared/domain/naming.ts';

const SeriesPanel = lazyNamed('SeriesPanel', () => import('#client/features/seasons/series-panel.tsx'));
const JoinRequests = lazyNamed('JoinRequests', () => import('#client/features/leagues/join-requests.tsx'));
const GroupChat = lazyNamed('GroupChat', () => import('#client/features/group-chat/group-chat.tsx'));

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
  const unreachable = useUnreachableLeagues();
  const departure = useDeparture(id);
  /** The name of the league when it was last shown; null if it never was. */
  const [shownName, setShownName] = useState<string | null>(null);
  if (membership && membership.group.name !== shownName) setShownName(membership.group.name);
  if (membership && departure === null) return <League membership={membership} />;
  // A cached list may be older than the viewer's membership, so a missing league is looked up again first.
  if (leagues.isPending || (leagues.data && !leagues.isFetchedAfterMount)) return <LoadingLeague />;
  if (leagues.isError && departure === null) {
    return (
      <Frame>
        <EmptyState alert title="Failed to load league details" text="Please try again later">
          <Button onClick={() => leagues.refetch()}>Try Again</Button>
        </EmptyState>
      </Frame>
    );
  }
  if (unreachable > 0 && departure === null) {
    return (
      <Frame>
        <UnreachableLeague name={shownName} />
      </Frame>
    );
  }
  return <Frame>{shownName === null ? <NoLeague /> : <LostLeague name={shownName} how={departure} />}</Frame>;
}

/** The league is missing in a list that leaves some out. `name` is null if the page never showed it. */
function UnreachableLeague({ name }: { name: string | null }) {
  const title =
    name === null
      ? "This league cannot be reached at the moment, or you don't have access to it."
      : `${isolate(name)} cannot be reached at the moment`;
  return (
    <div role="status">
      <EmptyState
        icon={<LeagueIcon size={32} />}
        title={title}
        text="Nothing is lost. The league is back here as soon as it can be reached."
      >
        <TextLink href="/leaderboard">Back to Leaderboards</TextLink>
      </EmptyState>
    </div>
  );
}

function NoLeague() {
  return (
    <EmptyState
      icon={<LeagueIcon size={32} />}
      title="League not found. This league may not exist or you don't have access to it."
    >
      <TextLink href="/profile">Back to Profile</TextLink>
    </EmptyState>
  );
}

function League({ membership }: { membership: Membership }) {
  const { user } = useCurrentUser();
  const { group } = membership;
  const role = user ? roleIn(group, user.id) : 'member';
  const edits = can(role, 'edit');
  const chat = useQuery({ ...chatQuery(group.id), enabled: edits });
  const { view, week, setView } = useLeagueView();
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
      aside={
        edits && (
          <LeagueSettingsDialog
            league={group}
            chat={(onBack) => <GroupChat leagueId={group.id} onBack={onBack} />}
            chatDoubts={chat.data?.chat?.doubts.length ?? 0}
          />
        )
      }
    >
      <div className="-mt-3 mb-3">
        <SeasonLine membership={membership} />
        {group.description && (
          <p className="max-w-[70ch] break-words text-soft">
            <Name>{group.description}</Name>
          </p>
        )}
        {group.announcement && <LeagueAnnouncement announcement={group.announcement} />}
        <LeagueDetails league={group} mayEdit={can(role, 'edit')} />
      </div>
      <Tabs
        value={view}
        onValueChange={setView}
        label="Parts of the league"
        variant="pill"
        options={tabs}
        className="*:first:mb-3"
      >
        {view === 'table' && <Table membership={membership} />}
        {view === 'weeks' && user && <WeeksPanel league={group} viewerId={user.id} week={week} />}
        {view === 'race' && user && <Race leagueId={group.id} viewerId={user.id} />}
      </Tabs>
    </Page>
  );
}

/** The number of the season, and the way back to the one before. Nothing for the only season there is. */
function SeasonLine({ membership: { group, previousId } }: { membership: Membership }) {
  if (group.season === 1) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-sm text-soft">
      Season {group.season}
      {previousId !== null && <TextLink href={`/league/${previousId}`}>Season {group.season - 1}</TextLink>}
    </p>
  );
}

const tabs = [
  { value: 'table', label: 'Table' },
  { value: 'weeks', label: 'Weeks' },
  { value: 'race', label: 'Race' },
] as const;

/** Without its weeks the race shows only the start and the present. */
const noWeeks: RaceWeeks = { frozen: [], running: 'unknown' };

function Race({ leagueId, viewerId }: { leagueId: string; viewerId: string }) {
  const weeks = useQuery(weeksQuery(leagueId));
  return <RacePanel leagueId={leagueId} viewerId={viewerId} weeks={weeks.data ?? (weeks.isPending ? null : noWeeks)} />;
}

/** Money, standings and bets of the league. */
function Table({ membership }: { membership: Membership }) {
  const { user } = useCurrentUser();
  const { group } = membership;
  const role = user ? roleIn(group, user.id) : 'member';
  // The first friend who joins does not take the code off the screen.
  const [isInviting] = useState(() => isWaitingForFriends(membership));
  const weeks = useQuery(weeksQuery(group.id));
  const title = useQuery(titleQuery(group));
  const passedOver = usePassedOver(group);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_26.25rem] lg:gap-5">
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
        {isInviting && <LeagueInvitation league={group} mayEdit={can(role, 'edit')} />}
        <LeagueState league={group} passedOver={passedOver} />
        {user && <LeagueOffer league={group} viewerId={user.id} />}
        {can(role, 'approve') && (
          <Boundary waiting={null} failed={(failure) => <Failed what="The list of join requests" failure={failure} />}>
            <JoinRequests leagueId={group.id} />
          </Boundary>
        )}
        <NextSeason membership={membership} mayAtOnce={can(role, 'playAgain')} />
        <LeagueFunds membership={membership} />
        <div className="-my-3 flex flex-wrap items-center gap-x-5 justify-self-start">
          <TextLink href={`/league/${group.id}/statement`}>My statement</TextLink>
          <LeagueLogDialog leagueId={group.id} />
        </div>
        {title.data && <TitleCard title={title.data} />}
        {title.data?.mayBeRescued && <RescueOffer league={group} />}
        {user && <LeagueStandings league={group} viewerId={user.id} weeks={weeks.data?.members} />}
        {user && (group.season > 1 || membership.next) && (
          <Boundary
            waiting={<Skeleton className="h-60 rounded-2xl" />}
            failed={(failure) => <Failed what="The list of seasons" failure={failure} />}
          >
            <SeriesPanel leagueId={group.id} viewerId={user.id} />
          </Boundary>
        )}
      </div>
      <Activity leagueId={group.id} />
    </div>
  );
}

/** Whether the viewer is alone in the league and others may still join. */
function isWaitingForFriends({ group, memberCount }: Membership): boolean {
  return memberCount === 1 && isJoinable(group);
}
