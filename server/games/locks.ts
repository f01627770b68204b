import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/connection.ts';
import { preparedSql } from '../db/prepared.ts';

/**
 * Chosen: several times a full slate. A transaction that writes more games takes one lock that every other shares.
 */
const maxLocks = 500;
// The first keys of two-key advisory locks. Chosen: no other code uses them. A transaction takes the lock of all games
// first.
const allGamesKey = 6;
const gameKey = 7;

/**
 * Locks games against writes until the transaction ends; other bets may share the lock.
 *
 * Takes an advisory lock per game: shared for bets, exclusive for writes. Waiters are served in order, so bets cannot
 * starve a feed write, as shared row locks would. On Citus two transactions that share row locks of several games at
 * once would block each other; advisory locks do not.
 *
 * Every writer of a game, its results or its quotes must lock it with `lockGamesExclusive`. Only quotes of the second
 * provider are written under the shared lock, and another lock of their own.
 */
export async function lockGamesShared(tx: Db, gameIds: readonly string[]): Promise<void> {
  await lockShared(tx, { gameIds });
}

/** Locks games against bets and other writes until the transaction ends. */
export async function lockGamesExclusive(tx: Db, gameIds: readonly string[]): Promise<void> {
  if (gameIds.length <= maxLocks) await lockExclusive(tx, { gameIds });
  else await lockAllExclusive(tx, {});
}

const allGames = sql`select ${allGamesKey}::int as kind, 0 as game`;
const eachGame = sql`select distinct ${gameKey}::int as kind, hashtext(id) as game
  from unnest(${sql.placeholder('gameIds')}::text[]) as id`;
const lockShared = lockStatement<'gameIds'>(sql`${allGames} union all ${eachGame}`, { exclusive: null });
const lockExclusive = lockStatement<'gameIds'>(sql`${allGames} union all ${eachGame}`, { exclusive: gameKey });
const lockAllExclusive = lockStatement<never>(allGames, { exclusive: allGamesKey });

/**
 * Takes the locks in ascending order of their keys, so that two transactions cannot deadlock. Those of the kind
 * `exclusive` are exclusive, the others shared.
 */
function lockStatement<Name extends string>(keys: SQL, { exclusive }: { exclusive: number | null }) {
  return preparedSql<Name, never>(sql`
    select case when kind = ${exclusive}::int then pg_advisory_xact_lock(kind, game)
      else pg_advisory_xact_lock_shared(kind, game) end
    from (${keys} order by 1, 2) as locks(kind, game)`);
}
