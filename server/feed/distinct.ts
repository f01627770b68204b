import { isDeepStrictEqual } from 'node:util';
import type { FeedGame } from '../games/feed-answer.ts';

/**
 * The games without repetitions. An id that is still there several times contradicts itself.
 *
 * Two games may differ in clock and period, which run while the feed is asked for the parts of a slate, and in the span
 * of the season, which each part names at its top.
 */
export function distinct(games: readonly FeedGame[]): FeedGame[] {
  const byId = new Map<string, FeedGame[]>();
  for (const game of games) {
    const others = byId.get(game.id) ?? [];
    if (!others.some((other) => isDeepStrictEqual(withoutClock(other), withoutClock(game)))) {
      byId.set(game.id, [...others, game]);
    }
  }
  return [...byId.values()].flat();
}

function withoutClock({ clock: _clock, period: _period, seasonSpan: _span, ...game }: FeedGame) {
  return game;
}
