import { sql } from 'drizzle-orm';
import { type Group, updateGroup } from '#shared/api/groups.ts';
import { askToJoin } from '#shared/api/join-requests.ts';
import type { Db } from '../../db/connection.ts';
import { final } from '../games.ts';
import type { World } from '../world.ts';
import { type Act, bets } from './acts.ts';
import type { Run } from './interleave.ts';

/** Those who act at once on new rows, and what is to be seen of those rows and of the order of messages afterwards. */
type Prepared = { acts: Act[]; seen(run: Run): Promise<string> };

/**
 * Two or more that act at once. `prepare` makes the rows by the requests and polls that make them in production. `ends`
 * is the number of different ends of the orders in which one acts after the other; default: 2, as of two whose order
 * decides.
 */
export type Meeting = { name: string; ends?: number; prepare(world: World): Promise<Prepared> };

/** A new league of an owner with one member, and a game that takes bets. */
export async function aLeague(world: World, wanted: Parameters<World['league']>[1] = {}) {
  const owner = await world.signUp('Olga');
  const league = await world.league(owner, wanted);
  const member = await world.member(league, 'Max');
  const game = await world.addGame();
  return { owner, league, member, game };
}

/** A league whose member has bet `stake` on the home side of a game that ended since, and is confirmed. */
export async function aDecidedBet(world: World, stake: string) {
  const made = await aLeague(world);
  const status = await bets(made.member, made.league, made.game, stake)(world);
  if (status !== '201') throw new Error(`the bet was not placed: ${status}`);
  await world.confirm(final(made.game, 30, 0));
  return made;
}

/** The options, members, tickets, entries and final standings of a league, without ids and times. */
export async function booksOf(db: Db, { id }: Group): Promise<string> {
  const { rows } = await db.execute<{ books: unknown }>(sql`
    select json_build_array(
      (select json_agg(json_build_array(name, finalized_at is not null, max_in_play_pct, allowed_sports))
        from leagues where leagues.id = ${id}),
      (select json_agg(json_build_array(first_name, removed_at is not null, available_cents, pending_cents, is_rescued)
          order by first_name)
        from members join users on users.id = members.user_id where league_id = ${id}),
      (select json_agg(json_build_array(stake_cents, grade, back_cents, round) order by placed_at) from tickets
        where league_id = ${id}),
      (select json_agg(json_build_array(kind, amount_cents, round) order by kind, amount_cents, round) from ledger
        where league_id = ${id}),
      (select json_agg(json_build_array(first_name, rank, balance_cents, wins, losses) order by first_name)
        from final_standings join users on users.id = final_standings.user_id where league_id = ${id})) as books`);
  return JSON.stringify(rows[0]?.books);
}

/** Whether each ticket was settled within the frozen weeks, and the number of frozen weeks with a settlement. */
export async function weeksIn(db: Db, { id }: Group): Promise<string> {
  const { rows } = await db.execute<{ weeks: unknown }>(sql`
    select json_build_array(
      (select json_agg(settled_at < frozen_until) from tickets join leagues on leagues.id = ${id} where league_id = ${id}),
      (select count(*) from league_weeks where league_id = ${id})) as weeks`);
  return JSON.stringify(rows[0]?.weeks);
}

export const inLeague = (world: World, league: Group, acts: Act[]): Prepared => ({
  acts,
  seen: () => booksOf(world.database.db, league),
});

/** A league that lets new members in by approval, and a stranger who waits for it. */
export async function aRequest(world: World) {
  const { owner, league, member } = await aLeague(world);
  await owner.call(updateGroup, { params: { id: league.id }, body: { approvesJoins: true } });
  const stranger = await world.signUp('Sue');
  const { status } = await stranger.call(askToJoin, { body: { joinCode: league.joinCode } });
  if (status !== 201) throw new Error(`the request was refused: ${status}`);
  return { owner, league, member, stranger };
}

/** The funds of the league's members, however often a ticket was settled. */
export async function fundsIn(db: Db, { id }: Group): Promise<string> {
  const { rows } = await db.execute<{ available: string; pending: string }>(sql`
    select available_cents as available, pending_cents as pending from members where league_id = ${id}
    order by user_id`);
  return JSON.stringify(rows);
}
