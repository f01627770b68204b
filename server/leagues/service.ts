import type { BodyOutput } from '#shared/api/endpoint.ts';
import type { createGroup, updateGroup } from '#shared/api/groups.ts';
import type { Balance } from '#shared/domain/balance.ts';
import { isSameFairPlay, rescueBelow } from '#shared/domain/fair-play.ts';
import { areOtherDates } from '#shared/domain/league-dates.ts';
import { canRemove, roleIn } from '#shared/domain/league-role.ts';
import { cents, showChing, startingBalance } from '#shared/domain/money.ts';
import { appendAuditLine } from '../audit/store.ts';
import { databaseNow } from '../db/clock.ts';
import type { Database, Db } from '../db/connection.ts';
import { recordDepartures, recordLeagueChanges, recordUserChange } from '../events/store.ts';
import { findFunds, giveRescue } from '../ledger/store.ts';
import { newId } from '../lib/ids.ts';
import { badInput, busy, leagueUnreachable, Refusal, unauthorized } from '../lib/refusal.ts';
import { type Entitled, leagueNotFound, lockEntitled, type Member, requireMember } from './access.ts';
import { deleteLeagueRows, type LockedContents, listPresentMemberIds, lockContents } from './deletion-store.ts';
import { enter, inTooManyLeagues, lockedCounts, maximum, requireLeague, tooManyLeagues } from './entering.ts';
import { logAct, logSettings } from './log.ts';
import { insertMembership } from './memberships-store.ts';
import { memberNotFound, requirePresent } from './roles.ts';
import { claimNextSeason, findNextId, lockNextSeason, unclaimNextSeason } from './seasons-store.ts';
import { hasEnded, refuseDates } from './state.ts';
import {
  type BareLeague,
  fairPlayOf,
  findBareLeague,
  findMember,
  hasTickets,
  insertJoinCode,
  insertLeague,
  type LeagueRow,
  lockLeague,
  markRemoved,
  replaceJoinCode,
  setMemberName,
  updateLeagueRow,
} from './store.ts';

/** Creates a league with its creator as owner and first member. Refuses what `addLeague` refuses. */
export async function createLeague(
  { withTx, machines }: Database,
  userId: string,
  wanted: BodyOutput<typeof createGroup>,
): Promise<LeagueRow> {
  const id = newLeagueId(machines);
  return withTx((tx) => addLeague(tx, machines, userId, { id, ...wanted }));
}

/**
 * Adds a league with its creator as owner and first member; `id` must be a new one. Refuses dates that are over or in
 * the wrong order (400), and a creator who owns or is in too many leagues (409).
 */
export async function addLeague(
  tx: Db,
  machines: Database['machines'],
  userId: string,
  {
    fairPlay,
    ...wanted
  }: BodyOutput<typeof createGroup> &
    Pick<BareLeague, 'id'> &
    Partial<Pick<BareLeague, 'previousId' | 'seriesId' | 'season'>>,
): Promise<LeagueRow> {
  const { id: leagueId } = wanted;
  const counts = await lockedCounts(tx, machines, userId);
  if (!counts) throw unauthorized();
  const now = await databaseNow(tx);
  refuseDates(null, wanted, now);
  if (counts.owned >= maximum.owned) {
    throw tooManyLeagues(`You own ${maximum.owned} leagues, and nobody may own more. Delete one to create another.`);
  }
  if (counts.joined >= maximum.joined) throw inTooManyLeagues();
  await insertLeague(tx, { ownerId: userId, ...wanted, ...fairPlay });
  await insertJoinCode(tx, leagueId);
  // In the same transaction: on Citus the join code is written on every machine, so all of it commits in two phases.
  await insertMembership(tx, userId, leagueId);
  await enter(tx, { leagueId, userId, given: startingBalance, isGuest: false });
  await recordUserChange(tx, userId);
  return requireLeague(tx, leagueId, now);
}

/**
 * Changes the given settings and returns the league; null removes a date or the description.
 * The league is locked exclusively: bets and joins in flight end before, and later ones see the new settings.
 * Refuses what `refuseDates` refuses, by the database's clock, read after the league is locked, and other options of
 * fair play once a bet was placed (409): an owner who could loosen them later could make himself eligible. So do other
 * sports where the title asks for active weeks, since they decide which weeks count.
 */
