import type { Database } from '../db/connection.ts';
import { leagueUnreachable, Refusal } from '../lib/refusal.ts';
import { requireMember } from './access.ts';
import { listLeagueIdsOf } from './memberships-store.ts';
import { listSharedLeagues, type SharedLeague } from './shared-leagues-store.ts';

declare const proven: unique symbol;

/**
 * The leagues whose frozen facts about a user the viewer may read, the latest first. Only this file makes it.
 *
 * leftOut  how many more there may be on lost machines.
 */
export type SharedLeagues = {
  viewerId: string;
  userId: string;
  leagues: readonly SharedLeague[];
  leftOut: number;
  readonly [proven]: true;
};

/**
 * Proves that the viewer shares a league with the user now, or refuses: the league of `groupId`, or any. It refuses with
 * 404, and with 503 if that depends on leagues of lost machines: those prove nothing. With a proof also
 * the leagues count which the user has left: what is settled and frozen in a league is there for all its members.
 * With `groupId` only the seasons of its series count.
 */
export async function requireSharedLeagues(
  database: Database,
  viewerId: string,
  { userId, groupId }: { userId: string; groupId?: string | undefined },
): Promise<SharedLeagues> {
  if (groupId !== undefined) await requireMember(database.db, viewerId, groupId);
  const listed = await listLeagueIdsOf(database.db, viewerId);
  const ofUser = new Set(userId === viewerId ? listed : await listLeagueIdsOf(database.db, userId));
  const common = listed.filter((id) => ofUser.has(id));
  const reachable = database.machines.reachable(common);
  const leftOut = common.length - reachable.length;
  const shared = await listSharedLeagues(database, reachable, viewerId, userId);
  const asked = shared.find(({ id }) => id === groupId);
  const isShared = groupId === undefined ? shared.some(({ isPresent }) => isPresent) : asked?.isPresent;
  if (!isShared && !(userId === viewerId && groupId === undefined)) {
    const isUnknown = groupId === undefined ? leftOut > 0 : database.machines.unreachable([groupId]).length > 0;
    throw isUnknown ? leagueUnreachable() : memberNotFound();
  }
  const leagues = asked ? shared.filter(({ seriesId }) => seriesId === asked.seriesId) : shared;
  const proof: Omit<SharedLeagues, typeof proven> = { viewerId, userId, leagues, leftOut };
  return proof as SharedLeagues;
}

export function memberNotFound(): Refusal {
  return new Refusal(404, 'member-not-found', 'Member not found');
}
