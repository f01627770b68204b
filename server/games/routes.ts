import { Router } from 'express';
import { cfbGames, cfbWeek, mlbGames, nbaGames, nflGames, nflWeek, nhlGames, soccerGames } from '#shared/api/games.ts';
import type { Sport } from '#shared/domain/sport.ts';
import type { Db } from '../db/connection.ts';
import { mount } from '../http/mount.ts';
import { presentGame } from './present.ts';
import { currentWeek, dayGames, defaultSeason, type SpanAt, weekGames } from './service.ts';

const shared = [nflWeek, nflGames, cfbWeek, cfbGames, mlbGames, nbaGames, nhlGames, soccerGames];

/** Game lists and current weeks: the same for everybody, so they need no session and may be kept with an ETag. */
export function gameRoutes(db: Db, clock: () => Date, spanAt: SpanAt): Router {
  const router = Router();
  router.get(
    shared.map((endpoint) => endpoint.path),
    (_req, res, next) => {
      res.set('Cache-Control', 'no-cache');
      next();
    },
  );
  const weekly = [
    { sport: 'NFL', week: nflWeek, games: nflGames },
    { sport: 'CFB', week: cfbWeek, games: cfbGames },
  ] as const;
  for (const { sport, week, games } of weekly) {
    mount(router, week, () => currentWeek(db, sport, clock()));
    mount(router, games, async ({ params }) => {
      const now = clock();
      const found = await weekGames(db, sport, params.week, params.season ?? defaultSeason, now, spanAt(now));
      return found.map((game) => presentGame(game, now));
    });
  }
  mountDays(mlbGames, 'MLB', 0);
  mountDays(nbaGames, 'NBA', 0);
  mountDays(nhlGames, 'Hockey', 0);
  mountDays(soccerGames, 'Soccer', 7);
  return router;

  function mountDays(endpoint: typeof mlbGames, sport: Sport, more: number): void {
    mount(router, endpoint, async () => {
      const now = clock();
      return (await dayGames(db, sport, now, more, spanAt(now))).map((game) => presentGame(game, now));
    });
  }
}
