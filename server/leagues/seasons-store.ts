import { and, eq, sql } from 'drizzle-orm';
import type { Database, Db } from '../db/connection.ts';
import { lockNamed } from '../db/named-locks.ts';
import { conditionsOf, isOnly, type OfLeagues } from '../db/of-leagues.ts';
import { joinCodes, leagues, members } from '../db/tables/leagues.ts';
import type { LeagueRow } from './store.ts';

/** A league that is the next season of another one, as a user sees it. */
export type Season = {
  id: string;
  name: string;
  joinCode: string;
  isMember: boolean;
  /** Whether the user was removed from it. */
  isRemoved: boolean;
} & Pick<LeagueRow, 'joinDeadline' | 'endDate' | 'finalizedAt'>;

/**
 * Locks the claim and the creation of a league's next season until the transaction ends. The league and its next season
 * may lie on two machines, so that no row lock covers both.
 */
export async function lockNextSeason(tx: Db, leagueId: string): Promise<void> {
  await lockNextSeasons(tx, [leagueId]);
}

export async function lockNextSeasons(tx: Db, leagueIds: readonly string[]): Promise<void> {
  await lockNamed(tx, 'next season', leagueIds);
}

/** The id that the league's row names as its next season; null without one, and for a deleted league. */
export async function findNextId(db: Db, leagueId: string): Promise<string | null> {
  const [row] = await db.select({ nextId: leagues.nextId }).from(leagues).where(eq(leagues.id, leagueId));
  return row?.nextId ?? null;
}

/** Names `nextId` as the next season of a league. The caller has locked the next season. */
export async function claimNextSeason(tx: Db, leagueId: string, nextId: string, at: Date): Promise<void> {
  await tx.update(leagues).set({ nextId, nextAt: at }).where(eq(leagues.id, leagueId));
}

/** Takes back that a league names `nextId` as its next season; nothing if it is deleted, or names another one. */
export async function unclaimNextSeason(tx: Db, leagueId: string, nextId: string): Promise<void> {
  await tx
    .update(leagues)
    .set({ nextId: null, nextAt: null })
    .where(and(eq(leagues.id, leagueId), eq(leagues.nextId, nextId)));
}

/** A league as a next season that this user sees; null if it does not exist. */
export async function findSeason(db: Db, leagueId: string, userId: string): Promise<Season | null> {
  const [season] = await seasonsIn(db, isOnly(leagueId), userId);
  return season ?? null;
}

/** Those of these leagues that exist and can be reached, as next seasons that this user sees, by id. */
export async function listSeasons(
  { db, machines }: Pick<Database, 'db' | 'machines'>,
  leagueIds: readonly string[],
  userId: string,
): Promise<Map<string, Season>> {
  const found: Season[] = [];
  const reachable = machines.reachable([...new Set(leagueIds)]);
  for (const isOf of conditionsOf(reachable, machines.isWhole)) found.push(...(await seasonsIn(db, isOf, userId)));
  return new Map(found.map((season) => [season.id, season]));
}

function seasonsIn(db: Db, isOf: OfLeagues, userId: string): Promise<Season[]> {
  const isUsers = and(isOf(members.leagueId), eq(members.leagueId, leagues.id), eq(members.userId, userId));
  return db
    .select({
      id: leagues.id,
      name: leagues.name,
      joinCode: joinCodes.code,
      isMember: sql<boolean>`${members.userId} is not null and ${members.removedAt} is null`,
      isRemoved: sql<boolean>`${members.removedAt} is not null`,
      joinDeadline: leagues.joinDeadline,
      endDate: leagues.endDate,
      finalizedAt: leagues.finalizedAt,
    })
    .from(leagues)
    .innerJoin(joinCodes, eq(joinCodes.leagueId, leagues.id))
    .leftJoin(members, isUsers)
    .where(isOf(leagues.id));
}
