import { useLocation } from 'wouter';
import { useCurrentUser } from '#client/features/auth/queries.ts';
import { useSite } from '#client/lib/site.ts';

/** The pages that show games, bets or results. */
const pages = /^\/(games|leaderboard|my-bets|league\/.*)?$/;

/**
 * Says that the games are simulated, and how to get real ones. Reserves its space until that is known: nothing shifts.
 */
export function SimulatedBanner() {
  const { simulated, expected } = useSite();
  const { user } = useCurrentUser();
  const [location] = useLocation();
  const isLanding = location === '/' && !user;
  if (!simulated || isLanding || !pages.test(location)) return null;
  return (
    <aside
      aria-label="About these games"
      className="flex h-8 items-center justify-center border-b border-edge bg-raised px-4 text-xs text-soft"
    >
      <p className={expected ? 'invisible' : 'truncate'}>
        Simulated games, played fast. Real ones: <code className="font-semibold text-ink">FEED=espn</code>
      </p>
    </aside>
  );
}
