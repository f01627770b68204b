import { useQueries } from '@tanstack/react-query';
import { isLocked } from '#shared/domain/lock.ts';
import { offerFor, quoteOf } from '#shared/domain/market.ts';
import type { Availability, Pick } from '#shared/domain/slip.ts';
import { slateQuery } from './queries.ts';
import { withoutOldOdds } from './slate-game.ts';

/**
 * The state of a pick's game at `now`; null until its slate is loaded, and when the slate no longer lists the game.
 *
 * Also refetches the slates of these picks while another sport is on screen, once they have been loaded.
 */
export function useAvailability(picks: readonly Pick[], now: Date): (pick: Pick) => Availability | null {
  const sports = [...new Set(picks.map((pick) => pick.sport))];
  const slates = useQueries({
    queries: sports.map((sport) => ({
      ...slateQuery(sport),
      enabled: ({ state }: { state: { data?: unknown } }) => state.data !== undefined,
    })),
  });
  return (pick) => {
    const slate = slates[sports.indexOf(pick.sport)];
    const game = slate?.data?.games.find(({ id }) => id === pick.gameId);
    if (!slate || !game) return null;
    const { startsAt, sport } = game;
    const offer = offerFor(sport, quoteOf(withoutOldOdds(game, now)), pick.market, pick.side);
    return { asOf: slate.dataUpdatedAt, startsAt, isLocked: isLocked(game, now), offer };
  };
}
