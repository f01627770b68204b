import type { RequestHandler } from 'express';
import { cfbGames, cfbWeek, mlbGames, nbaGames, nflGames, nflWeek, nhlGames, soccerGames } from '#shared/api/games.ts';
import { cachedRoutes } from '../http/cached-routes.ts';
import { defaultSeason } from './service.ts';
import type { SlateCache } from './slate-cache.ts';

const weekly = [
  { sport: 'NFL', week: nflWeek, games: nflGames },
  { sport: 'CFB', week: cfbWeek, games: cfbGames },
] as const;
const daily = [
  { sport: 'MLB', games: mlbGames, more: 0 },
  { sport: 'NBA', games: nbaGames, more: 0 },
  { sport: 'Hockey', games: nhlGames, more: 0 },
  { sport: 'Soccer', games: soccerGames, more: 7 },
] as const;

/**
 * Routes of game lists and current weeks. Their replies are the same for everybody: no session, and browsers may cache.
 */
export function gameRoutes(slates: SlateCache): RequestHandler[] {
  const { handlers, mount } = cachedRoutes();
  for (const { sport, week, games } of weekly) {
    mount(week, () => slates.currentWeek(sport));
    mount(games, (params) => slates.weekGames(sport, params.week, params.season ?? defaultSeason));
  }
  for (const { sport, games, more } of daily) mount(games, () => slates.dayGames(sport, more));
  return handlers;
}
