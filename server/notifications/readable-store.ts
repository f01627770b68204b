import { and, count, eq, inArray, isNull, sql } from 'drizzle-orm';
import { can, roleIn } from '#shared/domain/league-role.ts';
import type { Database, Db } from '../db/connection.ts';
import { conditionsOf } from '../db/of-leagues.ts';
import { games } from '../db/tables/games.ts';
import { leagues, members } from '../db/tables/leagues.ts';
import { users } from '../db/tables/users.ts';
import type { Named } from '../leagues/store.ts';

/** A league that a user is a present member of. */
export type ReadableLeague = {
  id: string;
  name: string;
  endDate: Date | null;
  announcement: string | null;
  /** Whether the user answers requests to join. */
  mayApprove: boolean;
};

/** Those of the leagues that the user is a present member of. */
export async function listReadable(
  { db, machines }: Pick<Database, 'db' | 'machines'>,
  leagueIds: readonly string[],
  userId: string,
): Promise<ReadableLeague[]> {
  const found: ReadableLeague[] = [];
  for (const isOf of conditionsOf(leagueIds, machines.isWhole)) {
    const rows = await db
      .select({
        id: leagues.id,
        name: leagues.name,
        endDate: leagues.endDate,
        announcement: leagues.announcement,
        ownerId: leagues.ownerId,
        isManager: members.isManager,
      })
      .from(members)
      .innerJoin(leagues, and(isOf(leagues.id), eq(leagues.id, members.leagueId)))
      .where(and(isOf(members.leagueId), eq(members.userId, userId), isNull(members.removedAt)));
    found.push(
      ...rows.map(({ ownerId, isManager, ...league }) => {
        const role = roleIn({ ownerId, managers: isManager ? [{ userId }] : [] }, userId);
        return { ...league, mayApprove: can(role, 'approve') };
      }),
    );
  }
  return found;
}

export type NamedMember = Named & { leagueId: string; userId: string };

/** The names of these users in these leagues, also of members who were removed. */
export async function listNamesIn(
  { db, machines }: Pick<Database, 'db' | 'machines'>,
  leagueIds: readonly string[],
  userIds: readonly string[],
): Promise<NamedMember[]> {
  const found: NamedMember[] = [];
  if (userIds.length === 0) return found;
  for (const isOf of conditionsOf(leagueIds, machines.isWhole)) {
    const rows = await db
      .select({
        leagueId: members.leagueId,
        userId: members.userId,
        displayName: members.displayName,
        firstName: users.firstName,
        email: users.email,
      })
      .from(members)
      .innerJoin(users, eq(users.id, members.userId))
      .where(and(isOf(members.leagueId), sql`${members.userId} = any(${sql.param(userIds)}::uuid[])`));
    found.push(...rows);
  }
  return found;
}

/** The number of present members of each of these leagues. */
export async function countMembersOf(
  { db, machines }: Pick<Database, 'db' | 'machines'>,
  leagueIds: readonly string[],
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const isOf of conditionsOf(leagueIds, machines.isWhole)) {
    const rows = await db
      .select({ leagueId: members.leagueId, members: count() })
      .from(members)
      .where(and(isOf(members.leagueId), isNull(members.removedAt)))
      .groupBy(members.leagueId);
    for (const row of rows) counts.set(row.leagueId, row.members);
  }
  return counts;
}

/** The teams of these games. */
export async function listTeams(db: Db, gameIds: readonly string[]) {
  if (gameIds.length === 0) return [];
  const { id, homeAbbr, awayAbbr } = games;
  return db
    .select({ id, homeAbbr, awayAbbr })
    .from(games)
    .where(inArray(id, [...gameIds]));
}
