import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Redirect, useLocation, useParams } from 'wouter';
import { newAccountPath, withNext } from '#client/features/auth/next-path.ts';
import { useCurrentUser } from '#client/features/auth/queries.ts';
import { UnknownUser } from '#client/features/auth/route-guard.tsx';
import { ClosedInvitation, Invitation } from '#client/features/leagues/invitation.tsx';
import { inviteQuery } from '#client/features/leagues/invite-query.ts';
import { JoinButton } from '#client/features/leagues/join-button.tsx';
import { CallError, wordsOf } from '#client/lib/call.ts';
import { lazyNamed } from '#client/lib/lazy-component.ts';
import { Boundary } from '#client/ui/boundary.tsx';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { Failed } from '#client/ui/failed.tsx';
import { LeagueIcon } from '#client/ui/icons.tsx';
import { Page } from '#client/ui/page.tsx';
import { usePageTitle } from '#client/ui/page-title.ts';
import { Loading, Skeleton } from '#client/ui/skeleton.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import { invitePath, readJoinCode } from '#shared/domain/join-code.ts';
import { isolate } from '#shared/domain/naming.ts';

/** A chunk of its own: most who open a link are visitors, who do not need it. */
const JoinInvited = lazyNamed('JoinInvited', () => import('#client/features/leagues/join-invited.tsx'));
const AskInvited = lazyNamed('AskInvited', () => import('#client/features/leagues/join-invited.tsx'));

/** The league that a link leads to, for everybody who has the link. Source: docs/screens.md#invitations. */
export function InvitePage() {
  const { code: typed = '' } = useParams();
  const code = readJoinCode(typed);
  const { user, isKnown, isFailed } = useCurrentUser();
  const query = useQuery({ ...inviteQuery(code, user?.id ?? null), enabled: isKnown });
  if (isFailed) return <UnknownUser />;
  if (query.data && !isUnknown(query.error)) {
    const { name, leagueId, waitsIn, closed, league } = query.data;
    if (leagueId !== null) return <Redirect to={`/league/${leagueId}`} replace />;
    return (
      <Frame title={league ? `Join ${isolate(name)}` : isolate(name)}>
        {league ? (
          <Invitation name={name} league={league}>
            {user ? (
              <Boundary
                waiting={<Skeleton className="h-13" />}
                failed={(failure) => <Failed what="Joining" failure={failure} />}
              >
                {league.approvesJoins ? (
                  <AskInvited name={name} code={code} waitsIn={waitsIn} />
                ) : (
                  <JoinInvited name={name} code={code} user={user} onRefused={() => query.refetch()} />
                )}
              </Boundary>
            ) : (
              <SignUpFirst name={name} code={code} asks={league.approvesJoins} />
            )}
          </Invitation>
        ) : (
          <>
            <ClosedInvitation name={name} closed={closed ?? ''} />
            <p>
              <TextLink href="/games">Look at the games</TextLink>
            </p>
          </>
        )}
      </Frame>
    );
  }
  if (query.isError) {
    return (
      <Page title="Invitation">
        <Failure error={query.error} onRetry={() => query.refetch()} />
      </Page>
    );
  }
  return (
    <Page title="Invitation">
      <Loading words="Loading the invitation...">
        <Skeleton className="h-16 rounded-2xl" />
        <Skeleton className="mt-4 h-56 rounded-2xl" />
      </Loading>
    </Page>
  );
}

function Frame({ title, children }: { title: string; children: ReactNode }) {
  usePageTitle(title);
  return (
    <main
      id="content"
      className="mx-auto grid w-full max-w-123 grid-cols-[minmax(0,1fr)] gap-4 px-4 pt-4 pb-28 md:pt-10"
    >
      {children}
    </main>
  );
}

type JoinProps = { name: string; code: string; asks: boolean };

/** Leads to the form for an account, and from there back to this page. */
function SignUpFirst({ name, code, asks }: JoinProps) {
  const [, navigate] = useLocation();
  return (
    <>
      <JoinButton asks={asks} name={name} onClick={() => navigate(newAccountPath(invitePath(code)))} />
      <p className="text-center text-note text-balance text-soft">
        Next: a name and a password. Play currency only, nothing to pay or cash in.
      </p>
      <TextLink href={withNext('/', invitePath(code))}>I have an account</TextLink>
    </>
  );
}

/** Whether no league has the code, also where the page had found one with it before. */
function isUnknown(error: unknown): boolean {
  return error instanceof CallError && error.status === 404;
}

function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (isUnknown(error)) {
    return (
      <EmptyState
        alert
        icon={<LeagueIcon size={32} />}
        title="This link leads to no league"
        text="Its owner may have made a new link. Ask for that one."
      >
        <TextLink href="/games">Look at the games</TextLink>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      alert
      icon={<LeagueIcon size={32} />}
      title="Failed to load the invitation"
      text={wordsOf(error, 'Please try again later')}
    >
      <Button onClick={onRetry}>Try Again</Button>
    </EmptyState>
  );
}
