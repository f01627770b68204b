import { absentHours, limitsOf } from '#shared/domain/limits.ts';
import { sportRules } from '#shared/domain/sport.ts';
import type { Absence } from '../games/absence-store.ts';
import type { GameRow } from '../games/store.ts';

/**
 * `limit`: when a game must have a result. `voidBy`: when its bets are void without one, later if its feed dropped it.
 */
export type Deadline = { limit: Date; voidBy: Date };

/** Chosen: a game takes less than three hours, and its start may be delayed. */
const hoursToPlay = 6;

/** A game that starts by a limit on starts alone has time to be played. Source: docs/house-rules.md#postponed-and-not-played. */
function limitOf(game: GameRow, originalStart: Date): Date {
  const { finalBy, scaled } = limitsOf(game.id);
  const limit = finalBy(game.sport, originalStart, game.startedAt !== null);
  if (!sportRules[game.sport].limitsStart || game.startsAt > limit) return limit;
  return new Date(Math.max(limit.getTime(), game.startsAt.getTime() + scaled(hoursToPlay * 3_600_000)));
}

/** Source: docs/house-rules.md#sports, docs/house-rules.md#postponed-and-not-played. */
export function deadlineOf(game: GameRow, originalStart: Date, absence: Absence | null): Deadline {
  const { scaled } = limitsOf(game.id);
  const limit = limitOf(game, originalStart);
  if (!absence) return { limit, voidBy: limit };
  const absentMs = scaled(absentHours * 3_600_000);
  return { limit, voidBy: new Date(Math.max(absence.since.getTime(), limit.getTime()) + absentMs) };
}
