import { useLocation } from 'wouter';
import { useSite } from '#client/lib/site.ts';
import { useShowsMember } from './audience.ts';

/** The pages that show games, bets or results. */
const pages = /^\/(games|leaderboard|my-bets|league\/.*)?$/;

/** Says that the games are simulated. Reserves its space until that is known: nothing shifts. */
export function SimulatedBanner() {
  const { simulated, expected } = useSite();
  const showsMember = useShowsMember();
  const [location] = useLocation();
  const isLanding = location === '/' && !showsMember;
  if (!simulated || isLanding || !pages.test(location)) return null;
  return (
    <aside
      aria-label="About these games"
      className="simulated-banner flex min-h-8 items-center justify-center border-b border-edge bg-raised px-4 py-1 text-center text-xs text-soft"
    >
      <p className={expected ? 'invisible' : ''}>Simulated games: made-up results that come fast.</p>
    </aside>
  );
}
