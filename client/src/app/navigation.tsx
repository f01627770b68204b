import { GamesIcon, LeaderboardIcon, ProfileIcon, TicketIcon } from '#client/ui/icons.tsx';

/** The four places of the bars, in the order of spec §2. */
export const places = [
  { path: '/', label: 'Games', Icon: GamesIcon },
  { path: '/leaderboard', label: 'Leaderboard', Icon: LeaderboardIcon },
  { path: '/my-bets', label: 'My Bets', Icon: TicketIcon },
  { path: '/profile', label: 'Profile', Icon: ProfileIcon },
] as const;

/** Whether a place is the one on screen; /games is the slate too. */
export function isHere(path: string, location: string): boolean {
  return path === location || (path === '/' && location === '/games');
}

/**
 * The pages that bring a head of their own instead of the top bar; the landing page does so for visitors. Source: spec
 * §2.
 */
export function hasOwnHead(location: string, isSignedIn: boolean): boolean {
  return location === '/forgot-password' || location === '/reset-password' || (location === '/' && !isSignedIn);
}
