import { isDeepStrictEqual } from 'node:util';
import type { FeedGame } from '../games/feed-answer.ts';

/**
 * The games without those that repeat an earlier one. What still comes several times under one id contradicts itself.
 *
 * Two are the same but for their clock, which runs while the feed is asked for the parts of a slate, and for the season
 * that such a part names at its top.
 */
export function distinct(games: readonly FeedGame[]): FeedGame[] {
  const kept = new Map<string, FeedGame[]>();
  for (const game of games) {
    const others = kept.get(game.id) ?? [];
    if (!others.some((other) => isDeepStrictEqual(timeless(other), timeless(game)))) {
      kept.set(game.id, [...others, game]);
    }
  }
  return [...kept.values()].flat();
}

function timeless({ clock: _clock, period: _period, seasonSpan: _span, ...game }: FeedGame) {
  return game;
}
