import { Link, useLocation } from 'wouter';
import { useCurrentUser } from '#client/features/auth/queries.ts';
import { destinations, isHere } from './navigation.tsx';

/**
 * The navigation on a phone, after sign-in. From 768 px on it is in the top bar. Source:
 * docs/screens.md#routes-and-bars.
 */
export function BottomBar() {
  const { user } = useCurrentUser();
  const [location] = useLocation();
  if (!user) return null;
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-30 flex border-t border-edge bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {destinations.map(({ path, label, Icon }) => (
        <Link
          key={path}
          href={path}
          aria-current={isHere(path, location) ? 'page' : undefined}
          className="grid min-h-15 flex-1 place-content-center justify-items-center gap-0.5 text-xs font-semibold text-soft aria-[current=page]:text-gold-text"
        >
          <Icon />
          {label}
        </Link>
      ))}
    </nav>
  );
}
