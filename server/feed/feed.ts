import type { EasternDay } from '#shared/domain/eastern.ts';
import type { Sport } from '#shared/domain/sport.ts';
import type { FeedAnswer } from '../games/feed-answer.ts';

/**
 * A source of games, scores and quotes. `slate` and `day` throw `FeedFailure` when no usable answer came, and the
 * reason of `stop` as soon as that signal aborts.
 */
export interface Feed {
  readonly name: string;
  /** How many times faster than real games its games are played; 1 for real ones. */
  readonly speed: number;
  /** The games that the slate of a sport offers around `now`, with the days before and after. */
  slate(sport: Sport, now: Date, stop?: AbortSignal): Promise<FeedAnswer>;
  /** The games of one sport that start on one Eastern day, in their state at `now`. The day may be long ago. */
  day(sport: Sport, day: EasternDay, now: Date, stop?: AbortSignal): Promise<FeedAnswer>;
}

/** The provider could not be reached, was too slow, or answered no list of games. */
export class FeedFailure extends Error {
  override readonly name = 'FeedFailure';
  /** The provider's Retry-After in milliseconds; null without one. */
  readonly retryAfterMs: number | null;

  constructor(
    message: string,
    { retryAfterMs = null, ...options }: ErrorOptions & { retryAfterMs?: number | null } = {},
  ) {
    super(message, options);
    this.retryAfterMs = retryAfterMs;
  }
}
