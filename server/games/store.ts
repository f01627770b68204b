import {
  and,
  asc,
  eq,
  getTableColumns,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import { mapFields } from '#shared/domain/market.ts';
import type { Sport } from '#shared/domain/sport.ts';
import { presetNow } from '../db/clock.ts';
import type { Db } from '../db/connection.ts';
import { forEachCount, prepared } from '../db/prepared.ts';
import { games, weeks } from '../db/tables/games.ts';
import { feedOdds, quotes } from '../db/tables/quotes.ts';
import { excluded } from '../db/upsert.ts';
import { extraQuotes, feedQuotes, manualQuotes, type QuotedBy, quotedBy } from '../quotes/store.ts';
import { lockGamesExclusive, lockGamesShared } from './locks.ts';

export type GameRow = typeof games.$inferSelect;
/**
 * A game with the quote in force. `oddsCloseAt` is the instant at which that quote closes unless a later slate of its
 * feed comes; null for a manual quote. `setById` is the admin who set it; null for a quote of the feed.
 */
export type QuotedGame = { game: GameRow; oddsCloseAt: Date | null; setById: string | null } & QuotedBy;
function selectGames(db: Db) {
  return db
    .select({
      game: games,
      feed: feedQuotes,
      manual: manualQuotes,
      extra: extraQuotes,
      closeAt: feedOdds.closeAt,
    })
    .from(games)
    .leftJoin(feedQuotes, and(eq(feedQuotes.gameId, games.id), eq(feedQuotes.source, 'feed')))
    .leftJoin(manualQuotes, and(eq(manualQuotes.gameId, games.id), eq(manualQuotes.source, 'manual')))
    .leftJoin(extraQuotes, and(eq(extraQuotes.gameId, games.id), eq(extraQuotes.source, 'extra')))
    .leftJoin(feedOdds, isOfItsFeed)
    .$dynamic();
}

const isOfItsFeed = and(eq(feedOdds.sport, games.sport), eq(feedOdds.feed, sql`split_part(${games.id}, ':', 1)`));

type SelectedGame = Awaited<ReturnType<typeof selectGames>>[number];

function quotedGame({ game, closeAt, ...rows }: SelectedGame): QuotedGame {
  const quoted = quotedBy(game.sport, rows);
  return {
    game,
    ...quoted,
    oddsCloseAt: quoted.source === 'feed' ? closeAt : null,
    setById: quoted.source === 'manual' ? (rows.manual?.setById ?? null) : null,
  };
}

/** Chosen: twice the games of the fullest week of college football. A compressed calendar plays a season in hours. */
const maxListed = 400;

/** The first `maxListed` games by their start, with the quote in force. */
async function listGames(db: Db, where: SQL | undefined): Promise<QuotedGame[]> {
  const rows = await selectGames(db).where(where).orderBy(asc(games.startsAt), asc(games.id)).limit(maxListed);
  return rows.map(quotedGame);
}

/** The games of one week; `seasonType` tells weeks of the same number apart. */
export function listWeek(
  db: Db,
  sport: Sport,
  week: number,
  season: number,
  seasonType: GameRow['seasonType'],
): Promise<QuotedGame[]> {
  const type = seasonType === null ? isNull(games.seasonType) : eq(games.seasonType, seasonType);
  return listGames(db, and(eq(games.sport, sport), eq(games.season, season), eq(games.week, week), type));
}

/** Every week that has a game of the sport. */
export async function listWeeks(db: Db, sport: Sport): Promise<{ week: number; season: number }[]> {
  const rows = await db
    .selectDistinct({ season: games.season, week: games.week })
    .from(games)
    .where(and(eq(games.sport, sport), isNotNull(games.week)));
  return rows.flatMap(({ season, week }) => (week === null ? [] : { season, week }));
}

/** The games that start in a span of time, and those still being played. */
export function listSpan(db: Db, sport: Sport, from: Date, to: Date): Promise<QuotedGame[]> {
  const inSpan = and(gte(games.startsAt, from), lt(games.startsAt, to));
  return listGames(db, and(eq(games.sport, sport), or(inSpan, and(eq(games.status, 'live'), lt(games.startsAt, to)))));
}

/**
 * Locks the games with these ids against writes until the transaction ends, then reads them with their quotes in force.
 * The read is a statement of its own: a statement that waits for a lock returns the rows from before its wait.
 */
export async function lockQuotedGames(tx: Db, ids: readonly string[]): Promise<QuotedGame[]> {
  await lockGamesShared(tx, ids);
  return listQuotedGames(tx, ids);
}

/** The games with these ids and the quotes in force, in the order of their ids. */
export async function listQuotedGames(db: Db, ids: readonly string[]): Promise<QuotedGame[]> {
  const rows = await quotedGames(db, { ids });
  return rows.map(quotedGame);
}

const isAmong = (ids: SQLWrapper) => sql`${games.id} = any (${ids}::text[])`;
const quotedGames = prepared(['ids'], (tx, { ids }) => selectGames(tx).where(isAmong(ids)).orderBy(asc(games.id)));

/** The fields of a game that may refuse a bet, name the game in the refusal, or become part of a leg. */
const judgedFields = {
  id: games.id,
  sport: games.sport,
  status: games.status,
  bettingLocked: games.bettingLocked,
  startsAt: games.startsAt,
  startKnown: games.startKnown,
  proposedStart: games.proposedStart,
  homeTeamId: games.homeTeamId,
  homeAbbr: games.homeAbbr,
  awayTeamId: games.awayTeamId,
  awayAbbr: games.awayAbbr,
};

/**
 * A game as bets on it are judged, with the quote in force. `foundAt` is the time of the database's clock when the query
 * read it: for a game that the transaction has locked, this time alone decides whether betting on it has ended. Source:
 * docs/decisions/placing-a-bet.md. `oddsCloseAt` as in QuotedGame.
 */
export type JudgedGame = { game: Pick<GameRow, keyof typeof judgedFields>; foundAt: Date } & Pick<
  QuotedGame,
  'quote' | 'oddsCloseAt'
>;

/** Locks the games as `lockQuotedGames` does, and reads what a bet on them is judged by. Starts both statements at once. */
export function lockJudgedGames(tx: Db, ids: readonly string[]) {
  return { areLocked: lockGamesShared(tx, ids), games: listJudgedGames(tx, ids) };
}

/** The fields by which bets on the games with these ids are judged, in the order of the ids. */
async function listJudgedGames(db: Db, ids: readonly string[]): Promise<JudgedGame[]> {
  const rows = await judgedGames(ids.length)(db, Object.fromEntries(ids.map((id, at) => [`id${at}`, id])));
  const preset = presetNow(db);
  const found = new Map(rows.map(({ game, closeAt, foundAt }) => [game.id, { game, closeAt, foundAt }]));
  return [...found.values()].map(({ game, closeAt, foundAt }) => {
    const of = (source: typeof quotes.$inferSelect.source) =>
      rows.find((row) => row.game.id === game.id && row.quote?.source === source)?.quote ?? null;
    const { quote, source } = quotedBy(game.sport, { feed: of('feed'), manual: of('manual'), extra: of('extra') });
    return { game, quote, oddsCloseAt: source === 'feed' ? closeAt : null, foundAt: preset ?? foundAt };
  });
}

// A row for each quote of a game, and a quarter of the columns of `selectGames`: this statement is part of each bet, and
// a Citus plans its text anew each time. With `selectGames` a bet cost the databases a quarter more there.
const judgedGames = forEachCount((count) => {
  const names = Array.from({ length: count }, (_, at) => `id${at}`);
  return prepared(names, (tx, ids) =>
    tx
      .select({
        game: judgedFields,
        quote: {
          source: quotes.source, // first: Drizzle takes an object for missing if its first column is null
          ...mapFields(
            (line) => quotes[line],
            (price) => quotes[price],
          ),
        },
        closeAt: feedOdds.closeAt,
        foundAt: sql`clock_timestamp()`.mapWith(games.startsAt),
      })
      .from(games)
      .leftJoin(quotes, eq(quotes.gameId, games.id))
      .leftJoin(feedOdds, isOfItsFeed)
      .where(inArray(games.id, Object.values(ids)))
      .orderBy(asc(games.id)),
  );
});

export async function findGame(db: Db, id: string): Promise<GameRow | null> {
  const [row] = await db.select().from(games).where(eq(games.id, id));
  return row ?? null;
}

/** The games with these ids, in no particular order. */
export async function findGames(db: Db, ids: readonly string[]): Promise<GameRow[]> {
  return ids.length === 0
    ? []
    : db
        .select()
        .from(games)
        .where(isAmong(sql.param(ids)));
}

/**
 * Locks the games with these ids against bets and other writes until the transaction ends; returns their rows in the
 * order of their ids. A transaction locks all games that it writes in one call.
 */
export async function lockGames(tx: Db, ids: readonly string[]): Promise<GameRow[]> {
  await lockGamesExclusive(tx, ids);
  return tx
    .select()
    .from(games)
    .where(isAmong(sql.param(ids)))
    .orderBy(asc(games.id));
}

export async function upsertGames(tx: Db, rows: readonly GameRow[]): Promise<void> {
  if (rows.length === 0) return;
  const { id: _id, ...columns } = getTableColumns(games);
  await tx
    .insert(games)
    .values([...rows])
    .onConflictDoUpdate({ target: games.id, set: excluded(columns) });
}

/** Records that a poll at `at` listed these games, which the caller has locked. */
export async function recordPolled(tx: Db, ids: readonly string[], at: Date): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(games)
    .set({ polledAt: at })
    .where(isAmong(sql.param(ids)));
}

