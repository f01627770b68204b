import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { CallError, call } from '#client/lib/call.ts';
import { changesWith } from '#client/lib/live.ts';
import { refreshMs } from '#client/lib/query-client.ts';
import { sportTopic } from '#shared/api/events.ts';
import { type SlateGameView, slateCalls } from '#shared/api/games.ts';
import { playsInWeeks, type Sport, sports } from '#shared/domain/sport.ts';
import { oddsCloseOf, type SlateGame, slateGame } from './slate-game.ts';

/** The games of one sport. */
export type Slate = {
  /** Null for sports whose slate is not a week. */
  week: number | null;
  games: readonly SlateGame[];
  /** False when the server does not know the sport. */
  isOffered: boolean;
};

/** The common prefix of the query keys of slates, to invalidate when prices or locks are outdated. */
export const slatesKey = ['/api/games'];

/**
 * One sport's slate, refetched on change and every 30 s while it is on screen. A failed refetch keeps the earlier data.
 * The interval matters while events are cut off.
 */
export const slateQuery = (sport: Sport) =>
  queryOptions({
    queryKey: [...slatesKey, sport],
    queryFn: () => loadSlate(sport).catch(emptyIfNotFound),
    meta: changesWith((topic) => topic === sportTopic(sport)),
    staleTime: refreshMs,
    refetchInterval: refreshMs,
  });

/** The instants at which time alone closes games or their odds, of every loaded slate: starts, and ends of old odds. */
export function closingInstants(client: QueryClient): Date[] {
  return sports.flatMap((sport) =>
    (client.getQueryData(slateQuery(sport).queryKey)?.games ?? []).flatMap((game) => {
      const closeAt = oddsCloseOf(game);
      return closeAt ? [game.startsAt, closeAt] : [game.startsAt];
    }),
  );
}

async function loadSlate(sport: Sport): Promise<Slate> {
  if (!playsInWeeks(sport)) return slate(await call(slateCalls[sport].games));
  const { currentWeek, games } = slateCalls[sport];
  const { week, season } = await call(currentWeek);
  return slate(await call(games, { params: { week: String(week), season: String(season) } }), week);
}

function slate(views: readonly SlateGameView[], week: number | null = null): Slate {
  return { week, games: views.map(slateGame), isOffered: true };
}

/** Turns a 404 into an empty slate: a server with fewer sports than this client has no list for the others. */
function emptyIfNotFound(error: unknown): Slate {
  if (error instanceof CallError && error.status === 404) return { week: null, games: [], isOffered: false };
  throw error;
}
