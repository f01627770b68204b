import { Link, useLocation, useSearch } from 'wouter';
import { useLogout } from '#client/features/auth/mutations.ts';
import { useCurrentUser } from '#client/features/auth/queries.ts';
import { Button } from '#client/ui/button.tsx';
import { HelpIcon } from '#client/ui/icons.tsx';
import { Logo } from '#client/ui/logo.tsx';
import { Name } from '#client/ui/name.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { ThemeSwitch } from '#client/ui/theme-switch.tsx';
import type { User } from '#shared/api/auth.ts';
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
        className={`mx-auto flex min-h-14 max-w-303 items-center gap-1 px-4 ${user?.isAdmin ? '@max-[22.5rem]:flex-wrap' : '@max-[20rem]:flex-wrap'}`}
      >
        <Link
          href={showsMember ? '/how-to-play' : '/'}
          {...(showsMember && { 'aria-label': 'Ching: How to Play' })}
          className="flex min-h-11 shrink-0 items-center rounded-lg @3xl:mr-6"
        >
          <Logo />
        </Link>
        {showsMember && <Navigation location={location} />}
        <div
          className={`ml-auto flex min-w-0 items-center gap-1 ${user?.isAdmin ? '@max-[20rem]:flex-wrap' : '@max-[20rem]:w-full'}`}
        >
          {user?.isAdmin && <BarLink path="/admin-odds" label="Admin Odds" location={location} />}
          {showsMember && <HowToPlayLink isAdmin={user?.isAdmin === true} location={location} />}
          <ThemeSwitch />
          {user ? <Me user={user} /> : showsMember && !isFailed && <Skeleton className="mx-1 h-4 w-28" />}
          {!user && isKnown && <SignInButton />}
        </div>
      </div>
    </header>
  );
}

function Navigation({ location }: { location: string }) {
  return (
    <nav aria-label="Main" className="hidden gap-1 @3xl:flex">
      {destinations.map(({ path, label }) => (
        <BarLink key={path} path={path} label={label} location={location} />
      ))}
    </nav>
  );
}

const barLink =
  'grid min-h-11 shrink-0 place-content-center rounded-xl px-2 font-semibold whitespace-nowrap text-soft transition-colors duration-100 hover:text-ink aria-[current=page]:bg-raised aria-[current=page]:text-ink @max-3xl:text-sm @3xl:px-3';

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
      <span className="max-w-[12ch] min-w-0 truncate px-1 text-sm font-semibold">
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

function SignInButton() {
  const [path, navigate] = useLocation();
  const search = useSearch();
  const here = search === '' ? path : `${path}?${search}`;
  return (
    <Button variant="primary" size="small" onClick={() => navigate(`/?next=${encodeURIComponent(here)}`)}>
      Sign In
    </Button>
  );
}
