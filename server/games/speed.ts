import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { simulatedId } from '#shared/domain/game-speed.ts';

/** `speedOf` in SQL: how many times faster than a real game the game with this id is played. */
function speedIn(gameId: SQLWrapper): SQL {
  return sql`coalesce(substring(${gameId} from ${simulatedId}::text)::float8, 1)`;
}

/** Whether the game with this id is played faster than a real one. */
export function isPlayedFaster(gameId: SQLWrapper): SQL {
  return sql`${speedIn(gameId)} > 1`;
}

/** Whether an instant is more than `ms` milliseconds of the game's own time before `now`. */
export function isOlder(gameId: SQLWrapper, instant: SQLWrapper, now: Date, ms: number): SQL {
  return sql`${instant} < ${now.toISOString()}::timestamptz - make_interval(secs => ${ms / 1_000}) / ${speedIn(gameId)}`;
}
