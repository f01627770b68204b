import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { type listBets, placeBet, placeParlay } from '#shared/api/bets.ts';
import type { Group } from '#shared/api/groups.ts';
import { aBet, type aLeg, aParlay } from './games.ts';
import type { Player, World } from './world.ts';

/** Bets as lists contain them: one for a single, one per leg of a parlay. */
export type Bets = z.output<typeof listBets.reply>;

/** Places a single bet of 10 Ching. */
export async function single(player: Player, league: Group, ...leg: Parameters<typeof aLeg>): Promise<Bets> {
  const [game, market, side] = leg;
  return [(await player.call(placeBet, { body: aBet(league, game, '10', market, side) })).reply];
}

/** Places a parlay of 10 Ching. */
export async function parlay(player: Player, league: Group, ...legs: ReturnType<typeof aLeg>[]): Promise<Bets> {
  return (await player.call(placeParlay, { body: aParlay(league, '10', legs) })).reply;
}

/** Copies each ticket of the player, with legs and grades, `copies` times; each copy is placed a second earlier. */
export async function copyTickets({ database }: World, player: Player, copies: number): Promise<void> {
  await database.db.execute(sql`
    with copies as (
      select t.*, gen_random_uuid() as copy, nth from tickets t, generate_series(1, ${copies}::int) as nth
      where t.user_id = ${player.user.id}
    ), copied as (
      insert into tickets (league_id, id, user_id, stake_cents, payout_cents, grade, back_cents, round, idempotency_key,
        request_hash, games, placed_at, settled_at)
      select league_id, copy, user_id, stake_cents, payout_cents, grade, back_cents, round, copy::text,
        request_hash, games, placed_at - nth * interval '1 second', settled_at from copies
    ), legs_copied as (
      insert into legs (league_id, ticket_id, number, id, game_id, market, side, line, price, original_start, home_team_id,
        away_team_id, grade, rule, graded_at, result_rev)
      select l.league_id, copy, number, gen_random_uuid(), game_id, market, side, line, price, original_start, home_team_id,
        away_team_id, l.grade, rule, graded_at, result_rev
      from copies join legs l on l.league_id = copies.league_id and l.ticket_id = copies.id
    )
    insert into leg_grades (league_id, ticket_id, number, round, grade, rule, home, away, at, result_rev, pull_id)
    select g.league_id, copy, g.number, g.round, g.grade, g.rule, g.home, g.away, g.at, g.result_rev, g.pull_id
    from copies join leg_grades g on g.league_id = copies.league_id and g.ticket_id = copies.id`);
}
