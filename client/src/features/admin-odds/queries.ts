import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#client/lib/call.ts';
import { changesWith } from '#client/lib/live.ts';
import { type ManualOdds, manualOddsByGames, maxGamesPerCall, weekManualOdds } from '#shared/api/admin.ts';
import { sportTopic } from '#shared/api/events.ts';
import type { GameView } from '#shared/api/games.ts';
import { type Sport, sportRules } from '#shared/domain/sport.ts';

/** The common prefix of the query keys of manual odds; saving invalidates it. */
export const manualOddsKey = [weekManualOdds.path];

/** The manual odds of one sport's games, refetched on change: another admin may save odds for the same game. */
export const manualOddsQuery = (sport: Sport, games: readonly GameView[]) =>
  queryOptions({
    queryKey: [...manualOddsKey, sport, games.map((game) => game.id)],
    queryFn: () => loadManualOdds(sport, games),
    meta: changesWith((topic) => topic === sportTopic(sport)),
    placeholderData: keepPreviousData, // when a game is added or removed, the other games' forms stay mounted
  });

async function loadManualOdds(sport: Sport, games: readonly GameView[]): Promise<ManualOdds[]> {
  const [first] = games;
  if (!first) return [];
  if (sportRules[sport].manualOddsBy === 'week' && first.week !== null) {
    return call(weekManualOdds, { params: { week: String(first.week), season: String(first.season) } });
  }
  const ids = games.map((game) => game.id);
  const batches = Array.from({ length: Math.ceil(ids.length / maxGamesPerCall) }, (_, at) =>
    ids.slice(at * maxGamesPerCall, (at + 1) * maxGamesPerCall),
  );
  return (await Promise.all(batches.map((gameIds) => call(manualOddsByGames, { body: { gameIds } })))).flat();
}
