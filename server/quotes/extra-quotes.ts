import { offers, ownMarkets, type Quote } from '#shared/domain/market.ts';
import { type Sport, sportRules } from '#shared/domain/sport.ts';
import type { Database, Db } from '../db/connection.ts';
import { lockNamed } from '../db/named-locks.ts';
import { recordSportChange } from '../events/store.ts';
import { type GameRow, listSpan, lockQuotedGames, type QuotedGame } from '../games/store.ts';
import { upsertFeedQuotes } from './store.ts';

/** The time ahead for which quotes are filled: the longest slate, week 1 of college football. Source: docs/feeds.md#requests. */
const aheadMs = 10 * 24 * 3_600_000;

/**
 * The coming games of a sport that another provider may quote: all of them if at least one lacks a market of its sport,
 * else none. Games with manual odds are left out: manual odds replace those of every feed.
 * Source: docs/decisions/three-sources-of-quotes.md.
 */
export async function gamesToMerge(db: Db, sport: Sport, now: Date): Promise<GameRow[]> {
  const coming = (await listSpan(db, sport, now, new Date(now.getTime() + aheadMs))).filter((game) =>
    mayFill(game, now),
  );
  return coming.some(lacksMarket) ? coming.map(({ game }) => game) : [];
}

/**
 * Stores another provider's quotes on games that have not begun; returns how many quotes changed.
 *
 * games  the games as they were when the quotes were matched to them. A game whose teams have changed since gets no
 *        quote.
 */
export async function mergeExtraQuotes(
  database: Database,
  rows: readonly { gameId: string; quote: Quote }[],
  games: readonly GameRow[],
  at: Date,
): Promise<number> {
  const quotesOfGames = new Map(rows.map(({ gameId, quote }) => [gameId, quote]));
  const matched = new Map(games.map((game) => [game.id, game]));
  const isAsMatched = ({ id, homeTeamId, awayTeamId }: GameRow) =>
    matched.get(id)?.homeTeamId === homeTeamId && matched.get(id)?.awayTeamId === awayTeamId;
  return database.withTx(async (tx) => {
    const ids = [...quotesOfGames.keys()];
    const locked = await lockQuotedGames(tx, ids);
    await lockNamed(tx, 'extra quotes', ids); // two workers share the games' locks
    const open = locked.filter((quoted) => mayFill(quoted, at) && isAsMatched(quoted.game));
    // In the order of the games' ids.
    const fitting = open.flatMap(({ game }) => {
      const quote = quotesOfGames.get(game.id);
      const own = quote && ownMarkets(game.sport, quote);
      return own ? [{ gameId: game.id, quote: own }] : [];
    });
    const changed = await upsertFeedQuotes(tx, fitting, at, 'extra');
    if (changed > 0)
      for (const sport of new Set(locked.map(({ game }) => game.sport))) await recordSportChange(tx, sport);
    return changed;
  });
}

function mayFill({ game, source }: QuotedGame, now: Date): boolean {
  const isExpected = game.status === 'scheduled' && game.startedAt === null && game.startsAt > now;
  return isExpected && game.proposedStart === null && source !== 'manual';
}

function lacksMarket({ game, main }: QuotedGame): boolean {
  const offered = offers(game.sport, main);
  return sportRules[game.sport].markets.some((market) => offered.every((offer) => offer.market !== market));
}
