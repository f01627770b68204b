import type { OverLeagues } from '#client/lib/call.ts';
import { changesWith } from '#client/lib/live.ts';
import type { Bet } from '#shared/api/bets.ts';
import { parseTopic } from '#shared/api/events.ts';

/**
 * The `meta` of a query for a list of bets: it is refetched when its league changes (any league when `leagueId` is
 * null), when a sport with a pending bet of the list changes, or when the viewer places a bet, also in another tab.
 */
export function changesWithBets(leagueId: string | null) {
  return changesWith<Bet[] | OverLeagues<Bet[]>>((topic, data = []) => {
    const bets = Array.isArray(data) ? data : data.reply;
    const changed = parseTopic(topic);
    if (changed.userId !== null) return true;
    if (changed.sport === null) return leagueId === null || changed.leagueId === leagueId;
    return bets.some(({ status, game }) => status === 'pending' && game.sport === changed.sport);
  });
}
