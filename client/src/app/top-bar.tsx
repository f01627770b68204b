import { Link, useLocation } from 'wouter';
import { useLogout } from '#client/features/auth/mutations.ts';
import { useCurrentUser } from '#client/features/auth/queries.ts';
import { Button } from '#client/ui/button.tsx';
import { Logo } from '#client/ui/logo.tsx';
import { ThemeSwitch } from '#client/ui/theme-switch.tsx';
import type { User } from '#shared/api/auth.ts';
import { barName } from '#shared/domain/naming.ts';
import { isHere, places } from './navigation.tsx';

/** On every page but the landing page, which brings its own head. Source: spec §2. */
export function TopBar() {
  const { user, isPending } = useCurrentUser();
  const [location] = useLocation();
  if (!user && location === '/') return null;
  return (
    <header className="sticky top-0 z-30 border-b border-edge bg-surface">
      <div className="mx-auto flex h-14 max-w-[1212px] items-center gap-1 px-4">
        <Link href="/" className="rounded-lg md:mr-6">
          <Logo />
        </Link>
        {user && <Places location={location} />}
        <div className="ml-auto flex items-center gap-1">
          <ThemeSwitch />
          {user && <Me user={user} />}
          {!user && !isPending && <SignInButton from={location} />}
        </div>
      </div>
    </header>
  );
}

function Places({ location }: { location: string }) {
  return (
    <nav aria-label="Main" className="hidden gap-1 md:flex">
      {places.map(({ path, label }) => (
        <Link
          key={path}
          href={path}
          aria-current={isHere(path, location) ? 'page' : undefined}
          className="grid min-h-10 place-content-center rounded-xl px-3 font-semibold text-soft transition-colors duration-100 hover:text-ink aria-[current=page]:bg-raised aria-[current=page]:text-ink"
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}

function Me({ user }: { user: User }) {
  const logout = useLogout();
  return (
    <>
      <span className="max-w-[12ch] truncate px-1 text-sm font-semibold">{barName(user)}</span>
      <Button
        look="quiet"
        size="small"
        className="-mr-3 min-h-11"
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
    <Button look="primary" size="small" onClick={() => navigate(`/?next=${encodeURIComponent(from)}`)}>
      Sign In
    </Button>
  );
}
