import type { ReactNode } from 'react';
import { Redirect, Route, Switch, useSearch } from 'wouter';
import { wantedPath } from '#client/features/auth/next-path.ts';
import { useCurrentUser } from '#client/features/auth/queries.ts';
import { AdminOnly, SignedInOnly, UnknownUser } from '#client/features/auth/route-guard.tsx';
import { lazyNamed, preloadable } from '#client/lib/lazy-component.ts';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { confirmEmailPath, confirmMailPath, undoEmailPath } from '#shared/api/mail.ts';
import { invitePath } from '#shared/domain/join-code.ts';
import { type Audience, useShowsMember } from './audience.ts';
import { PageBoundary } from './page-boundary.tsx';

const LeaderboardPage = lazyNamed('LeaderboardPage', () => import('#client/pages/leaderboard-page.tsx'));
const LeaguePage = lazyNamed('LeaguePage', () => import('#client/pages/league-page.tsx'));
const MemberPage = lazyNamed('MemberPage', () => import('#client/pages/member-page.tsx'));
const StatementPage = lazyNamed('StatementPage', () => import('#client/pages/statement-page.tsx'));
const MyBetsPage = lazyNamed('MyBetsPage', () => import('#client/pages/my-bets-page.tsx'));
const InboxPage = lazyNamed('InboxPage', () => import('#client/pages/inbox-page.tsx'));
const ProfilePage = lazyNamed('ProfilePage', () => import('#client/pages/profile-page.tsx'));
const HowToPlayPage = lazyNamed('HowToPlayPage', () => import('#client/pages/how-to-play-page.tsx'));
const AdminPage = lazyNamed('AdminPage', () => import('#client/pages/admin-page.tsx'));
const AdminOddsPage = lazyNamed('AdminOddsPage', () => import('#client/pages/admin-odds-page.tsx'));
const ForgotPasswordPage = lazyNamed('ForgotPasswordPage', () => import('#client/pages/forgot-password-page.tsx'));
const ResetPasswordPage = lazyNamed('ResetPasswordPage', () => import('#client/pages/reset-password-page.tsx'));
const ConfirmMailPage = lazyNamed('ConfirmMailPage', () => import('#client/pages/confirm-mail-page.tsx'));
const ConfirmEmailPage = lazyNamed('ConfirmEmailPage', () => import('#client/pages/confirm-email-page.tsx'));
const UndoEmailPage = lazyNamed('UndoEmailPage', () => import('#client/pages/undo-email-page.tsx'));
const UnsubscribePage = lazyNamed('UnsubscribePage', () => import('#client/pages/unsubscribe-page.tsx'));
const NoticeSettingsPage = lazyNamed('NoticeSettingsPage', () => import('#client/pages/notice-settings-page.tsx'));
const AccountPage = lazyNamed('AccountPage', () => import('#client/pages/account-page.tsx'));
const NotFoundPage = lazyNamed('NotFoundPage', () => import('#client/pages/not-found-page.tsx'));

const [GamesPage, loadGamesPage] = preloadable(async () => (await import('#client/pages/games-page.tsx')).GamesPage);
const [LandingPage, loadLandingPage] = preloadable(
  async () => (await import('#client/pages/landing-page.tsx')).LandingPage,
);
const [InvitePage, loadInvitePage] = preloadable(
  async () => (await import('#client/pages/invite-page.tsx')).InvitePage,
);

/** Loads the chunk of the page that the server has prerendered for this path; the other pages have none. */
export async function loadFirstPage(path: string, audience: Audience): Promise<void> {
  if (path === '/games' || (path === '/' && audience === 'members')) await loadGamesPage();
  if (path === '/' && audience === 'visitors') await loadLandingPage();
  if (path.startsWith(invitePath(''))) await loadInvitePage();
}

/** The routes. Every page has its own chunk. Source: docs/screens.md#routes-and-bars. */
export function Routes() {
  return (
    <PageBoundary waiting={<Waiting />}>
      <Switch>
        <Route path="/">
          <Home />
        </Route>
        <Route path="/games">
          <GamesPage />
        </Route>
        <Route path="/leaderboard">
          <SignedIn>
            <LeaderboardPage />
          </SignedIn>
        </Route>
        <Route path="/league/:id?">{({ id }) => <LeaguePage key={id} id={id ?? null} />}</Route>
        <Route path="/league/:leagueId/member/:userId">
          {({ leagueId, userId }) => <MemberPage key={userId} leagueId={leagueId} userId={userId} />}
        </Route>
        <Route path="/league/:leagueId/statement">
          {({ leagueId }) => <StatementPage key={leagueId} leagueId={leagueId} />}
        </Route>
        <Route path={invitePath(':code')}>
          <InvitePage />
        </Route>
        <Route path="/my-bets">
          <SignedIn>
            <MyBetsPage />
          </SignedIn>
        </Route>
        <Route path="/inbox">
          <SignedIn>
            <InboxPage />
          </SignedIn>
        </Route>
        <Route path="/profile">
          <ProfilePage />
        </Route>
        <Route path="/profile/notifications">
          <SignedIn>
            <NoticeSettingsPage />
          </SignedIn>
        </Route>
        <Route path="/profile/account">
          <SignedIn>
            <AccountPage />
          </SignedIn>
        </Route>
        <Route path="/how-to-play">
          <SignedIn>
            <HowToPlayPage />
          </SignedIn>
        </Route>
        <Route path="/forgot-password">
          <ForgotPasswordPage />
        </Route>
        <Route path="/reset-password">
          <ResetPasswordPage />
        </Route>
        <Route path={confirmMailPath}>
          <ConfirmMailPage />
        </Route>
        <Route path={confirmEmailPath}>
          <ConfirmEmailPage />
        </Route>
        <Route path={undoEmailPath}>
          <UndoEmailPage />
        </Route>
        <Route path="/unsubscribe/:token">{({ token }) => <UnsubscribePage token={token} />}</Route>
        <Route path="/admin">
          <AdminOnly waiting={<Waiting />} otherwise={<NotFoundPage />}>
            <AdminPage />
          </AdminOnly>
        </Route>
        <Route path="/admin-odds">
          <AdminOnly waiting={<Waiting />}>
            <AdminOddsPage />
          </AdminOnly>
        </Route>
        <Route>
          <NotFoundPage />
        </Route>
      </Switch>
    </PageBoundary>
  );
}

/**
 * The slate for members, or the path in `?next=`, which a visitor wanted and another tab has opened by signing in. Else
 * the landing page. Until the user is loaded, a browser with a session sees the slate, which loads its games meanwhile.
 */
function Home() {
  const { user, isFailed } = useCurrentUser();
  const showsMember = useShowsMember();
  const next = wantedPath(useSearch());
  if (user && next) return <Redirect to={next} replace />;
  if (isFailed) return <UnknownUser />;
  return showsMember ? <GamesPage /> : <LandingPage />;
}

function SignedIn({ children }: { children: ReactNode }) {
  return <SignedInOnly waiting={<Waiting />}>{children}</SignedInOnly>;
}

/** The page while its chunk or the user is loading. */
export function Waiting() {
  return (
    <main id="content" aria-busy="true" className="mx-auto w-full max-w-303 px-4 pt-6">
      <Skeleton className="h-7 w-48" />
      <Skeleton className="mt-3 h-4 w-64" />
      <Skeleton className="mt-6 h-40 rounded-2xl" />
    </main>
  );
}
