import type { OverLeagues } from '#client/lib/call.ts';
import { changesWith } from '#client/lib/live.ts';
import type { Bet } from '#shared/api/bets.ts';
import { parseTopic, type Topic } from '#shared/api/events.ts';

/** The data of a query for a whole list of bets. */
export type ListedBets = Bet[] | OverLeagues<Bet[]>;

/**
 * The `meta` of a query for a list of bets: it is refetched when its league changes (any league when `leagueId` is
 * null), when a sport with a pending bet of the list changes, or when the viewer places a bet, also in another tab.
 */
export function changesWithBets(leagueId: string | null) {
  const live = changesWith<ListedBets>((topic, data = []) =>
    concernsBets(topic, leagueId, (isConcerned) => (Array.isArray(data) ? data : data.reply).some(isConcerned)),
  );
  return { ...live, shape: 'bets' as const };
}

/** Returns whether a change concerns a list of bets. `hasAny` returns whether a bet of the list meets a condition. */
export function concernsBets(
  topic: Topic,
  leagueId: string | null,
  hasAny: (isConcerned: (bet: Bet) => boolean) => boolean,
): boolean {
  const changed = parseTopic(topic);
  if (changed.userId !== null) return true;
  if (changed.sport === null) return leagueId === null || changed.leagueId === leagueId;
  return hasAny(({ status, game }) => status === 'pending' && game.sport === changed.sport);
}
