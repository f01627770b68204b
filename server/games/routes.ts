import type { RequestHandler } from 'express';
import { slateCalls } from '#shared/api/games.ts';
import { playsInWeeks, sportRules, sports } from '#shared/domain/sport.ts';
import { cachedRoutes } from '../http/cached-routes.ts';
import { defaultSeason } from './service.ts';
import type { SlateCache } from './slate-cache.ts';

/**
 * Routes of game lists and current weeks. Their replies are the same for everybody: no session, and browsers may cache.
 */
export function gameRoutes(slates: SlateCache): RequestHandler[] {
  const { handlers, mount } = cachedRoutes();
  for (const sport of sports) {
    if (playsInWeeks(sport)) {
      const { currentWeek, games } = slateCalls[sport];
      mount(currentWeek, () => slates.currentWeek(sport));
      mount(games, ({ week, season }) => slates.weekGames(sport, week, season ?? defaultSeason));
    } else {
      const more = sportRules[sport].slate === 'next-7-days' ? 7 : 0;
      mount(slateCalls[sport].games, () => slates.dayGames(sport, more));
    }
  }
  return handlers;
}
