import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { Link, useSearchParams } from 'wouter';
import { useCurrentUser } from '#client/features/auth/queries.ts';
import { SignedInOnly } from '#client/features/auth/route-guard.tsx';
import { FormPanel } from '#client/features/form/form-panel.tsx';
import { formQuery, useLeaguesWithoutForm } from '#client/features/form/queries.ts';
import { MemberRank } from '#client/features/leaderboard/member-rank.tsx';
import { MemberRole } from '#client/features/leagues/member-role.tsx';
import { leaguesQuery } from '#client/features/leagues/queries.ts';
import { LuckPanel } from '#client/features/luck/luck-panel.tsx';
import { luckQuery, useLeaguesWithoutLuck } from '#client/features/luck/queries.ts';
import { useLeaguesWithoutRivalry } from '#client/features/rivals/queries.ts';
import { RivalsCard } from '#client/features/rivals/rivals-card.tsx';
import { AllTime } from '#client/features/seasons/all-time-table.tsx';
import { useLeaguesWithoutShelf } from '#client/features/shelf/queries.ts';
import { ShelfPanel } from '#client/features/shelf/shelf-panel.tsx';
import { CallError } from '#client/lib/call.ts';
import { withParams } from '#client/lib/search-params.ts';
import { UnreachableLeagues } from '#client/tickets/unreachable-leagues.tsx';
import { Badge } from '#client/ui/badge.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { ProfileIcon } from '#client/ui/icons.tsx';
import { Name } from '#client/ui/name.tsx';
import { Page } from '#client/ui/page.tsx';
import { BackIcon } from '#client/ui/page-icons.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import { isolate } from '#shared/domain/naming.ts';

/** The bets that count: those of the league in the path, or of all leagues that viewer and member share. */
type Over = 'league' | 'all';

type MemberPageProps = { leagueId: string; userId: string };

/** How a member's settled bets went, the viewer against them, and their shelf: in a league, or in all that both share. */
export function MemberPage({ leagueId, userId }: MemberPageProps) {
  return (
    <SignedInOnly
      waiting={
        <Page title="Member">
          <Skeleton className="h-80 rounded-2xl" />
        </Page>
      }
    >
      <Member leagueId={leagueId} userId={userId} />
    </SignedInOnly>
  );
}

function Member({ leagueId, userId }: MemberPageProps) {
  const { user } = useCurrentUser();
  const isViewer = user?.id === userId;
  const [search, setSearch] = useSearchParams();
  const over: Over = search.get('over') === 'all' ? 'all' : 'league';
  const setOver = (next: Over) =>
    setSearch((before) => withParams(before, { over: next === 'all' ? next : null }), { replace: true });
  const counted = { userId, leagueId: over === 'all' ? null : leagueId };
  const form = useQuery(formQuery(userId, leagueId));
  const leftOut = [
    useLeaguesWithoutForm(userId, counted.leagueId),
    useLeaguesWithoutLuck(userId, counted.leagueId),
    useLeaguesWithoutRivalry(userId, counted.leagueId),
    useLeaguesWithoutShelf(userId, counted.leagueId),
  ];
  // Nothing is shown below what is still loading: a member without bets has little there, and all below would jump up.
  const loadsForm = useQuery(formQuery(userId, counted.leagueId)).isPending;
  const loadsLuck = useQuery(luckQuery(userId, counted.leagueId)).isPending;
  const name = form.data?.reply.name ?? null;
  const league = useQuery(leaguesQuery).data?.find(({ group }) => group.id === leagueId)?.group;
  if (form.error instanceof CallError && isUnknown(form.error)) return <NoMember />;
  return (
    <Page
      above={<BackToLeague leagueId={leagueId} />}
      title={name === null ? 'Member' : isolate(name)}
      heading={name === null ? 'Member' : <Name>{name}</Name>}
      aside={isViewer && <Badge tone="gold">YOU</Badge>}
    >
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <MemberRank leagueId={leagueId} userId={userId} />
        <Scopes over={over} isViewer={isViewer} onChoose={setOver} />
      </div>
      {league && user && name !== null && <MemberRole league={league} viewerId={user.id} userId={userId} name={name} />}
      <UnreachableLeagues count={Math.max(...leftOut)} />
      <Fragment key={over}>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
          <div className="min-w-0">
            <FormPanel {...counted} />
            <div hidden={loadsForm}>
              <LuckPanel {...counted} />
            </div>
          </div>
          <div
            className={`grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-4 ${loadsForm || loadsLuck ? 'max-lg:hidden' : ''}`}
          >
            {user && !isViewer && name !== null && <RivalsCard {...counted} name={name} />}
            <ShelfPanel
              {...counted}
              running={leagueId}
              renderRunning={(running) => <MemberRank leagueId={running} userId={userId} />}
            >
              {user && <AllTime leagueId={leagueId} viewerId={user.id} />}
            </ShelfPanel>
          </div>
        </div>
      </Fragment>
    </Page>
  );
}

/** Whether there is no such member for the viewer; 400 is the answer to ids that are none. */
const isUnknown = ({ status }: CallError) => status === 404 || status === 400;

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

type ScopesProps = { over: Over; isViewer: boolean; onChoose: (over: Over) => void };

/** Chooses the leagues that count, for a viewer who is in several. */
function Scopes({ over, isViewer, onChoose }: ScopesProps) {
  const leagues = useQuery(leaguesQuery);
  if ((leagues.data?.length ?? 0) < 2) return null;
  const options: [Over, string][] = [
    ['league', 'This league'],
    ['all', isViewer ? 'All my leagues' : 'All we share'],
  ];
  return (
    <fieldset aria-label="Bets that count" className="flex flex-wrap gap-1.5">
      {options.map(([option, words]) => (
        <button
          key={option}
          type="button"
          aria-pressed={option === over}
          onClick={() => onChoose(option)}
          className="min-h-11 rounded-[10px] border border-edge bg-surface px-3 text-sm font-semibold text-soft transition-colors duration-100 hover:text-ink aria-pressed:border-gold aria-pressed:text-ink aria-pressed:inset-ring aria-pressed:inset-ring-gold"
        >
          {words}
        </button>
      ))}
    </fieldset>
  );
}
