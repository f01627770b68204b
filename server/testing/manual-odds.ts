import { eq, sql } from 'drizzle-orm';
import type { saveManualOdds } from '#shared/api/admin.ts';
import type { BodyInput } from '#shared/api/endpoint.ts';
import type { Db } from '../db/connection.ts';
import { users } from '../db/tables/users.ts';
import type { FeedGame } from '../games/feed-answer.ts';
import { ledgerCounts } from './ledger-asserts.ts';
import type { Player, World } from './world.ts';

/** A record of manual odds as an admin's page sends it. */
export type SentOdds = BodyInput<typeof saveManualOdds>['odds'][number];

export async function setAdmin(db: Db, player: Player, isAdmin: boolean): Promise<void> {
  await db.update(users).set({ isAdmin }).where(eq(users.id, player.user.id));
}

/** A new player who is an admin. */
export async function anAdmin(world: World, firstName: string): Promise<Player> {
  const player = await world.signUp(firstName);
  await setAdmin(world.database.db, player, true);
  return player;
}

/** A record with every market of a sport without draws. */
export function fullOdds(game: FeedGame): SentOdds {
  return {
    gameId: game.id,
    spreadHome: '-6.5',
    spreadAway: '6.5',
    spreadHomeOdds: -105,
    spreadAwayOdds: -115,
    moneylineHome: -250,
    moneylineAway: 210,
    totalPoints: '50',
    overOdds: -102,
    underOdds: -118,
    notes: 'The quarterback is out',
  };
}

export function moneyline(game: FeedGame): SentOdds {
  return { gameId: game.id, moneylineHome: -130, moneylineAway: 115 };
}

/** Everything that saving odds may write, and the counts of the ledger, which it must not change. */
export async function everythingWritten(db: Db) {
  const { rows } = await db.execute(sql`
    select (select json_agg(q order by game_id, source) from quotes q) as quotes,
      (select json_agg(h order by id) from quote_history h) as history`);
  return [rows, await ledgerCounts(db)];
}
