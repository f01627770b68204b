import { and, asc, eq } from 'drizzle-orm';
import { presetNow } from '../db/clock.ts';
import type { Database, Db } from '../db/connection.ts';
import { conditionsOf } from '../db/of-leagues.ts';
import { leagues } from '../db/tables/leagues.ts';
import { joinRequests } from '../db/tables/requests.ts';
import { users } from '../db/tables/users.ts';

const isRequest = (leagueId: string, userId: string) =>
  and(eq(joinRequests.leagueId, leagueId), eq(joinRequests.userId, userId));

export async function hasRequest(db: Db, leagueId: string, userId: string): Promise<boolean> {
  return (await db.$count(joinRequests, isRequest(leagueId, userId))) > 0;
}

export async function countRequests(db: Db, leagueId: string): Promise<number> {
  return db.$count(joinRequests, eq(joinRequests.leagueId, leagueId));
}

export async function insertRequest(tx: Db, leagueId: string, userId: string): Promise<void> {
  await tx.insert(joinRequests).values({ leagueId, userId, at: presetNow(tx) ?? undefined });
}

/** Deletes a request; false if there is none. */
export async function deleteRequest(tx: Db, leagueId: string, userId: string): Promise<boolean> {
  const deleted = await tx
    .delete(joinRequests)
    .where(isRequest(leagueId, userId))
    .returning({ userId: joinRequests.userId });
  return deleted.length > 0;
}

/** Those who wait to be let into a league, with the parts of their names, the first one first. */
export async function listRequests(db: Db, leagueId: string) {
  return db
    .select({
      userId: joinRequests.userId,
      at: joinRequests.at,
      username: users.username,
      firstName: users.firstName,
      lastName: users.lastName,
    })
    .from(joinRequests)
    .innerJoin(users, eq(users.id, joinRequests.userId))
    .where(eq(joinRequests.leagueId, leagueId))
    .orderBy(asc(joinRequests.at), asc(joinRequests.userId));
}

/** The requests of a user among those to join these leagues, the first one first. */
export async function listRequestsOf(
  { db, machines }: Pick<Database, 'db' | 'machines'>,
  leagueIds: readonly string[],
  userId: string,
): Promise<{ leagueId: string; name: string; at: Date }[]> {
  const found: { leagueId: string; name: string; at: Date }[] = [];
  for (const isOf of conditionsOf(leagueIds, machines.isWhole)) {
    const rows = await db
      .select({ leagueId: joinRequests.leagueId, name: leagues.name, at: joinRequests.at })
      .from(joinRequests)
      .innerJoin(leagues, and(isOf(leagues.id), eq(leagues.id, joinRequests.leagueId)))
      .where(and(isOf(joinRequests.leagueId), eq(joinRequests.userId, userId)));
    found.push(...rows);
  }
  return found.sort(
    (one, other) => one.at.getTime() - other.at.getTime() || one.leagueId.localeCompare(other.leagueId),
  );
}
