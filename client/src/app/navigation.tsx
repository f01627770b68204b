import { GamesIcon, LeaderboardIcon, ProfileIcon, TicketIcon } from '#client/ui/icons.tsx';

/** The four links of the bars. Source: docs/screens.md#routes-and-bars. */
export const destinations = [
  { path: '/', label: 'Games', Icon: GamesIcon },
  { path: '/leaderboard', label: 'Leaderboard', Icon: LeaderboardIcon },
  { path: '/my-bets', label: 'My Bets', Icon: TicketIcon },
  { path: '/profile', label: 'Profile', Icon: ProfileIcon },
] as const;

/** Whether `location` shows the destination `path`. Both / and /games show the slate. */
export function isHere(path: string, location: string): boolean {
  return path === location || (path === '/' && location === '/games');
}

/**
 * Whether a page has its own header instead of the top bar: the password pages, and for visitors the landing page.
 * Source: docs/screens.md#routes-and-bars.
 */
export function hasOwnHeader(location: string, mayBeSignedIn: boolean): boolean {
  return location === '/forgot-password' || location === '/reset-password' || (location === '/' && !mayBeSignedIn);
}
