import { v7 as uuid } from 'uuid';
import type { BodyOutput } from '#shared/api/endpoint.ts';
import type { createGroup, updateGroup } from '#shared/api/groups.ts';
import { appendAuditLine } from '../audit/store.ts';
import { databaseNow } from '../db/clock.ts';
import type { Database, Db } from '../db/connection.ts';
import { recordLeagueChanges } from '../events/store.ts';
import { grant } from '../ledger/store.ts';
import { badInput, Refusal, unauthorized } from '../lib/refusal.ts';
import { lockUser } from '../users/store.ts';
import { leagueNotFound, type Member, type Owner } from './access.ts';
import { deleteLeagueRows, type LockedContents, lockContents } from './deletion-store.ts';
import { hasEnded, refuseDates } from './state.ts';
import {
  countLeaguesOf,
  countMembers,
  findLeague,
  findLeagueIdByCode,
  findMember,
  insertJoinCode,
  insertLeague,
  insertMember,
  type LeagueRow,
  lockJoinCode,
  lockLeague,
  markRemoved,
  replaceJoinCode,
  setMemberName,
  updateLeagueRow,
} from './store.ts';

/**
 * Chosen: several times what the keenest group of friends has, and a league that a leaderboard still shows in one answer.
 * Whoever was past one of them before it came keeps what they have.
 */
const atMost = { owned: 50, joined: 200, members: 10_000 };

/**
 * A new league with its creator as owner and first member. Refuses dates that are over or in the wrong order (400), and
 * who owns or is in too many leagues (409).
 * `at` is when it is created; null, unless a past is made up, is the database's clock.
 */
export async function createLeague(
  { withTx }: Database,
  userId: string,
  wanted: BodyOutput<typeof createGroup>,
  at: Date | null = null,
): Promise<LeagueRow> {
  const leagueId = uuid();
  return withTx(async (tx) => {
    const { owned, joined } = await heldCounts(tx, userId);
    const now = at ?? (await databaseNow(tx));
    refuseDates(null, wanted, now);
    if (owned >= atMost.owned) {
      throw tooManyLeagues(`You own ${atMost.owned} leagues, and nobody may own more. Delete one to create another.`);
    }
    if (joined >= atMost.joined) throw inTooManyLeagues();
    await insertLeague(tx, { id: leagueId, ownerId: userId, ...wanted, ...(at && { createdAt: at }) });
    await insertJoinCode(tx, leagueId);
    await enter(tx, leagueId, userId, at);
    return foundLeague(tx, leagueId, now);
  });
}

/**
 * Makes the user a member of the league with this code.
 * Refuses an unknown code (404), a removed member (403), a member (409), who comes after the deadline or end (409), and
 * who is in too many leagues or finds the league full (409).
 *
 * at  when the user joins; null, unless a past is made up, is the database's clock, read once the league is held: a join
 *     that waited for the row over the deadline is too late.
 */
export async function joinLeague(
  { withTx }: Database,
  userId: string,
  code: string,
  at: Date | null = null,
): Promise<LeagueRow> {
  return withTx(async (tx) => {
    const leagueId = await findLeagueIdByCode(tx, code);
    const counts = leagueId && (await heldCounts(tx, userId));
    const league = leagueId && (await lockLeague(tx, leagueId));
    // Asked again now that the league is held: while we waited the code may have been replaced, and then it is dead. Held,
    // because bets share the league's row: joins that count its members must come one after the other.
    if (!counts || !league || (await lockJoinCode(tx, code)) !== league.id) {
      throw new Refusal(404, 'unknown-code', 'No league has this join code');
    }
    const before = await findMember(tx, league.id, userId);
    if (before?.removedAt) throw new Refusal(403, 'removed', 'You were removed from this league');
    if (before) throw alreadyMember();
    const now = at ?? (await databaseNow(tx));
    if (league.joinDeadline && league.joinDeadline <= now) {
      throw new Refusal(409, 'too-late', 'The join deadline for this league has passed');
    }
    if (hasEnded(league, now)) throw new Refusal(409, 'league-ended', 'This league has ended');
    if (counts.joined >= atMost.joined) throw inTooManyLeagues();
    if ((await countMembers(tx, league.id)) >= atMost.members) {
      throw new Refusal(
        409,
        'league-full',
        `This league has ${atMost.members.toLocaleString('en-US')} members, and is full.`,
      );
    }
    if (!(await enter(tx, league.id, userId, at))) throw alreadyMember();
    await recordLeagueChanges(tx, [league.id]);
    return foundLeague(tx, league.id, now);
  });
}

