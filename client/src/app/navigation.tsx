import { GamesIcon, LeaderboardIcon, ProfileIcon, TicketIcon } from '#client/ui/icons.tsx';
import { confirmEmailPath, confirmMailPath, undoEmailPath, unsubscribePath } from '#shared/api/mail.ts';

/** The four links of the bars. Source: docs/screens.md#routes-and-bars. */
export const destinations = [
  { path: '/', label: 'Games', Icon: GamesIcon },
  { path: '/leaderboard', label: 'Leaderboard', Icon: LeaderboardIcon },
  { path: '/my-bets', label: 'My Bets', Icon: TicketIcon },
  { path: '/profile', label: 'Profile', Icon: ProfileIcon },
] as const;

/** Whether `location` shows the destination `path`, or a page below it. Both / and /games show the slate. */
export function isHere(path: string, location: string): boolean {
  if (path === '/') return location === '/' || location === '/games';
  return location === path || location.startsWith(`${path}/`);
}

/**
 * Whether a page has its own header instead of the top bar: the password pages, those that mailed links open, and for visitors the
 * landing page.
 * Source: docs/screens.md#routes-and-bars.
 */
export function hasOwnHeader(location: string, mayBeSignedIn: boolean): boolean {
  if (location === '/') return !mayBeSignedIn;
  const ownHeaders = ['/forgot-password', '/reset-password', confirmMailPath, confirmEmailPath, undoEmailPath];
  return ownHeaders.includes(location) || location.startsWith(unsubscribePath(''));
}
