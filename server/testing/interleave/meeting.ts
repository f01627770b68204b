import { sql } from 'drizzle-orm';
import { type Group, updateGroup } from '#shared/api/groups.ts';
import { askToJoin } from '#shared/api/join-requests.ts';
import type { Db } from '../../db/connection.ts';
import type { FeedGame } from '../../games/feed-answer.ts';
import { final } from '../games.ts';
import type { Player, World } from '../world.ts';
import { type Act, bets } from './acts.ts';
import type { Run } from './interleave.ts';
import { presetClock } from './preset-clock.ts';

/** Those who act at once on new rows, and what is to be seen of those rows and of the order of messages afterwards. */
type Prepared = { acts: Act[]; seen(run: Run): Promise<string> };

/**
 * Two or more that act at once. `prepare` makes the rows by the requests and polls that make them in production. `ends`
 * is the number of different ends of the orders in which one acts after the other; default: 2, as of two whose order
 * decides.
 */
export type Meeting = { name: string; ends?: number; prepare(world: World): Promise<Prepared> };

/** An owner and a member for leagues of `world`. Their sign-ups took longer than all else that a meeting needs. */
const people = new WeakMap<World, { owner: Player; member: Player; left: number }>();
/** Chosen: fewer leagues than one person may own. */
const leaguesOfOne = 20;

async function peopleOf(world: World) {
  const known = people.get(world);
  const made =
    known && known.left > 0
      ? known
      : { owner: await world.signUp('Olga'), member: await world.signUp('Max'), left: leaguesOfOne };
  made.left -= 1;
  people.set(world, made);
  return made;
}

/** Begins what is to be seen of an end that is wrong, also if the acts came one after the other. */
export const never = 'and this must never be: ';

/** Whether an actor commits for the last time after another one has; not if one of them never commits. */
export function commitsAfter({ steps }: Run, actor: number, other: number): boolean {
  const lastOf = (one: number) => steps.findLastIndex((step) => step.words === 'COMMIT' && step.actor === one);
  return lastOf(other) >= 0 && lastOf(actor) > lastOf(other);
}

/** A new league of an owner with one member, and a game that takes bets. Only the league and the game are new. */
export async function aLeague(world: World, wanted: Parameters<World['league']>[1] = {}) {
  const [{ owner, member }, game] = await Promise.all([peopleOf(world), world.addGame()]);
  const league = await world.league(owner, wanted);
  await world.join(member, league);
  return { owner, league, member, game };
}

/** A league whose member has bet `stake` on the home side of a game that ended by `score` since, and is confirmed. */
export async function aDecidedBet(
  world: World,
  stake: string,
  { score: [home, away] = [30, 0], ...wanted }: Parameters<World['league']>[1] & { score?: [number, number] } = {},
) {
  const made = await aLeague(world, wanted);
  const status = await bets(made.member, made.league, made.game, stake)(world);
  if (status !== '201') throw new Error(`the bet was not placed: ${status}`);
  await world.confirm(final(made.game, home, away));
  return made;
}

/** The options, members, tickets, entries and final standings of a league, and what its deletion counted, without ids and times. */
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
        from final_standings join users on users.id = final_standings.user_id where league_id = ${id}),
      (select json_agg(detail) from audit_log where league_id = ${id} and action = 'league-deleted')) as books`);
  return JSON.stringify(rows[0]?.books);
}

/** The most rounds that a ticket of the league was settled in. */
export async function roundsIn({ database }: World, { id }: Group): Promise<number> {
  const { rows } = await database.db.execute<{ rounds: number }>(
    sql`select max(round) as rounds from tickets where league_id = ${id}`,
  );
  return rows[0]?.rounds ?? 0;
}

/** The id of the only ticket of the league. */
export async function ticketIn({ database }: World, { id }: Group): Promise<string> {
  const { rows } = await database.db.execute<{ id: string }>(sql`select id from tickets where league_id = ${id}`);
  return rows[0]?.id ?? '';
}

/** The number of reactions to tickets of the league. */
export async function reactionsIn({ database }: World, { id }: Group): Promise<string> {
  const { rows } = await database.db.execute(
    sql`select count(*) as reactions from ticket_reactions where league_id = ${id}`,
  );
  return JSON.stringify(rows);
}

/** The books of a league that the act `ends` has ended, once the clock of the database is right again. */
export async function booksAfterEnd({ database }: World, league: Group): Promise<string> {
  await presetClock(database.pool, null);
  return booksOf(database.db, league);
}

/** Whether the last result of the game is settled. */
export async function isSettledIn(db: Db, { id }: FeedGame): Promise<string> {
  const { rows } = await db.execute(sql`select result_rev = settled_rev as settled from games where id = ${id}`);
  return JSON.stringify(rows);
}

/** The status of a game, its prices of the home side by their sources, and the number of prices that it ever had. */
export async function gameIn(db: Db, { id }: FeedGame): Promise<string> {
  const { rows } = await db.execute(sql`
    select status, spread_home_price, (select count(*) from quote_history where game_id = games.id) as prices
    from games join quotes on quotes.game_id = games.id where games.id = ${id} order by source`);
  return JSON.stringify(rows);
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

/**
 * The same with one more law: an actor who succeeds, by the outcome `done`, has committed before each of the others has.
 * Whoever has seen a price, a removal or a withdrawal sees nothing come that should not know it.
 */
export const neverAfter = (prepared: Prepared, actor: number, done: string, others: readonly number[]): Prepared => ({
  ...prepared,
  seen: async (run) => {
    const isLate = run.outcomes[actor] === done && others.some((other) => commitsAfter(run, actor, other));
    return `${await prepared.seen(run)}${isLate ? `${never}actor ${actor + 1} came last` : ''}`;
  },
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

/** Adds `count` new users who wait to be let into the league. */
export async function fillRequests(db: Db, { id }: Group, count: number): Promise<void> {
  await db.execute(sql`
    with added as (
      insert into users (id, email, email_norm, password_hash)
      select new, '', new, '' from (select gen_random_uuid() as new from generate_series(1, ${count}::int)) as ids
      returning id
    )
    insert into join_requests (league_id, user_id) select ${id}, id from added`);
}

/** Whether the league lets new members in by approval, and how many it has. */
export async function doorOf(db: Db, { id }: Group): Promise<{ approves: boolean; members: number }> {
  const { rows } = await db.execute<{ approves: boolean; members: number }>(sql`
    select approves_joins as approves, (select count(*)::int from members where league_id = ${id}) as members
    from leagues where id = ${id}`);
  return rows[0] ?? { approves: false, members: 0 };
}

/** The funds of the league's members, however often a ticket was settled. */
export async function fundsIn(db: Db, { id }: Group): Promise<string> {
  const { rows } = await db.execute<{ available: string; pending: string }>(sql`
    select available_cents as available, pending_cents as pending
    from members join users on users.id = members.user_id where league_id = ${id} order by first_name`);
  return JSON.stringify(rows);
}