export async function findWeek(db: Db, sport: Sport) {
  const [row] = await db.select().from(weeks).where(eq(weeks.sport, sport));
  return row ?? null;
}

/** Stores the current week of a sport; returns whether it differs from the stored one. */
export async function upsertWeek(tx: Db, week: typeof weeks.$inferInsert): Promise<boolean> {
  const { sport, ...set } = week;
  const before = await findWeek(tx, sport);
  await tx.insert(weeks).values(week).onConflictDoUpdate({ target: weeks.sport, set });
  return before?.week !== week.week || before.season !== week.season || before.seasonType !== week.seasonType;
}

/** The week of the scheduled game that starts next; null when there is none. */
export async function nextScheduledWeek(
  db: Db,
  sport: Sport,
  now: Date,
): Promise<{ week: number; season: number; seasonType: GameRow['seasonType'] } | null> {
  const [row] = await db
    .select({ week: games.week, season: games.season, seasonType: games.seasonType })
    .from(games)
    .where(
      and(
        eq(games.sport, sport),
        eq(games.status, 'scheduled'),
        gte(games.startsAt, now),
        sql`${games.week} is not null`,
      ),
    )
    .orderBy(asc(games.startsAt))
    .limit(1);
  return row && row.week !== null ? { ...row, week: row.week } : null;
}

/** Scheduled games that start within `withinMs` milliseconds, in the order of their starts. */
export async function listStartingSoon(db: Db, now: Date, withinMs: number): Promise<GameRow[]> {
  const until = new Date(now.getTime() + withinMs);
  const isSoon = and(eq(games.status, 'scheduled'), gte(games.startsAt, now), lt(games.startsAt, until));
  return db.select().from(games).where(isSoon).orderBy(asc(games.startsAt), asc(games.id));
}

/** Games open for bets that start from `from` up to `to`, with the quote in force, in the order of their starts. */
export function listOpenBetween(db: Db, from: Date, to: Date): Promise<QuotedGame[]> {
  const inSpan = and(gte(games.startsAt, from), lt(games.startsAt, to));
  const isOpen = and(
    eq(games.status, 'scheduled'),
    eq(games.bettingLocked, false),
    eq(games.startKnown, true),
    isNull(games.proposedStart),
  );
  return listGames(db, and(isOpen, inSpan));
}
