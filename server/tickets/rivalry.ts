import type { ReplyInput } from '#shared/api/endpoint.ts';
import { leagueTopic } from '#shared/api/events.ts';
import type { memberRivalry } from '#shared/api/shelf.ts';
import { type Rivalry, rivalryOf, sumRivalries } from '#shared/domain/rivalry.ts';
import type { Database, Db } from '../db/connection.ts';
import { createCache } from '../events/cache.ts';
import type { Changes } from '../events/changes.ts';
import { memberNotFound, requireSharedLeagues, type SharedLeagues } from '../leagues/shared-leagues.ts';
import { listOpposed, listRivalWeeks } from './rivalry-store.ts';

/** The leagues of the viewer and another user, as `requireSharedLeagues` proves. Refuses (404) the viewer's own id. */
export async function requireRival(
  database: Database,
  viewerId: string,
  asked: { userId: string; groupId?: string | undefined },
): Promise<SharedLeagues> {
  if (asked.userId === viewerId) throw memberNotFound();
  return requireSharedLeagues(database, viewerId, asked);
}

/** Chosen: so many pairs of members in a league, some 100 bytes each. */
const mostPairs = 50_000;

export type RivalryCache = {
  /** The viewer against the user, by settled tickets alone, which every member of a league sees. */
  read(shared: SharedLeagues): Promise<ReplyInput<typeof memberRivalry>>;
};

/**
 * Caches for each league what two members are against each other: two members with 20,000 tickets each take the database
 * some hundred milliseconds. A change of the league drops it (events/cache.ts). The caller has proved that the viewer may
 * read it.
 */
export function createRivalryCache({ db, changes }: { db: Db; changes: Changes }): RivalryCache {
  const cached = createCache<Rivalry>(changes, { most: mostPairs });
  return {
    read: async ({ viewerId, userId, leagues }) => {
      await changes.refresh(0);
      const rivalries: Rivalry[] = [];
      for (const { id } of leagues) {
        const load = () => readRivalry(db, id, viewerId, userId);
        rivalries.push(await cached.read(`${id} ${viewerId} ${userId}`, leagueTopic(id), load));
      }
      const { weeks, sides } = sumRivalries(rivalries);
      return {
        weeks: { own: weeks.viewer, others: weeks.other, even: weeks.even },
        sides: { own: sides.viewer, others: sides.other },
      };
    },
  };
}

async function readRivalry(db: Db, leagueId: string, viewerId: string, userId: string): Promise<Rivalry> {
  const weeks = await listRivalWeeks(db, leagueId, viewerId, userId);
  return rivalryOf(weeks, await listOpposed(db, leagueId, viewerId, userId));
}
