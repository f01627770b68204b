import { Link, useLocation } from 'wouter';
import { useLogout } from '#client/features/auth/mutations.ts';
import { useCurrentUser } from '#client/features/auth/queries.ts';
import { Button } from '#client/ui/button.tsx';
import { Logo } from '#client/ui/logo.tsx';
import { Name } from '#client/ui/name.tsx';
import { ThemeSwitch } from '#client/ui/theme-switch.tsx';
import type { User } from '#shared/api/auth.ts';
import { barName } from '#shared/domain/naming.ts';
import { destinations, hasOwnHeader, isHere } from './navigation.tsx';

/** The bar of every page except the landing page and the password pages. Source: docs/screens.md#routes-and-bars. */
export function TopBar() {
  const { user, isKnown, isFailed } = useCurrentUser();
  const [location] = useLocation();
  if (hasOwnHeader(location, user !== null || isFailed)) return null;
  return (
    <header className="sticky top-0 z-30 border-b border-edge bg-surface">
      <div className="mx-auto flex h-14 max-w-[1212px] items-center gap-1 px-4">
        <Link
          href={user ? '/how-to-play' : '/'}
          {...(user && { 'aria-label': 'Ching: How to Play' })}
          className="rounded-lg md:mr-6"
        >
          <Logo />
        </Link>
        {user && <Navigation location={location} />}
        <div className="ml-auto flex min-w-0 items-center gap-1">
          {user?.isAdmin && <BarLink path="/admin-odds" label="Admin Odds" location={location} />}
          <ThemeSwitch />
          {user && <Me user={user} />}
          {!user && isKnown && <SignInButton from={location} />}
        </div>
      </div>
    </header>
  );
}

function Navigation({ location }: { location: string }) {
  return (
    <nav aria-label="Main" className="hidden gap-1 md:flex">
      {destinations.map(({ path, label }) => (
        <BarLink key={path} path={path} label={label} location={location} />
      ))}
    </nav>
  );
}

function BarLink({ path, label, location }: { path: string; label: string; location: string }) {
  return (
    <Link
      href={path}
      aria-current={isHere(path, location) ? 'page' : undefined}
      className="grid min-h-11 shrink-0 place-content-center rounded-xl px-2 font-semibold whitespace-nowrap text-soft transition-colors duration-100 hover:text-ink aria-[current=page]:bg-raised aria-[current=page]:text-ink max-md:text-sm md:px-3"
    >
      {label}
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

function SignInButton({ from }: { from: string }) {
  const [, navigate] = useLocation();
  return (
    <Button variant="primary" size="small" onClick={() => navigate(`/?next=${encodeURIComponent(from)}`)}>
      Sign In
    </Button>
  );
}
