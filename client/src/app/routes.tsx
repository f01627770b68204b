import { type ComponentType, type ReactNode, useState } from 'react';
import { Route, Switch } from 'wouter';
import { useCurrentUser } from '#client/features/auth/queries.ts';
import { AdminOnly, SignedInOnly, UnknownUser } from '#client/features/auth/route-guard.tsx';
import { lazyComponent, lazyNamed } from '#client/lib/lazy-component.ts';
import { LandingPage } from '#client/pages/landing-page.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { PageBoundary } from './page-boundary.tsx';

const LeaderboardPage = lazyNamed('LeaderboardPage', () => import('#client/pages/leaderboard-page.tsx'));
const LeaguePage = lazyNamed('LeaguePage', () => import('#client/pages/league-page.tsx'));
const MyBetsPage = lazyNamed('MyBetsPage', () => import('#client/pages/my-bets-page.tsx'));
const ProfilePage = lazyNamed('ProfilePage', () => import('#client/pages/profile-page.tsx'));
const HowToPlayPage = lazyNamed('HowToPlayPage', () => import('#client/pages/how-to-play-page.tsx'));
const AdminOddsPage = lazyNamed('AdminOddsPage', () => import('#client/pages/admin-odds-page.tsx'));
const ForgotPasswordPage = lazyNamed('ForgotPasswordPage', () => import('#client/pages/forgot-password-page.tsx'));
const ResetPasswordPage = lazyNamed('ResetPasswordPage', () => import('#client/pages/reset-password-page.tsx'));
const NotFoundPage = lazyNamed('NotFoundPage', () => import('#client/pages/not-found-page.tsx'));

let loadedSlate: ComponentType | null = null;

/** Loads the slate's chunk. After that the slate renders at once, without a placeholder. */
export async function loadSlate(): Promise<{ default: ComponentType }> {
  const { GamesPage } = await import('#client/pages/games-page.tsx');
  loadedSlate = GamesPage;
  return { default: GamesPage };
}

const lazySlate = lazyComponent(loadSlate);

function GamesPage() {
  const [Slate] = useState(() => loadedSlate ?? lazySlate); // a change while it is on screen would remount it
  return <Slate />;
}

/** The routes. Every page except the landing page has its own chunk. Source: docs/screens.md#routes-and-bars. */
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
        <Route path="/my-bets">
          <SignedIn>
            <MyBetsPage />
          </SignedIn>
        </Route>
        <Route path="/profile">
          <ProfilePage />
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

/** The slate after sign-in; else, and while the user is loading, the landing page. */
function Home() {
  const { user, isFailed } = useCurrentUser();
  if (user) return <GamesPage />;
  return isFailed ? <UnknownUser /> : <LandingPage />;
}

function SignedIn({ children }: { children: ReactNode }) {
  return <SignedInOnly waiting={<Waiting />}>{children}</SignedInOnly>;
}

function Waiting() {
  return (
    <main aria-busy="true" className="mx-auto w-full max-w-[1212px] px-4 pt-6">
      <Skeleton className="h-7 w-48" />
      <Skeleton className="mt-3 h-4 w-64" />
      <Skeleton className="mt-6 h-40 rounded-2xl" />
    </main>
  );
}
