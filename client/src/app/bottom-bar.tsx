import { Link, useLocation } from 'wouter';
import { useShowsMember } from './audience.ts';
import { destinations, isHere } from './navigation.tsx';

/**
 * The navigation on a phone, for members. From 768 px on it is in the top bar. Where the words do not fit beside each
 * other, with large text, only the icons show. Source: docs/screens.md#routes-and-bars.
 */
export function BottomBar() {
  const showsMember = useShowsMember();
  const [location] = useLocation();
  if (!showsMember) return null;
  return (
    <div className="@container fixed inset-x-0 bottom-0 z-30">
      <nav
        aria-label="Main"
        className="flex border-t border-edge bg-surface pb-[env(safe-area-inset-bottom)] @3xl:hidden"
      >
        {destinations.map(({ path, label, Icon }) => (
          <Link
            key={path}
            href={path}
            aria-current={isHere(path, location) ? 'page' : undefined}
            className="grid min-h-15 flex-1 place-content-center justify-items-center gap-0.5 text-xs font-semibold text-soft aria-[current=page]:text-gold-text"
          >
            <Icon />
            <span className="@max-[18.5rem]:sr-only">{label}</span>
          </Link>
        ))}
      </nav>
    </div>
  );
}
