import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { CallError, call } from '#client/lib/call.ts';
import { changesWith } from '#client/lib/live.ts';
import { sportTopic } from '#shared/api/events.ts';
import {
  cfbGames,
  cfbWeek,
  type GameView,
  mlbGames,
  nbaGames,
  nflGames,
  nflWeek,
  nhlGames,
  soccerGames,
} from '#shared/api/games.ts';
import { type Sport, sports } from '#shared/domain/sport.ts';
import { type SlateGame, slateGame } from './slate-game.ts';

/** The games of one sport. */
export type Slate = {
  /** Null where the slate is not a week's. */
  week: number | null;
  games: readonly SlateGame[];
  /** False when the server does not know the sport. */
  isOffered: boolean;
};

/** Ours, where the server cannot be heard: the pace of the specification's other refreshes (spec §9). */
const refreshMs = 30_000;

/** What the keys of all slates start with: what to invalidate when prices or locks turn out to be old. */
export const slatesKey = ['/api/games'];

/** One sport's slate, refreshed when it changes and every 30 s while it is on screen. A failed refresh keeps the games that were there. */
export const slateQuery = (sport: Sport) =>
  queryOptions({
    queryKey: [...slatesKey, sport],
    queryFn: () => loadSlate(sport).catch(noneWhereUnknown),
    meta: changesWith((topic) => topic === sportTopic(sport)),
    staleTime: refreshMs,
    refetchInterval: refreshMs,
  });

/** The starts of the games of every slate that has come so far. */
export function knownStarts(client: QueryClient): Date[] {
  return sports.flatMap((sport) =>
    (client.getQueryData(slateQuery(sport).queryKey)?.games ?? []).map((game) => game.startsAt),
  );
}

async function loadSlate(sport: Sport): Promise<Slate> {
  switch (sport) {
    case 'NFL': {
      const { week, season } = await call(nflWeek);
      const params = { week: String(week), season: String(season) };
      return slate(await call(nflGames, { params }), week);
    }
    case 'CFB': {
      const { week, season } = await call(cfbWeek);
      const params = { week: String(week), season: String(season) };
      return slate(await call(cfbGames, { params }), week);
    }
    case 'MLB':
      return slate(await call(mlbGames));
    case 'Soccer':
      return slate(await call(soccerGames));
    case 'NBA':
      return slate(await call(nbaGames));
    case 'Hockey':
      return slate(await call(nhlGames));
  }
}

function slate(views: readonly GameView[], week: number | null = null): Slate {
  return { week, games: views.map(slateGame), isOffered: true };
}

/** A server that serves fewer sports than this client knows has no such list: that is an answer, not a failure. */
function noneWhereUnknown(error: unknown): Slate {
  if (error instanceof CallError && error.status === 404) return { week: null, games: [], isOffered: false };
  throw error;
}
