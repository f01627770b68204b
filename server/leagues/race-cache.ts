import type { ReplyInput } from '#shared/api/endpoint.ts';
import { leagueTopic } from '#shared/api/events.ts';
import type { leagueHistory } from '#shared/api/race.ts';
import { cents, toWire } from '#shared/domain/money.ts';
import { rowName } from '#shared/domain/naming.ts';
import { raceMoments } from '#shared/domain/race.ts';
import { databaseNow } from '../db/clock.ts';
import type { Database, Db } from '../db/connection.ts';
import { createCache } from '../events/cache.ts';
import type { Changes } from '../events/changes.ts';
import { leagueNotFound, type Member } from './access.ts';
import { listLines } from './race-store.ts';
import { readStandings } from './standings.ts';
import type { Standing } from './standings-store.ts';
import { findWeeksOfLeague } from './weeks-store.ts';

type WireRace = ReplyInput<typeof leagueHistory>;

/** Chosen: of so many members every line is shown; more could not be told apart. */
const mostShown = 20;
/** The lines of a larger league, besides the caller's own. */
const topShown = 10;

/** Chosen: the points and rows of standings that a process caches, about 100 bytes each, and the least of a league. */
const maxSize = 500_000;
const leastSize = 100;

/** The part of a race that is the same for all members of the league. */
type Shared = { lines: WireRace['lines']; moments: Date[]; standings: Standing[] };

export type RaceCache = {
  /** The race of the member's league as the member sees it. */
  read(member: Member): Promise<WireRace>;
};

/**
 * Caches the lines that all members of a league see. A change of the league drops them (events/cache.ts): a settlement,
 * a gift, a name, a member. Nothing in them depends on the viewer or on open tickets. The line of a member below those
 * shown to all is read at each request: if a bet is settled meanwhile, it may end at a balance that its rank does not
 * know yet.
 */
export function createRaceCache({ database, changes }: { database: Database; changes: Changes }): RaceCache {
  const { db, withTx } = database;
  const cached = createCache<Shared>(changes, {
    most: maxSize,
    sizeOf: ({ lines, standings }) =>
      Math.max(leastSize, standings.length + lines.reduce((sum, { points }) => sum + points.length, 0)),
  });

  return {
    read: async ({ leagueId, userId }) => {
      await changes.refresh(0);
      const { lines, moments, standings } = await cached.read(leagueId, leagueTopic(leagueId), () =>
        withTx((tx) => readShared(tx, leagueId), { isSnapshot: true }),
      );
      const isShown = lines.some((line) => line.userId === userId);
      const own = isShown ? undefined : standings.find((standing) => standing.userId === userId);
      return {
        lines: own ? [...lines, ...(await linesOf(db, leagueId, [own], moments))] : lines,
        members: standings.length,
      };
    },
  };
}

async function readShared(db: Db, leagueId: string): Promise<Shared> {
  const league = await findWeeksOfLeague(db, leagueId);
  if (!league) throw leagueNotFound();
  const moments = raceMoments(league.createdAt, league.finalizedAt ?? (await databaseNow(db)));
  const { rows: standings } = await readStandings(db, leagueId);
  const shown = standings.length > mostShown ? standings.slice(0, topShown) : standings;
  return { lines: await linesOf(db, leagueId, shown, moments), moments, standings };
}

async function linesOf(
  db: Db,
  leagueId: string,
  shown: readonly Standing[],
  moments: readonly Date[],
): Promise<WireRace['lines']> {
  const ids = shown.map(({ userId }) => userId);
  const rowOf = new Map((await listLines(db, leagueId, ids, moments)).map((row) => [row.userId, row]));
  return shown.flatMap((standing) => {
    const row = rowOf.get(standing.userId);
    if (!row) return [];
    return [
      {
        userId: standing.userId,
        name: rowName(standing),
        rank: standing.rank,
        points: row.points.map(({ at, balance }) => ({
          at: new Date(at).toISOString(),
          balance: toWire(cents(balance)),
        })),
        highest: toWire(cents(row.highest)),
        lowest: toWire(cents(row.lowest)),
      },
    ];
  });
}
