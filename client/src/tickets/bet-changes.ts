import { changesWith } from '#client/lib/live.ts';
import type { Bet } from '#shared/api/bets.ts';
import { leagueTopic, sportTopic } from '#shared/api/events.ts';

/**
 * The `meta` of a query for a list of bets: it is refetched when its league changes (any league when `leagueId` is
 * null) or when a sport with a pending bet of the list changes.
 */
export function changesWithBets(leagueId: string | null) {
  return changesWith<Bet[]>((topic, bets = []) => {
    const isOfLeague = leagueId === null ? topic.startsWith('league:') : topic === leagueTopic(leagueId);
    return isOfLeague || bets.some(({ status, game }) => status === 'pending' && sportTopic(game.sport) === topic);
  });
}
