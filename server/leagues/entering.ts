import { counted } from '#shared/domain/count.ts';
import { lateGrant } from '#shared/domain/fair-play.ts';
import { startingBalance } from '#shared/domain/money.ts';
import { databaseNow } from '../db/clock.ts';
import type { Database, Db } from '../db/connection.ts';
import { recordLeagueChanges } from '../events/store.ts';
import { grant } from '../ledger/store.ts';
import { Refusal } from '../lib/refusal.ts';
import { lockUser } from '../users/store.ts';
import { leagueNotFound } from './access.ts';
import { deleteRequest } from './join-requests-store.ts';
import { joinRefusal } from './state.ts';
import {
  type BareLeague,
  countLeaguesOf,
  countMembers,
  findLeague,
  findMember,
  insertMember,
  type LeagueRow,
  listTotals,
} from './store.ts';

/**
 * Chosen: several times what a keen group of friends needs, and a league size that a leaderboard still shows in one
 * reply. Accounts and leagues over a limit that was introduced later stay as they are.
 */
export const maximum = { owned: 50, joined: 200, members: 10_000, requests: 200 };

/** The words of a refusal for the person who cannot enter: to them, or to somebody who lets them in. */
type Person = { are: string; were: string };
const caller: Person = { are: 'You are', were: 'You were' };
export const somebodyElse: Person = { are: 'This person is', were: 'This person was' };

/**
 * Refuses a user who cannot become a member now: a removed one (403), a present one, anybody after the deadline or the
 * end, a user in too many leagues, and anybody if the league is full (409). The caller has locked the user, the league
 * and its joins; the clock is read after these locks.
 *
 * joined  the number of leagues that the user is in.
 */
export async function refuseEntry(
  tx: Db,
  league: BareLeague,
  { userId, joined, person = caller }: { userId: string; joined: number; person?: Person },
): Promise<void> {
  const before = await findMember(tx, league.id, userId);
  if (before?.removedAt) throw new Refusal(403, 'removed', `${person.were} removed from this league`);
  if (before) throw new Refusal(409, 'already-member', `${person.are} already a member of this league`);
  const refusal = joinRefusal(league, await databaseNow(tx));
  if (refusal) throw refusal;
  if (joined >= maximum.joined) throw inTooManyLeagues(person);
  if ((await countMembers(tx, league.id)) >= maximum.members) throw leagueFull();
}

/**
 * Makes the user a member of a league that has begun already, with what late members get, and ends their request. The
 * caller has locked as for `refuseEntry`, which has refused present and removed members.
 */
export async function letIn(tx: Db, league: BareLeague, userId: string): Promise<void> {
  // Weeks are frozen under the league's exclusive lock, so a join is before the first frozen week or after it.
  const isLate = league.frozenUntil !== null;
  const given = isLate ? lateGrant(league.lateStart, await listTotals(tx, league.id)) : startingBalance;
  const isGuest = isLate && league.lateStart === 'guest';
  await enter(tx, { leagueId: league.id, userId, given, isGuest });
  await deleteRequest(tx, league.id, userId);
  await recordLeagueChanges(tx, [league.id]);
}

/** Inserts a new member, and the entry of what they are given. */
export async function enter(tx: Db, member: Parameters<typeof insertMember>[1]): Promise<void> {
  await insertMember(tx, member);
  await grant(tx, member.leagueId, member.userId, member.given);
}

/** The league as it is now. Refuses a deleted one (404). */
export async function requireLeague(tx: Db, leagueId: string, now: Date): Promise<LeagueRow> {
  const league = await findLeague(tx, leagueId, now);
  if (!league) throw leagueNotFound();
  return league;
}
/**
 * The number of leagues that the user is in, and of those that the user owns; null for an account that is gone. Locks
 * the user: neither number can grow until the transaction ends.
 */
export async function lockedCounts(
  tx: Db,
  machines: Database['machines'],
  userId: string,
): Promise<{ owned: number; joined: number } | null> {
  if (!(await lockUser(tx, userId))) return null;
  return countLeaguesOf(tx, machines, userId);
}

export function tooManyLeagues(words: string): Refusal {
  return new Refusal(409, 'too-many-leagues', words);
}

export function inTooManyLeagues({ are }: Person = caller): Refusal {
  return tooManyLeagues(`${are} in ${maximum.joined} leagues, and nobody may be in more.`);
}

export function leagueFull(): Refusal {
  return new Refusal(409, 'league-full', `This league has ${counted(maximum.members, 'member')}, and is full.`);
}

export function unknownCode(): Refusal {
  return new Refusal(404, 'unknown-code', 'No league has this join code');
}
