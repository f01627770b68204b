import type { Logger } from 'pino';
import { databaseNow } from '../db/clock.ts';
import { type Database, type Db, sqlState, uniqueViolation } from '../db/connection.ts';
import { recordRequestChanges, recordUserChange } from '../events/store.ts';
import { leagueUnreachable, Refusal, unauthorized } from '../lib/refusal.ts';
import { type Entitled, lockEntitled, type Member, requireRight } from './access.ts';
import { letIn, lockedCounts, maximum, refuseEntry, requireLeague, somebodyElse, unknownCode } from './entering.ts';
import {
  countRequests,
  deleteRequest,
  hasRequest,
  insertRequest,
  listRequests,
  listRequestsOf,
} from './join-requests-store.ts';
import { logAct } from './log.ts';
import { insertMembership, listReachableLeagueIdsOf } from './memberships-store.ts';
import { type BareLeague, findLeagueIdByCode, type LeagueRow, listManagerIds, lockJoins, lockLeague } from './store.ts';

/**
 * Makes the user a member of the league with this code. Refuses an unknown code (404), a removed member (403), a
 * present member (409), a join after the deadline or the end (409), a user in too many leagues and a full league (409),
 * and everybody where joins are approved (409). A join that waits for the league's lock until the deadline is too late.
 */
export async function joinLeague(database: Database, userId: string, code: string): Promise<LeagueRow> {
  return atTheDoor(database, userId, code, async (tx, league) => {
    if (league.approvesJoins) {
      throw new Refusal(409, 'approval-needed', 'Somebody who runs this league lets new members in: ask to join');
    }
    await letIn(tx, league, userId);
    return requireLeague(tx, league.id, await databaseNow(tx));
  });
}

/**
 * Runs `enter` for a user who has the code of a league and can become a member of it now, in a transaction that has
 * locked the user, the league and its joins. Refuses everybody else.
 *
 * The membership is committed before the member is inserted: Citus may commit the league's machine first and the
 * coordinator last, and a crash between the two must not leave a member without a membership.
 */
async function atTheDoor<T>(
  { db, withTx, machines }: Database,
  userId: string,
  code: string,
  enter: (tx: Db, league: BareLeague) => Promise<T>,
): Promise<T> {
  const leagueId = await findLeagueIdByCode(db, code);
  if (!leagueId) throw unknownCode();
  if (machines.unreachable([leagueId]).length > 0) throw leagueUnreachable();
  await insertMembership(db, userId, leagueId);
  return againIfEntered(withTx, async (tx) => {
    const counts = await lockedCounts(tx, machines, userId);
    if (!counts) throw unauthorized();
    const league = await lockLeague(tx, leagueId);
    // The league's lock is shared, and joins must count the members one after the other.
    await lockJoins(tx, leagueId);
    // The code is read again under the league's lock: it may have been replaced while this call waited.
    if (!league || (await findLeagueIdByCode(tx, code)) !== leagueId) throw unknownCode();
    await refuseEntry(tx, league, { userId, joined: counts.joined });
    return enter(tx, league);
  });
}

/**
 * Runs `work` in a transaction, and in another one if the user became a member after it had seen none. Only on a Citus two
 * joins of one user pass each other: one whose connection to the coordinator broke at its COMMIT has lost its locks, and
 * its machine may commit it all the same.
 */
async function againIfEntered<T>(withTx: Database['withTx'], work: (tx: Db) => Promise<T>): Promise<T> {
  try {
    return await withTx(work);
  } catch (error) {
    if (sqlState(error) !== uniqueViolation) throw error;
    return withTx(work);
  }
}

/**
 * Asks to be let into the league with this code; false for a user who waits already. Refuses what `joinLeague` refuses, a
 * league that lets everybody in (409), and one in which too many wait (409).
 */
export async function askToJoin(database: Database, userId: string, code: string): Promise<boolean> {
  return atTheDoor(database, userId, code, async (tx, league) => {
    if (!league.approvesJoins) throw new Refusal(409, 'no-approval-needed', 'This league lets everybody in: join it');
    if (await hasRequest(tx, league.id, userId)) return false;
    if ((await countRequests(tx, league.id)) >= maximum.requests) {
      throw new Refusal(409, 'too-many-requests', 'Too many people wait for an answer of this league');
    }
    await insertRequest(tx, league.id, userId);
    await recordRequest(tx, league, userId);
    return true;
  });
}

