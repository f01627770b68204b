import { Router } from 'express';
import { cfbGames, cfbWeek, mlbGames, nbaGames, nflGames, nflWeek, nhlGames, soccerGames } from '#shared/api/games.ts';
import { mountCached } from '../http/cached-routes.ts';
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

/** Game lists and current weeks: the same for everybody, so they need no session and browsers may store them. */
export function gameRoutes(slates: SlateCache): Router {
  const router = Router();
  for (const { sport, week, games } of weekly) {
    mountCached(router, week, () => slates.currentWeek(sport));
    mountCached(router, games, (params) => slates.weekGames(sport, params.week, params.season ?? defaultSeason));
  }
  for (const { sport, games, more } of daily) mountCached(router, games, () => slates.dayGames(sport, more));
  return router;
}