export async function changeSettings(
  { withTx }: Database,
  proof: Entitled<'edit'>,
  { fairPlay, ...wanted }: BodyOutput<typeof updateGroup>,
): Promise<LeagueRow> {
  const { leagueId } = proof;
  return withTx(async (tx) => {
    const { league } = await lockEntitled(tx, proof);
    const now = await databaseNow(tx);
    const after = { ...league, ...wanted };
    refuseDates(league, after, now);
    const changesRules = fairPlay !== undefined && !isSameFairPlay(fairPlay, fairPlayOf(league));
    if (changesRules && (await hasTickets(tx, leagueId))) {
      throw new Refusal(409, 'fair-play-fixed', 'The fair play options are fixed once a bet is placed in the league');
    }
    const changesSports = wanted.allowedSports !== undefined && wanted.allowedSports !== league.allowedSports;
    if (changesSports && league.activeWeeksPct !== null && (await hasTickets(tx, leagueId))) {
      const words = 'The sports are fixed once a bet is placed: they decide which weeks count for the title';
      throw new Refusal(409, 'sports-fixed', words);
    }
    const dateChanges = league.dateChanges + Number(areOtherDates(league, after));
    const announced = announce(league, after.announcement, { by: proof.userId, now });
    const changed = { ...wanted, ...fairPlay, dateChanges, ...announced };
    await updateLeagueRow(tx, leagueId, changed);
    await logSettings(tx, proof, league, { ...league, ...changed });
    await recordLeagueChanges(tx, [leagueId]);
    return requireLeague(tx, leagueId, now);
  });
}

/** The fields of a league whose announcement becomes `text`; none if that is what it says already. */
function announce(
  league: BareLeague,
  text: string | null,
  { by, now }: { by: string; now: Date },
): Partial<BareLeague> {
  if (text === league.announcement) return {};
  const announcementChanges = league.announcementChanges + Number(text !== null);
  const isGone = text === null;
  return {
    announcement: text,
    announcedAt: isGone ? null : now,
    announcedById: isGone ? null : by,
    announcementChanges,
  };
}

