import type { FeedHealth, FeedState } from '#shared/api/admin-feeds.ts';
import { showInstant } from '#shared/domain/eastern.ts';

export const stateWords: Record<FeedState, string> = {
  well: 'Well',
  stale: 'Stale',
  quarantined: 'Held',
  resting: 'Rests, no games',
};

/** "NFL", or "NFL odds" for those of the second provider. */
export function feedName({ sport, of }: Pick<FeedHealth, 'sport' | 'of'>): string {
  return of === 'odds' ? `${sport} odds` : sport;
}

/** The effect of a stale feed on bets, in words. Source: docs/decisions/old-odds-close.md. */
export function staleWords({ of, takesBets, oddsCloseAt, failingSince }: FeedHealth, now: Date): string {
  const since = failingSince ? `fails since ${showInstant(new Date(failingSince), now)}` : 'is silent';
  if (of === 'odds') return `${since}: markets that the feed lacks are not filled.`;
  const at = oddsCloseAt && showInstant(new Date(oddsCloseAt), now);
  if (takesBets) return `${since}. It takes bets until ${at ?? 'its odds close'}, unless the feed answers before.`;
  return `takes no bets since ${at}: its feed ${since}. Odds set by hand stay open.`;
}
