import { and, desc, eq } from 'drizzle-orm';
import type { Database, Db } from '../db/connection.ts';
import { conditionsOf, type OfLeagues } from '../db/of-leagues.ts';
import { leagues, members } from '../db/tables/leagues.ts';

type Reaching = Pick<Database, 'db' | 'machines'>;

/** A league that a user is or was a member of, without any money. */
export type MembershipFacts = Awaited<ReturnType<typeof membershipFactsIn>>[number];

/** Up to `most` of these leagues that a user is or was a member of, the last joined first. */
export async function listMembershipFacts(
  { db, machines }: Reaching,
  leagueIds: readonly string[],
  userId: string,
  most: number,
): Promise<MembershipFacts[]> {
  const found: MembershipFacts[] = [];
  for (const isOf of conditionsOf(leagueIds, machines.isWhole)) {
    found.push(...(await membershipFactsIn(db, isOf, userId, most)));
  }
  return found.sort((one, other) => other.joinedAt.getTime() - one.joinedAt.getTime()).slice(0, most);
}

async function membershipFactsIn(db: Db, isOf: OfLeagues, userId: string, most: number) {
  return db
    .select({
      id: leagues.id,
      name: leagues.name,
      ownerId: leagues.ownerId,
      isManager: members.isManager,
      endDate: leagues.endDate,
      finalizedAt: leagues.finalizedAt,
      joinedAt: members.joinedAt,
      removedAt: members.removedAt,
    })
    .from(members)
    .innerJoin(leagues, and(isOf(leagues.id), eq(leagues.id, members.leagueId)))
    .where(and(isOf(members.leagueId), eq(members.userId, userId)))
    .orderBy(desc(members.joinedAt), desc(leagues.id))
    .limit(most);
}

/** The names of those of these leagues that exist and can be reached, by id. */
export async function listLeagueNames(
  { db, machines }: Reaching,
  leagueIds: readonly string[],
): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const isOf of conditionsOf(machines.reachable([...new Set(leagueIds)]), machines.isWhole)) {
    const rows = await db.select({ id: leagues.id, name: leagues.name }).from(leagues).where(isOf(leagues.id));
    for (const { id, name } of rows) names.set(id, name);
  }
  return names;
}
