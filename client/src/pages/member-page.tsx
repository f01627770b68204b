import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { Link, useSearchParams } from 'wouter';
import { useCurrentUser } from '#client/features/auth/queries.ts';
import { SignedInOnly } from '#client/features/auth/route-guard.tsx';
import { FormPanel } from '#client/features/form/form-panel.tsx';
import { formQuery } from '#client/features/form/queries.ts';
import { OwnRank } from '#client/features/leaderboard/own-rank.tsx';
import { leaguesQuery } from '#client/features/leagues/queries.ts';
import { LuckPanel } from '#client/features/luck/luck-panel.tsx';
import { CallError } from '#client/lib/call.ts';
import { Badge } from '#client/ui/badge.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { ProfileIcon } from '#client/ui/icons.tsx';
import { Name } from '#client/ui/name.tsx';
import { Page } from '#client/ui/page.tsx';
import { BackIcon } from '#client/ui/page-icons.tsx';
import { QueryView } from '#client/ui/query-view.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { Tabs } from '#client/ui/tabs.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import { isolate } from '#shared/domain/naming.ts';

type MemberPageProps = { leagueId: string; userId: string };

/** How a member's settled bets went in a league, or in all leagues that the viewer shares with them. */
export function MemberPage({ leagueId, userId }: MemberPageProps) {
  return (
    <SignedInOnly waiting={<Page title="Member">{<Skeleton className="h-80 rounded-2xl" />}</Page>}>
      <Member leagueId={leagueId} userId={userId} />
    </SignedInOnly>
  );
}

function Member({ leagueId, userId }: MemberPageProps) {
  const { user } = useCurrentUser();
  const form = useQuery(formQuery(userId, leagueId));
  const name = form.data?.reply.name ?? null;
  if (form.error instanceof CallError && form.error.status === 404) return <NoMember />;
  return (
    <Page
      above={<BackToLeague leagueId={leagueId} />}
      title={name === null ? 'Member' : isolate(name)}
      heading={name === null ? 'Member' : <Name>{name}</Name>}
      aside={user?.id === userId && <Badge tone="gold">YOU</Badge>}
    >
      <QueryView query={form} noun="form" skeleton={<Skeleton className="h-80 rounded-2xl" />}>
        {() => <Forms leagueId={leagueId} userId={userId} isViewer={user?.id === userId} />}
      </QueryView>
    </Page>
  );
}

function BackToLeague({ leagueId }: { leagueId: string }) {
  const leagues = useQuery(leaguesQuery);
  const name = leagues.data?.find(({ group }) => group.id === leagueId)?.group.name;
  return (
    <Link
      href={`/league/${leagueId}`}
      className="-mt-2 -ml-1 inline-flex min-h-11 max-w-full items-center gap-1.5 pr-2 text-sm font-semibold text-soft hover:text-ink"
    >
      <BackIcon />
      <span className="min-w-0 truncate">{name === undefined ? 'Back to the league' : <Name>{name}</Name>}</span>
    </Link>
  );
}

function NoMember() {
  return (
    <Page title="Member">
      <EmptyState
        icon={<ProfileIcon />}
        title="Member not found"
        text="They may have left the league, or it may not be one of yours."
      >
        <TextLink href="/leaderboard">Back to Leaderboards</TextLink>
      </EmptyState>
    </Page>
  );
}

/** The form in this league. Who is in several chooses between it and all; the address has the choice. */
function Forms({ leagueId, userId, isViewer }: MemberPageProps & { isViewer: boolean }) {
  const leagues = useQuery(leaguesQuery);
  const [search, setSearch] = useSearchParams();
  const over = search.get('over') === 'all' ? 'all' : 'league';
  const counted = { userId, leagueId: over === 'all' ? null : leagueId };
  const panel = (
    <Fragment key={over}>
      <FormPanel {...counted} />
      <LuckPanel {...counted} />
    </Fragment>
  );
  const rank = (
    <div className="mb-3 flex flex-wrap items-center gap-x-2 text-soft">
      <OwnRank leagueId={leagueId} viewerId={userId} />
    </div>
  );
  if ((leagues.data?.length ?? 0) < 2)
    return (
      <>
        {rank}
        {panel}
      </>
    );
  return (
    <>
      {rank}
      <Tabs
        value={over}
        onValueChange={(next) => setSearch(next === 'all' ? { over: 'all' } : {}, { replace: true })}
        label="Bets that count"
        variant="pill"
        options={[
          { value: 'league', label: 'This league' },
          { value: 'all', label: isViewer ? 'All my leagues' : 'All we share' },
        ]}
        className="*:first:mb-3"
      >
        {panel}
      </Tabs>
    </>
  );
}
