import { and, asc, eq, gt, gte, inArray, like, lt, not, or, sql } from 'drizzle-orm';
import { correctionHours } from '#shared/domain/limits.ts';
import type { Sport } from '#shared/domain/sport.ts';
import type { Db } from '../db/connection.ts';
import type { OfLeagues } from '../db/of-leagues.ts';
import { games } from '../db/tables/games.ts';
import { confirmingPolls } from '../games/next-state.ts';
import { isOlder, isPlayedFaster } from '../games/speed.ts';
import type { GameRow } from '../games/store.ts';
import { countLegs } from './results-store.ts';

const hourMs = 3_600_000;
/** Chosen: for how long after its start an unfinished game without open legs is polled, in the game's own time. */
const watchedMs = 48 * hourMs;
/** Chosen: the same for a simulated game that has begun. A simulation may run on a machine that sleeps for days. */
const watchedSimulatedMs = 14 * 24 * hourMs;
/** Hours after its start from which a game without a result is reported. Source: docs/operations.md. */
export const stuckFromHours = 24;
/** Chosen: for how long such a game is reported when no leg waits for it. */
const stuckUntilMs = 14 * 24 * hourMs;

const isUnconfirmed = or(
  inArray(games.status, ['scheduled', 'live', 'suspended']),
  and(inArray(games.status, ['final', 'canceled']), lt(games.equalPolls, confirmingPolls)),
);
/** The game has no result, or its last result has not been settled everywhere. True for every game with open legs. */
const isUnsettled = or(eq(games.resultRev, 0), gt(games.resultRev, games.settledRev));

/** A game id begins with its feed; one feed is never polled for the games of another. */
const isOfFeed = (feed: string, sport: Sport) => and(eq(games.sport, sport), like(games.id, `${feed}:%`));

/**
 * The starts of games that must be polled, latest first: the games of one sport and feed that should have begun and
 * have no confirmed result. Games with open legs in these leagues are polled however old they are, all others for `watchedMs`. A start
 * that a poll has proposed is included, so that the next poll can confirm it or take it back.
 *
 * A simulated game that has begun is polled for longer: the simulation always knows its end, a real feed may never give
 * it.
 */
export async function listUnfinishedStarts(
  db: Db,
  feed: string,
  sport: Sport,
  now: Date,
  these: OfLeagues,
): Promise<Date[]> {
  const isDue = lt(games.startsAt, now);
  const isRecent = not(isOlder(games.id, games.startsAt, now, watchedMs));
  const simulatedFrom = new Date(now.getTime() - watchedSimulatedMs);
  const hasBegun = and(inArray(games.status, ['live', 'suspended']), gte(games.startsAt, simulatedFrom));
  const isWatched = and(
    isUnconfirmed,
    or(isRecent, and(isPlayedFaster(games.id), hasBegun)),
    or(isDue, eq(games.status, 'live')),
  );
  const isProposed = gt(games.proposedPolls, 0);
  // Two queries instead of `exists`: Citus cannot run a subquery on the leagues' shards for each game.
  const rows = await db
    .select({
      id: games.id,
      startsAt: games.startsAt,
      // A proposed start that can never be accepted is not polled: its day may be years away.
      proposedStart: sql`case when ${isProposed} then ${games.proposedStart} end`.mapWith(games.proposedStart),
      isWatched: sql<boolean>`${or(isWatched, isProposed)}`,
    })
    .from(games)
    .where(and(isOfFeed(feed, sport), or(isWatched, isProposed, and(isDue, isUnsettled))));
  const others = rows.filter((row) => !row.isWatched);
  const withOpenLegs = await countLegs(db, idsOf(others), these, 'open');
  const found = rows.filter((row) => row.isWatched || withOpenLegs.has(row.id));
  const proposed = found.flatMap(({ proposedStart }) => (proposedStart ? [{ startsAt: proposedStart }] : []));
  return latestFirst([...found, ...proposed]);
}

/**
 * The starts of games with legs in these leagues whose result the feed may still correct, latest first, without the
 * games in `seen`.
 */
export async function listCorrectableStarts(
  db: Db,
  feed: string,
  sport: Sport,
  now: Date,
  seen: readonly string[],
  these: OfLeagues,
): Promise<Date[]> {
  const rows = await db
    .select({ id: games.id, startsAt: games.startsAt })
    .from(games)
    .where(
      and(
        isOfFeed(feed, sport),
        inArray(games.status, ['final', 'canceled']),
        not(isOlder(games.id, games.changedAt, now, correctionHours * hourMs)),
        sql`not (${games.id} = any (${sql.param(seen)}::text[]))`,
      ),
    );
  const withLegs = await countLegs(db, idsOf(rows), these);
  return latestFirst(rows.filter((row) => withLegs.has(row.id)));
}

function idsOf(rows: readonly { id: string }[]): string[] {
  return rows.map((row) => row.id);
}

function latestFirst(rows: readonly { startsAt: Date }[]): Date[] {
  return rows.map((row) => row.startsAt).sort((one, other) => other.getTime() - one.getTime());
}

/**
 * Games without a confirmed result `stuckFromHours` after their start, oldest first, with the number of open legs in
 * these leagues. Games with open legs are listed however old they are, all others for `stuckUntilMs`. Both limits are in
 * the game's own time.
 */
export async function listStuck(db: Db, now: Date, these: OfLeagues): Promise<{ game: GameRow; openLegs: number }[]> {
  const rows = await db
    .select({ game: games, isRecent: sql<boolean>`${not(isOlder(games.id, games.startsAt, now, stuckUntilMs))}` })
    .from(games)
    .where(and(isUnconfirmed, eq(games.resultRev, 0), isOlder(games.id, games.startsAt, now, stuckFromHours * hourMs)))
    .orderBy(asc(games.startsAt), asc(games.id));
  const gameIds = rows.map(({ game }) => game.id);
  const counts = await countLegs(db, gameIds, these, 'open');
  return rows.flatMap(({ game, isRecent }) => {
    const openLegs = counts.get(game.id) ?? 0;
    return isRecent || openLegs > 0 ? [{ game, openLegs }] : [];
  });
}
