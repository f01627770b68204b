import { placeBet } from '#shared/api/bets.ts';
import type { Endpoint } from '#shared/api/endpoint.ts';
import { type Group, removeMember } from '#shared/api/groups.ts';
import { deleteAccount } from '#shared/api/own-account.ts';
import { sqlState } from '../../db/connection.ts';
import type { FeedGame } from '../../games/feed-answer.ts';
import { finalizeLeague } from '../../leagues/standings.ts';
import { freezeWeeksOf } from '../../leagues/weeks.ts';
import { Refusal } from '../../lib/refusal.ts';
import { settleGame, settleGames } from '../../settlement/settle.ts';
import { decideGame } from '../decide-game.ts';
import { aBet } from '../games.ts';
import type { Player, World } from '../world.ts';
import { presetClock } from './preset-clock.ts';

/** An act of one of those who meet: a request to the app of `world`, or a job on its database. Returns its outcome in a word. */
export type Act = (world: World) => Promise<string>;

const day = 24 * 3_600_000;

/** The outcome of a request: its status and the code of a refusal. */
export async function outcomeOf(call: Promise<{ status: number; refusal: { code: string } | null }>): Promise<string> {
  const { status, refusal } = await call;
  return refusal ? `${status} ${refusal.code}` : String(status);
}

/** The outcome of work of the worker; a database error is one, too, since the worker repeats its work later. */
async function outcomeOfWork(work: Promise<unknown>): Promise<string> {
  try {
    return JSON.stringify(await work);
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    const state = sqlState(error);
    if (state === null) throw error;
    return state;
  }
}

export const bets =
  (player: Player, league: Group, game: FeedGame, stake: string, key?: string): Act =>
  ({ origin }) => {
    const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key };
    return outcomeOf(player.at(origin).call(placeBet, { body: aBet(league, game, stake), headers }));
  };

export const calls =
  <E extends Endpoint>(player: Player, endpoint: E, sent: Parameters<typeof player.call<E>>[1]): Act =>
  ({ origin }) =>
    outcomeOf(player.at(origin).call(endpoint, sent));

export const removes = ({ owner, league, member }: Record<'owner' | 'member', Player> & { league: Group }): Act =>
  calls(owner, removeMember, { params: { id: league.id, userId: member.user.id } });

export const settles: Act = ({ database, clock }) =>
  outcomeOfWork(settleGames(database, new Date(clock.now.getTime() + day), 0).then(() => 'settled'));

/** Decides that the away side has won, and settles. */
export const corrects =
  ({ id }: FeedGame): Act =>
  async (actor) => {
    await outcomeOfWork(decideGame(actor.database, id, { home: 0, away: 30 }, actor.clock.now));
    return settles(actor);
  };

/** Settles one game, as the worker does for each. */
export const settlesGame =
  ({ id }: FeedGame): Act =>
  ({ database, clock }) =>
    outcomeOfWork(settleGame(database, id, { now: new Date(clock.now.getTime() + day), earliestMs: 0 }));

export const voids =
  ({ id }: FeedGame): Act =>
  ({ database, clock }) =>
    outcomeOfWork(decideGame(database, id, 'off', clock.now));

/** Deletes the account, and waits until its leagues are left. */
export const deletesAccount =
  ({ password, ...player }: Player): Act =>
  async (actor) => {
    const outcome = await outcomeOf(player.at(actor.origin).call(deleteAccount, { body: { password } }));
    await actor.idle();
    return outcome;
  };

export const finalizes =
  ({ id }: Group): Act =>
  ({ database }) =>
    outcomeOfWork(finalizeLeague(database, id));

/** Lets the end date of the league come by the clock of the database, and finalizes the league. */
export const ends =
  (league: Group): Act =>
  async (actor) => {
    await presetClock(actor.database.pool, new Date(league.endDate ?? 0));
    return finalizes(league)(actor);
  };

/** Freezes the weeks that end within 15 days: the one of `settles` among them. */
export const freezesWeeks =
  ({ id }: Group): Act =>
  ({ database, clock }) =>
    outcomeOfWork(freezeWeeksOf(database, id, new Date(clock.now.getTime() + 15 * day)));

/**
 * Polls the game so many seconds after what `prepare` has polled. At most a minute: a poll that is further ahead of the
 * database's clock counts as one from the future.
 */
export const polls =
  (game: FeedGame, seconds = 60): Act =>
  (actor) => {
    actor.clock.now = new Date(actor.clock.now.getTime() + (seconds - 60) * 1_000);
    return outcomeOfWork(actor.poll(game).then(() => 'polled'));
  };