/**
 * The league with its settings changed; what is left out stays, null takes a date or the description away.
 * It is held alone: bets and joins in flight end before, and later ones find the new settings.
 * Refuses what `refuseDates` refuses, by the database's clock once the league is held.
 */
export async function changeSettings(
  { withTx }: Database,
  { leagueId }: Owner,
  wanted: BodyOutput<typeof updateGroup>,
): Promise<LeagueRow> {
  return withTx(async (tx) => {
    const league = await heldAlone(tx, leagueId);
    const now = await databaseNow(tx);
    refuseDates(league, { ...league, ...wanted }, now);
    await updateLeagueRow(tx, leagueId, wanted);
    await recordLeagueChanges(tx, [leagueId]);
    return foundLeague(tx, leagueId, now);
  });
}

/** A new join code; with it the old one is dead, also for who is joining in this moment. */
export async function regenerateJoinCode({ withTx }: Database, { leagueId }: Owner): Promise<string> {
  return withTx(async (tx) => {
    await heldAlone(tx, leagueId);
    await recordLeagueChanges(tx, [leagueId]);
    return replaceJoinCode(tx, leagueId);
  });
}

/** Sets the name under which a member's rows and bets show in the league, and returns it. */
export async function renameMember(
  { withTx }: Database,
  { leagueId, userId }: Member,
  displayName: string,
): Promise<string> {
  return withTx(async (tx) => {
    if (!(await setMemberName(tx, leagueId, userId, displayName))) throw leagueNotFound();
    await recordLeagueChanges(tx, [leagueId]);
    return displayName;
  });
}

/**
 * Takes a member out of the league for ever. Open tickets run on, and every bet stays under the last name.
 * Refuses the owner (400) and who is no member, or no longer one (404).
 */
export async function removeFromLeague({ withTx }: Database, { leagueId, userId: actorId }: Owner, userId: string) {
  if (userId === actorId) throw badInput('You cannot remove yourself from your own league');
  await withTx(async (tx) => {
    if (!(await lockLeague(tx, leagueId))) throw leagueNotFound();
    const left = await markRemoved(tx, leagueId, userId);
    if (!left) throw new Refusal(404, 'member-not-found', 'Member not found');
    await recordLeagueChanges(tx, [leagueId]);
    await appendAuditLine(tx, { actorId, action: 'member-removed', leagueId, detail: { userId, ...left } });
  });
}

/**
 * Deletes the league with everything in it, and returns what that was; only the audit line stays.
 * Everything is held first in the order that bets and settlements hold it, so that none of them is left half done.
 */
export async function deleteLeague(
  { withTx }: Database,
  { leagueId, userId: actorId }: Owner,
): Promise<LockedContents> {
  return withTx(async (tx) => {
    const { name } = await heldAlone(tx, leagueId);
    const contents = await lockContents(tx, leagueId);
    await deleteLeagueRows(tx, leagueId);
    await appendAuditLine(tx, { actorId, action: 'league-deleted', leagueId, detail: { name, ...contents } });
    return contents;
  });
}

/** A member's row and grant, once for ever: false when there was one before. */
async function enter(tx: Db, leagueId: string, userId: string, at: Date | null): Promise<boolean> {
  if (!(await insertMember(tx, leagueId, userId, at))) return false;
  await grant(tx, leagueId, userId, at);
  return true;
}

async function heldAlone(tx: Db, leagueId: string) {
  const league = await lockLeague(tx, leagueId, 'update');
  if (!league) throw leagueNotFound();
  return league;
}

async function foundLeague(tx: Db, leagueId: string, now: Date): Promise<LeagueRow> {
  const league = await findLeague(tx, leagueId, now);
  if (!league) throw leagueNotFound();
  return league;
}

/** In how many leagues the user is, and how many they own; the user's row is held, so that neither grows meanwhile. */
async function heldCounts(tx: Db, userId: string): Promise<{ owned: number; joined: number }> {
  if (!(await lockUser(tx, userId))) throw unauthorized();
  return countLeaguesOf(tx, userId);
}

function tooManyLeagues(words: string): Refusal {
  return new Refusal(409, 'too-many-leagues', words);
}

function inTooManyLeagues(): Refusal {
  return tooManyLeagues(`You are in ${atMost.joined} leagues, and nobody may be in more.`);
}

function alreadyMember(): Refusal {
  return new Refusal(409, 'already-member', 'You are already a member of this league');
}
