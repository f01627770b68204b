import { absentHours, limitsOf } from '#shared/domain/limits.ts';
import type { Absence } from '../games/absence-store.ts';
import type { GameRow } from '../games/store.ts';

/**
 * `limit`: when a game must have a result. `voidBy`: when its bets are void without one, later if its feed dropped it.
 */
export type Deadline = { limit: Date; voidBy: Date };

/** Source: docs/house-rules.md#sports, docs/house-rules.md#postponed-and-not-played. */
export function deadlineOf(game: GameRow, originalStart: Date, absence: Absence | null): Deadline {
  const { finalBy, scaled } = limitsOf(game.id);
  const limit = finalBy(game.sport, originalStart, game.startedAt !== null);
  if (!absence) return { limit, voidBy: limit };
  const absentMs = scaled(absentHours * 3_600_000);
  return { limit, voidBy: new Date(Math.max(absence.since.getTime(), limit.getTime()) + absentMs) };
}
