import type { ReplyInput } from '#shared/api/endpoint.ts';
import type { searchPeople } from '#shared/api/oversight.ts';
import { roleIn } from '#shared/domain/league-role.ts';
import { rowName } from '#shared/domain/naming.ts';
import { appendAuditLines } from '../audit/store.ts';
import { databaseNow } from '../db/clock.ts';
import type { Database } from '../db/connection.ts';
import { listMembershipFacts, type MembershipFacts } from '../leagues/facts-store.ts';
import { listReachableLeagueIdsOf } from '../leagues/memberships-store.ts';
import { presentFairPlay } from '../leagues/present-fair-play.ts';
import { hasEnded, stateOf } from '../leagues/state.ts';
import { countMembers, findLeague, findNamedMember, type LeagueRow } from '../leagues/store.ts';
import type { Admin } from '../users/access.ts';
import type { Wanted } from '../users/service.ts';
import { findUser, findUserByEmail, type UserRow } from '../users/store.ts';

/** Chosen: a screen that is still read; `leaguesInAll` says how many there are. */
const mostLeagues = 50;

/** The number of sessions of a user that have not ended. */
type CountSessions = (userId: string) => Promise<number>;

type Found = ReplyInput<typeof searchPeople>;

/**
 * The account and the league with this id, or the account with this whole address; null for what does not exist. Who was
 * shown what goes into the audit log. What an admin sees of people, and why: docs/decisions/what-admins-see.md.
 */
export async function search(
  database: Database,
  countSessions: CountSessions,
  admin: Admin,
  wanted: Wanted,
): Promise<Found> {
  const { db, machines } = database;
  const now = await databaseNow(db);
  const user = await ('id' in wanted ? findUser(db, wanted.id) : findUserByEmail(db, wanted.email));
  const isReachable = !('id' in wanted) || machines.reachable([wanted.id]).length > 0;
  const league = 'id' in wanted && isReachable ? await findLeague(db, wanted.id, now) : null;
  const shown = {
    user: user && (await presentUserFacts(database, countSessions, user, now)),
    league: league && (await presentLeagueFacts(database, league, now)),
    isWhole: isReachable,
  };
  await appendAuditLines(db, [
    ...(user
      ? [{ actorId: admin.userId, action: 'user-shown', leagueId: null, detail: { userId: user.id } } as const]
      : []),
    ...(league ? [{ actorId: admin.userId, action: 'league-shown', leagueId: league.id, detail: {} } as const] : []),
  ]);
  return shown;
}

async function presentUserFacts(
  database: Database,
  countSessions: CountSessions,
  user: UserRow,
  now: Date,
): Promise<NonNullable<Found['user']>> {
  const { id, email, firstName, lastName, username, isAdmin, createdAt } = user;
  const { leagueIds, leftOut } = await listReachableLeagueIdsOf(database, id);
  const leagues = await listMembershipFacts(database, leagueIds, id, mostLeagues);
  return {
    id,
    email,
    firstName,
    lastName,
    username,
    isAdmin,
    createdAt: createdAt.toISOString(),
    sessions: await countSessions(id),
    leagues: leagues.map((league) => presentMembership(league, id, now)),
    leaguesInAll: leagueIds.length + leftOut,
    leaguesLeftOut: leftOut,
  };
}

function presentMembership(league: MembershipFacts, userId: string, now: Date) {
  const { id, name, ownerId, isManager, joinedAt, removedAt, finalizedAt } = league;
  return {
    id,
    name,
    role: removedAt ? 'removed' : roleIn({ ownerId, managers: isManager ? [{ userId }] : [] }, userId),
    state: finalizedAt ? 'final' : hasEnded(league, now) ? 'ended' : 'open',
    joinedAt: joinedAt.toISOString(),
  } as const;
}

async function presentLeagueFacts(
  { db }: Pick<Database, 'db'>,
  league: LeagueRow,
  now: Date,
): Promise<NonNullable<Found['league']>> {
  const owner = await findNamedMember(db, league.id, league.ownerId);
  return {
    id: league.id,
    name: league.name,
    owner: {
      id: league.ownerId,
      name: owner ? rowName({ ...owner.user, displayName: owner.memberName }) : 'Former member',
    },
    members: await countMembers(db, league.id),
    state: stateOf(league, now),
    createdAt: league.createdAt.toISOString(),
    joinDeadline: league.joinDeadline?.toISOString() ?? null,
    endDate: league.endDate?.toISOString() ?? null,
    finalizedAt: league.finalizedAt?.toISOString() ?? null,
    season: league.season,
    allowedSports: league.allowedSports,
    reveal: league.reveal,
    fairPlay: presentFairPlay(league),
  };
}