/** Replaces the join code and returns the new one. The old code ends at once, also for joins that wait for the lock. */
export async function regenerateJoinCode({ withTx }: Database, proof: Entitled<'edit'>): Promise<string> {
  const { leagueId } = proof;
  return withTx(async (tx) => {
    await lockEntitled(tx, proof);
    await logAct(tx, proof, { act: 'code-renewed' });
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
 * Gives a member the league's rescue, once, and returns the money afterwards; the title is forfeited. Refuses a league
 * without one and one that has ended, a member who took it, and one with 50 Ching or more, open stakes included (409).
 */
export async function rescueMember({ withTx }: Database, { leagueId, userId }: Member): Promise<Balance> {
  return withTx(async (tx) => {
    const league = await lockLeague(tx, leagueId);
    if (!league) throw leagueNotFound();
    if (league.rescue === null) throw new Refusal(409, 'no-rescue', 'This league has no rescue');
    if (hasEnded(league, await databaseNow(tx))) throw new Refusal(409, 'league-ended', 'This league has ended');
    const amount = cents(league.rescue);
    if (!(await giveRescue(tx, { leagueId, userId, amount, below: rescueBelow }))) {
      await requireMember(tx, userId, leagueId);
      if ((await findMember(tx, leagueId, userId))?.isRescued) {
        throw new Refusal(409, 'already-rescued', 'You have taken the rescue of this league already');
      }
      const words = `The rescue is for members with less than ${showChing(rescueBelow)}, open bets included`;
      throw new Refusal(409, 'rescue-too-early', words);
    }
    await recordLeagueChanges(tx, [leagueId]);
    return findFunds(tx, leagueId, userId);
  });
}

/**
 * Removes a member from the league for ever. Their open tickets still settle, and their bets stay under their last
 * name. Refuses the caller (400), a user who is not a present member (404), and the owner and managers if the caller may
 * not remove those (403).
 */
export async function removeFromLeague({ withTx }: Database, proof: Entitled<'remove'>, userId: string) {
  const { leagueId, userId: actorId } = proof;
  if (userId === actorId) throw badInput('You cannot remove yourself from your own league');
  await withTx(async (tx) => {
    const { league, role } = await lockEntitled(tx, proof, 'share');
    const { isManager } = await requirePresent(tx, leagueId, userId);
    if (!canRemove(role, roleIn({ ...league, managers: isManager ? [{ userId }] : [] }, userId))) {
      throw new Refusal(403, 'not-owner', 'Only the owner of the league may remove a manager, and nobody the owner');
    }
    const left = await markRemoved(tx, leagueId, userId);
    if (!left) throw memberNotFound();
    await logAct(tx, proof, { act: 'removed', userId });
    await recordLeagueChanges(tx, [leagueId]);
    await recordDepartures(tx, leagueId, 'removed', [userId]);
    await appendAuditLine(tx, { actorId, action: 'member-removed', leagueId, detail: { userId, ...left } });
  });
}

/**
 * Deletes the league with everything in it, and returns how much that was; only the line in the audit log stays.
 * Locks everything first, in the order of docs/decisions/lock-order.md, so that no bet or settlement is left half done.
 *
 * The season before it stops naming it, before it is deleted: a call that plays again meanwhile makes another league. On
 * one Postgres one transaction does both. On a Citus a transaction writes to one league: the season before forgets the
 * league in one of its own, and names it again if the deletion fails. There a crash between the two leaves a league that
 * its owner can delete again, and an offer to another member ends before both: nobody else may own the league once its
 * season before has forgotten it.
 */
export async function deleteLeague(database: Database, proof: Entitled<'delete'>): Promise<LockedContents> {
  const { db, withTx, machines } = database;
  const { leagueId } = proof;
  const league = await findBareLeague(db, leagueId);
  const previousId = league?.previousId ?? null;
  if (!league || previousId === null) return withTx((tx) => deleteContents(tx, proof));
  if (machines.unreachable([previousId]).length > 0) throw leagueUnreachable();
  const forget = async (tx: Db) => {
    await lockNextSeason(tx, previousId);
    await unclaimNextSeason(tx, previousId, leagueId);
    await recordLeagueChanges(tx, [previousId]);
  };
  if (machines.isOnePostgres) {
    return withTx(async (tx) => {
      await forget(tx);
      return deleteContents(tx, proof);
    });
  }
  await withTx(async (tx) => {
    await lockEntitled(tx, proof);
    await updateLeagueRow(tx, leagueId, { offeredTo: null });
  });
  await withTx(forget);
  try {
    return await withTx((tx) => deleteContents(tx, proof));
  } catch (error) {
    // The first error says what failed: a second one leaves what a crash leaves.
    await withTx((tx) => remember(tx, previousId, league)).catch(() => undefined);
    throw error;
  }
}

/**
 * Names a league as the next season again, after its deletion has failed: unless another one was started meanwhile, or
 * the deletion was committed after all.
 */
async function remember(tx: Db, previousId: string, { id, createdAt }: BareLeague): Promise<void> {
  await lockNextSeason(tx, previousId);
  if ((await findNextId(tx, previousId)) !== null || !(await findBareLeague(tx, id))) return;
  await claimNextSeason(tx, previousId, id, createdAt);
  await recordLeagueChanges(tx, [previousId]);
}

async function deleteContents(tx: Db, proof: Entitled<'delete'>): Promise<LockedContents> {
  const { leagueId, userId: actorId } = proof;
  const { league } = await lockEntitled(tx, proof);
  const contents = await lockContents(tx, leagueId);
  // Not to those who were removed before: they must not hear of the league any more.
  await recordDepartures(tx, leagueId, 'deleted', await listPresentMemberIds(tx, leagueId));
  await deleteLeagueRows(tx, leagueId);
  const detail = { name: league.name, ...contents };
  await appendAuditLine(tx, { actorId, action: 'league-deleted', leagueId, detail });
  return contents;
}

/** Draws an id that Citus places on a machine that can be reached. Refuses (503) while none can. */
export function newLeagueId(machines: Database['machines']): string {
  for (let tries = 0; tries < 200; tries += 1) {
    const leagueId = newId();
    if (machines.unreachable([leagueId]).length === 0) return leagueId;
  }
  throw busy();
}
