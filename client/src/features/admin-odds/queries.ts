import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#client/lib/call.ts';
import { type ManualOdds, manualOddsByGames, maxGamesPerCall, weekManualOdds } from '#shared/api/admin.ts';
import type { GameView } from '#shared/api/games.ts';
import type { Sport } from '#shared/domain/sport.ts';

/** What the keys of all manual odds start with: what to invalidate after saving. */
export const manualOddsKey = ['/api/admin/manual-odds'];

/** The manual odds of one sport's games: by week for the NFL, by their ids for the others. Source: spec §7. */
export const manualOddsQuery = (sport: Sport, games: readonly GameView[]) =>
  queryOptions({
    queryKey: [...manualOddsKey, sport, games.map((game) => game.id)],
    queryFn: () => loadManualOdds(sport, games),
    placeholderData: keepPreviousData, // a game that comes or goes leaves the others' forms as they are
  });

async function loadManualOdds(sport: Sport, games: readonly GameView[]): Promise<ManualOdds[]> {
  const [first] = games;
  if (!first) return [];
  if (sport === 'NFL' && first.week !== null) {
    return call(weekManualOdds, { params: { week: String(first.week), season: String(first.season) } });
  }
  const ids = games.map((game) => game.id);
  const batches = Array.from({ length: Math.ceil(ids.length / maxGamesPerCall) }, (_, at) =>
    ids.slice(at * maxGamesPerCall, (at + 1) * maxGamesPerCall),
  );
  return (await Promise.all(batches.map((gameIds) => call(manualOddsByGames, { body: { gameIds } })))).flat();
}
