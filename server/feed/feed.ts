import type { EasternDay } from '#shared/domain/eastern.ts';
import type { Sport } from '#shared/domain/sport.ts';
import type { FeedAnswer } from '../games/feed-answer.ts';

/**
 * A source of games, scores and quotes. Both calls throw `FeedFailure` when nothing usable came back, and the reason of
 * `stop` as soon as that aborts.
 */
export interface Feed {
  readonly name: string;
  /** How many times faster than real ones its games are played. */
  readonly speed: number;
  /** The games that the slate of a sport offers around `now`, the days beside it included. */
  slate(sport: Sport, now: Date, stop?: AbortSignal): Promise<FeedAnswer>;
  /** The games of one sport that start on one Eastern day, however long ago, as they are `now`. */
  day(sport: Sport, day: EasternDay, now: Date, stop?: AbortSignal): Promise<FeedAnswer>;
}

/** The provider could not be reached, was too slow, or answered something that is not a list of games. */
export class FeedFailure extends Error {
  override readonly name = 'FeedFailure';
  /** How long the provider wants to be left alone, in milliseconds; null when it does not say. */
  readonly retryAfterMs: number | null;

  constructor(
    message: string,
    { retryAfterMs = null, ...options }: ErrorOptions & { retryAfterMs?: number | null } = {},
  ) {
    super(message, options);
    this.retryAfterMs = retryAfterMs;
  }
}
