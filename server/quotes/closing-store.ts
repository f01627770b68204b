import { and, desc, eq, gte, inArray, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { limitsOf, pullDays } from '#shared/domain/limits.ts';
import { type Closing, type Origin, oldMs } from '#shared/domain/luck.ts';
import { flatQuote, type Quote, quoteOf } from '#shared/domain/market.ts';
import { markets } from '#shared/domain/side.ts';
import { sports } from '#shared/domain/sport.ts';
import type { Db } from '../db/connection.ts';
import { games } from '../db/tables/games.ts';
import { pulls } from '../db/tables/pulls.ts';
import { closingQuotes, quoteHistory } from '../db/tables/quotes.ts';
import { quotedBy } from './store.ts';

const dayMs = 24 * 3_600_000;

/**
 * The lock of a game: its start, or the first poll that showed it as started if that was earlier or the start is only a
 * placeholder.
 */
const lockedAt = sql`case when ${games.startKnown}
  then least(${games.startsAt}, ${games.startedAt})
  else coalesce(${games.startedAt}, ${games.startsAt}) end`.mapWith(games.startsAt); // least() ignores nulls

/**
 * The last answered pull of this kind before the lock, at most three hours before it: older odds are no closing odds.
 * Null without one.
 */
function heardAt(isOfKind: SQL) {
  return sql<Date | null>`(
    select max(${pulls.at}) from ${pulls}
    where ${pulls.sport} = ${games.sport} and ${isOfKind} and ${pulls.failure} is null
      and ${pulls.at} <= ${lockedAt} and ${pulls.at} > ${lockedAt} - interval '3 hours'
  )`.mapWith(pulls.at);
}

/**
 * Games that have begun and have no closing quote, the latest start first; at most `most` that start from `from` on. The
 * sports are named because the index of games by their start begins with the sport. Closing quotes are looked up one by
 * one, by the limit: a plain join reads all that there are.
 */
function listUnclosed(db: Db, from: Date, most: number) {
  const hasBegun = or(isNotNull(games.startedAt), gte(games.resultRev, 1));
  const isOfGame = eq(closingQuotes.gameId, games.id);
  const closing = db
    .select({ gameId: closingQuotes.gameId })
    .from(closingQuotes)
    .where(isOfGame)
    .limit(1)
    .as('closing');
  return db
    .select({
      id: games.id,
      sport: games.sport,
      homeTeamId: games.homeTeamId,
      awayTeamId: games.awayTeamId,
      lockedAt,
      /** How long ago that was, in milliseconds. */
      ago: sql<number>`(extract(epoch from now() - ${lockedAt}) * 1000)::float8`,
      slateAt: heardAt(sql`${pulls.what} = 'slate' and ${pulls.feed} = split_part(${games.id}, ':', 1)`),
      extraAt: heardAt(sql`${pulls.what} = 'odds'`),
    })
    .from(games)
    .leftJoinLateral(closing, sql`true`)
    .where(and(inArray(games.sport, [...sports]), gte(games.startsAt, from), hasBegun, isNull(closing.gameId)))
    .orderBy(desc(games.startsAt), desc(games.id))
    .limit(most);
}

/** The last line of the history of each source of each game, up to the game's lock. */
function listLastQuotes(db: Db, gameIds: readonly string[]) {
  return db
    .selectDistinctOn([quoteHistory.gameId, quoteHistory.source], { row: quoteHistory })
    .from(quoteHistory)
    .innerJoin(games, eq(games.id, quoteHistory.gameId))
    .where(and(inArray(quoteHistory.gameId, [...gameIds]), lte(quoteHistory.at, lockedAt)))
    .orderBy(quoteHistory.gameId, quoteHistory.source, desc(quoteHistory.at), desc(quoteHistory.id));
}

/**
 * Stores the closing quotes of up to `most` games that have begun and have none, from the history at their lock. Another
 * worker may do the same at once: the first row stays. Returns the number of games that were looked at.
 */
export async function insertClosingQuotes(db: Db, from: Date, most: number): Promise<number> {
  const unclosed = await listUnclosed(db, from, most);
  if (unclosed.length === 0) return 0;
  const ids = unclosed.map(({ id }) => id);
  const last = new Map((await listLastQuotes(db, ids)).map(({ row }) => [`${row.gameId} ${row.source}`, row]));
  const rows = unclosed.map((game) => {
    const of = (source: 'feed' | 'extra' | 'manual') => {
      const row = last.get(`${game.id} ${source}`);
      return row && !row.isCleared ? row : null;
    };
    const [feed, extra, manual] = [of('feed'), of('extra'), of('manual')];
    const { quote, source, main } = quotedBy(game.sport, { feed, extra, manual });
    const origins = {
      manual: manual && { source: 'manual' as const, heardAt: manual.at.getTime() },
      feed: feed && { source: 'feed' as const, heardAt: lastHeard(game, feed.at, game.slateAt) },
      extra: extra && { source: 'extra' as const, heardAt: lastHeard(game, extra.at, game.extraAt) },
    };
    const originOf = (part: Quote[keyof Quote], ofMain: Quote[keyof Quote]): Origin | null =>
      origins[source === 'manual' ? 'manual' : part === ofMain ? 'feed' : 'extra'];
    return {
      gameId: game.id,
      homeTeamId: game.homeTeamId,
      awayTeamId: game.awayTeamId,
      lockedAt: game.lockedAt,
      ...flatQuote(quote),
      origins: Object.fromEntries(
        markets.flatMap((market) => {
          const part = quote?.[market] ?? null;
          const origin = part && originOf(part, main?.[market] ?? null);
          return origin ? [[market, origin]] : [];
        }),
      ),
    };
  });
  await db.insert(closingQuotes).values(rows).onConflictDoNothing();
  return rows.length;
}

/**
 * When a feed last had the quote that it changed at `changedAt`, in milliseconds since 1970. Null if nobody knows: no pull
 * is stored of the three hours before the lock, and those of that time may be deleted by now.
 */
function lastHeard({ id, ago }: { id: string; ago: number }, changedAt: Date, pulledAt: Date | null): number | null {
  if (!pulledAt && ago + oldMs > limitsOf(id).scaled(pullDays * dayMs)) return null;
  return Math.max(changedAt.getTime(), pulledAt?.getTime() ?? 0);
}

/**
 * The closing quotes of these games by their ids; a game that has none yet is left out. They are looked up one by one, by
 * the limit: a condition on all ids at once reads the whole table for a few hundred games.
 */
export async function findClosings(db: Db, gameIds: readonly string[]): Promise<Map<string, Closing>> {
  const isWanted = eq(closingQuotes.gameId, sql`wanted.id`);
  const closing = db.select().from(closingQuotes).where(isWanted).limit(1).as('closing');
  const rows = await db
    .select(closing._.selectedFields)
    .from(sql`unnest(${sql.param(gameIds)}::text[]) as wanted(id)`)
    .innerJoinLateral(closing, sql`true`);
  return new Map(
    rows.map(({ gameId, homeTeamId, awayTeamId, lockedAt, origins, ...flat }) => [
      gameId,
      { homeTeamId, awayTeamId, lockedAt: lockedAt.getTime(), quote: quoteOf(flat), origins },
    ]),
  );
}
