import { Link, useLocation, useSearch } from 'wouter';
import { useLogout } from '#client/features/auth/mutations.ts';
import { withNext } from '#client/features/auth/next-path.ts';
import { useCurrentUser } from '#client/features/auth/queries.ts';
import { BellLink } from '#client/features/inbox/bell-link.tsx';
import { lazyNamed } from '#client/lib/lazy-component.ts';
import { Boundary } from '#client/ui/boundary.tsx';
import { Button } from '#client/ui/button.tsx';
import { HelpIcon } from '#client/ui/icons.tsx';
import { Logo } from '#client/ui/logo.tsx';
import { Name } from '#client/ui/name.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { ThemeSwitch } from '#client/ui/theme-switch.tsx';
import type { User } from '#shared/api/auth.ts';
import { invitePath } from '#shared/domain/join-code.ts';
import { barName } from '#shared/domain/naming.ts';
import { useShowsMember } from './audience.ts';
import { destinations, hasOwnHeader, isHere } from './navigation.tsx';

/**
 * The bar of every page except the landing page and the password pages. Its widths are in rem: with large text it shows
 * what a narrow bar shows, and wraps at last. Source: docs/screens.md#routes-and-bars.
 */
export function TopBar() {
  const { user, isKnown, isFailed } = useCurrentUser();
  const showsMember = useShowsMember();
  const [location] = useLocation();
  if (hasOwnHeader(location, showsMember)) return null;
  return (
    <header className="@container sticky top-0 z-30 border-b border-edge bg-surface max-[20rem]:static">
      <div
        className={`mx-auto flex min-h-14 max-w-303 items-center gap-1 px-4 ${user?.isAdmin ? '@max-[26rem]:flex-wrap' : '@max-[20rem]:flex-wrap'}`}
      >
        <Link
          href={showsMember ? '/how-to-play' : '/'}
          {...(showsMember && { 'aria-label': 'Ching: How to Play' })}
          className="flex min-h-11 shrink-0 items-center rounded-lg @3xl:mr-2 @min-[58rem]:mr-6"
        >
          <Logo />
        </Link>
        {showsMember && <Navigation location={location} />}
        <div
          className={`ml-auto flex min-w-0 items-center gap-1 ${user?.isAdmin ? '@max-[22rem]:flex-wrap @min-[22rem]:@max-[26rem]:gap-0 @3xl:@max-[58rem]:gap-0' : '@max-[20rem]:w-full @max-[20rem]:gap-0'}`}
        >
          {user?.isAdmin && <BarLink path="/admin" label="Site" location={location} />}
          {user?.isAdmin && <BarLink path="/admin-odds" label="Admin Odds" location={location} />}
          {showsMember && <HowToPlayLink isAdmin={user?.isAdmin === true} location={location} />}
          {showsMember && <BellPlace isSignedIn={user !== null} />}
          <ThemeSwitch />
          {user ? <Me user={user} /> : showsMember && !isFailed && <Skeleton className="mx-1 h-4 w-28" />}
          {!user && isKnown && <SignInButton />}
        </div>
      </div>
    </header>
  );
}

const Bell = lazyNamed('Bell', () => import('#client/features/inbox/bell.tsx'));

/** A plain link to the inbox until the bell with its number is there, which is no part of the first load. */
function BellPlace({ isSignedIn }: { isSignedIn: boolean }) {
  if (!isSignedIn) return <BellLink />;
  return (
    <Boundary waiting={<BellLink />} failed={() => <BellLink />}>
      <Bell />
    </Boundary>
  );
}

function Navigation({ location }: { location: string }) {
  return (
    <nav aria-label="Main" className="hidden @3xl:flex @min-[58rem]:gap-1">
      {destinations.map(({ path, label }) => (
        <BarLink key={path} path={path} label={label} location={location} />
      ))}
    </nav>
  );
}

const barLink =
  'grid min-h-11 shrink-0 place-content-center rounded-xl px-2 font-semibold whitespace-nowrap text-soft transition-colors duration-100 hover:text-ink aria-[current=page]:bg-raised aria-[current=page]:text-ink @max-3xl:text-sm @min-[58rem]:px-3';

function BarLink({ path, label, location }: { path: string; label: string; location: string }) {
  return (
    <Link href={path} aria-current={isHere(path, location) ? 'page' : undefined} className={barLink}>
      {label}
    </Link>
  );
}

/** An icon until the bar has room for the words. On a narrow phone the logo alone leads to How to Play. */
function HowToPlayLink({ isAdmin, location }: { isAdmin: boolean; location: string }) {
  const room = isAdmin ? '@max-[30rem]:hidden @3xl:@max-[58rem]:hidden' : '@max-[24rem]:hidden';
  return (
    <Link
      href="/how-to-play"
      title="How to Play"
      aria-current={isHere('/how-to-play', location) ? 'page' : undefined}
      className={`min-w-11 ${barLink} ${room}`}
    >
      <span className="@min-[64rem]:hidden">
        <HelpIcon />
      </span>
      <span className="@max-[64rem]:sr-only">How to Play</span>
    </Link>
  );
}

function Me({ user }: { user: User }) {
  const logout = useLogout();
  return (
    <>
      <span className="max-w-[12ch] min-w-0 truncate px-1 text-sm font-semibold @max-[20rem]:px-0.5">
        <Name>{barName(user)}</Name>
      </span>
      <Button
        variant="quiet"
        size="small"
        className="-mr-3 min-h-11 shrink-0"
        onClick={() => logout.mutate()}
        disabled={logout.isPending}
      >
        Log out
      </Button>
    </>
  );
}

/** Gold, except on the page of an invitation, which has a gold button of its own. */
function SignInButton() {
  const [path, navigate] = useLocation();
  const search = useSearch();
  const here = search === '' ? path : `${path}?${search}`;
  const variant = path.startsWith(invitePath('')) ? 'quiet' : 'primary';
  return (
    <Button variant={variant} size="small" onClick={() => navigate(withNext('/', here))}>
      Sign In
    </Button>
  );
}
