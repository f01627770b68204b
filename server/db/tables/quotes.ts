import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  json,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { type Closing, quoteSources } from '#shared/domain/luck.ts';
import type { QuoteField } from '#shared/domain/market.ts';
import { instant, sportEnum } from './columns.ts';
import { games } from './games.ts';
import { users } from './users.ts';

export const quoteSourceEnum = pgEnum('quote_source', quoteSources);

/**
 * The flat fields of a quote: columns of `quotes` and of `quote_history`. They have the names of the wire; the columns
 * of some prices have other names.
 */
const quoteColumns = () =>
  ({
    spreadHome: doublePrecision('spread_home'),
    spreadAway: doublePrecision('spread_away'),
    spreadHomeOdds: integer('spread_home_price'),
    spreadAwayOdds: integer('spread_away_price'),
    moneylineHome: integer('moneyline_home'),
    moneylineAway: integer('moneyline_away'),
    moneylineDraw: integer('moneyline_draw'),
    totalPoints: doublePrecision('total_points'),
    overOdds: integer('over_price'),
    underOdds: integer('under_price'),
  }) satisfies Record<QuoteField, unknown>;

/** When the odds of each feed close, sport by sport, unless another slate comes. A sport has no row before its first. */
export const feedOdds = pgTable(
  'feed_odds',
  {
    /** The prefix of the ids of the feed's games. */
    feed: text().notNull(),
    sport: sportEnum().notNull(),
    closeAt: instant('close_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.feed, t.sport] })],
);

/** The quotes of a game, one per source. A manual quote overrides the feed's until it is cleared. */
export const quotes = pgTable(
  'quotes',
  {
    gameId: text('game_id')
      .notNull()
      .references(() => games.id),
    source: quoteSourceEnum().notNull(),
    ...quoteColumns(),
    /** The admin who set a manual quote; null on a feed's quote. */
    setById: uuid('set_by_id').references(() => users.id),
    notes: text(),
    changedAt: instant('changed_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.gameId, t.source] }),
    check('quotes_mirrored', sql`${t.spreadHome} + ${t.spreadAway} = 0`),
  ],
);

/** The changes of quotes, append-only: manual quotes set or cleared, and every quote of a feed, the first included. */
export const quoteHistory = pgTable(
  'quote_history',
  {
    id: uuid().primaryKey(),
    gameId: text('game_id')
      .notNull()
      .references(() => games.id),
    source: quoteSourceEnum().notNull(),
    at: instant('at').notNull(),
    /**
     * The admin who set or cleared a manual quote; never the name, which may change. Null on a feed's quote, and where
     * the app itself swapped or removed a manual quote because the feed changed the teams.
     */
    setById: uuid('set_by_id').references(() => users.id),
    /**
     * The teams when an admin set or cleared a manual quote: by them the quote shows with the right teams after the feed
     * has swapped them, and not at all after it has replaced one. Null on other rows; on older rows the away team is
     * unknown, and on those from before both columns the home team too.
     */
    homeTeamId: text('home_team_id'),
    awayTeamId: text('away_team_id'),
    notes: text(),
    /** The manual quote was cleared: the feed's quote is in force again. */
    isCleared: boolean('is_cleared').notNull(),
    ...quoteColumns(),
  },
  (t) => [index('quote_history_source').on(t.gameId, t.source, t.at)],
);

/**
 * The quote of each game at its lock, written once by the worker after the game has begun: all fields are null if
 * nothing was offered then.
 */
export const closingQuotes = pgTable('closing_quotes', {
  gameId: text('game_id')
    .primaryKey()
    .references(() => games.id),
  /** The teams that the quote is of: the feed may give the game others later, or swap them. */
  homeTeamId: text('home_team_id').notNull(),
  awayTeamId: text('away_team_id').notNull(),
  lockedAt: instant('locked_at').notNull(),
  ...quoteColumns(),
  /** The source of each market, and when it last had the odds, in milliseconds since 1970; null if unknown. */
  origins: json().$type<Closing['origins']>().notNull(),
});