/** Takes a request back. It may be gone already, and its league too. */
export async function withdrawRequest({ db, withTx, machines }: Database, userId: string, leagueId: string) {
  if (machines.unreachable([leagueId]).length > 0) throw leagueUnreachable();
  if (!(await hasRequest(db, leagueId, userId))) return;
  await withTx(async (tx) => {
    const league = await lockLeague(tx, leagueId);
    if (!league) return;
    await lockJoins(tx, leagueId);
    if (await deleteRequest(tx, leagueId, userId)) await recordRequest(tx, league, userId);
  });
}

/** The open requests of a user, the first one first, and of how many leagues it is unknown whether there is one. */
export async function listOwnRequests(database: Pick<Database, 'db' | 'machines'>, userId: string) {
  // Asking lists the membership of the league beforehand.
  const { leagueIds, leftOut } = await listReachableLeagueIdsOf(database, userId);
  return { requests: await listRequestsOf(database, leagueIds, userId), leftOut };
}

/**
 * Lets somebody in who has asked. Refuses a request that is gone (404), and what a join refuses: the league may have
 * been filled or closed since.
 */
export function approveRequest(database: Database, proof: Entitled<'approve'>, userId: string): Promise<void> {
  return approve(database, proof, userId, () => true);
}

/**
 * Lets all in who wait, once joins are not approved any more, each as an act of the member. Those who cannot become
 * members now wait on, and are answered as before. So do those whom a crash leaves behind.
 */
export async function letInWaiting(
  database: Database,
  member: Pick<Member, 'userId' | 'leagueId'>,
  log: Logger,
): Promise<void> {
  const { userId: actorId, leagueId } = member;
  const waiting = await listRequests(database.db, leagueId);
  if (waiting.length === 0) return;
  const proof = await requireRight(database.db, actorId, leagueId, 'approve');
  for (const { userId } of waiting) {
    try {
      await approve(database, proof, userId, ({ approvesJoins }) => !approvesJoins);
      log.info({ leagueId, userId: actorId, joinedId: userId }, 'request approved');
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
}

/** Approves a request in a league that is as `mayApprove` asks; any other one is treated as if nobody waited. */
async function approve(
  { withTx, machines }: Database,
  proof: Entitled<'approve'>,
  userId: string,
  mayApprove: (league: BareLeague) => boolean,
): Promise<void> {
  await againIfEntered(withTx, async (tx) => {
    const counts = await lockedCounts(tx, machines, userId);
    const { league } = await lockEntitled(tx, proof, 'share');
    if (!counts || !mayApprove(league) || !(await hasRequest(tx, league.id, userId))) throw requestNotFound();
    await refuseEntry(tx, league, { userId, joined: counts.joined, person: somebodyElse });
    await letIn(tx, league, userId);
    await logAct(tx, proof, { act: 'approved', userId });
    await recordRequest(tx, league, userId);
  });
}

/** Turns a request down. Refuses one that is gone (404). Its line in the log names nobody who is not a member. */
export async function declineRequest({ withTx }: Database, proof: Entitled<'approve'>, userId: string): Promise<void> {
  await withTx(async (tx) => {
    const { league } = await lockEntitled(tx, proof, 'share');
    if (!(await deleteRequest(tx, league.id, userId))) throw requestNotFound();
    await logAct(tx, proof, { act: 'declined' });
    await recordRequest(tx, league, userId);
  });
}

/** Notifies the person who asks and those who answer, and no other member. */
async function recordRequest(tx: Db, league: BareLeague, userId: string): Promise<void> {
  await recordUserChange(tx, userId);
  await recordRequestChanges(tx, league.id, [league.ownerId, ...(await listManagerIds(tx, league.id))]);
}

function requestNotFound(): Refusal {
  return new Refusal(404, 'request-not-found', 'Nobody waits here any more: the request was answered or taken back');
}
