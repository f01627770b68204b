import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgEnum, pgTable, text } from 'drizzle-orm/pg-core';
import { gameStatuses } from '#shared/domain/phase.ts';
import { instant, sportEnum } from './columns.ts';

export const gameStatusEnum = pgEnum('game_status', gameStatuses);

export const seasonTypeEnum = pgEnum('season_type', ['preseason', 'regular', 'postseason']);

export const games = pgTable(
  'games',
  {
    /** `<feed>:<event id>`. */
    id: text().primaryKey(),
    sport: sportEnum().notNull(),
    competition: text(),
    season: integer().notNull(),
    seasonType: seasonTypeEnum('season_type'),
    week: integer(),
    startsAt: instant('starts_at').notNull(),
    startKnown: boolean('start_known').notNull(),
    status: gameStatusEnum().notNull(),
    statusWord: text('status_word').notNull(),
    settleable: boolean().notNull(),
    bettingLocked: boolean('betting_locked').notNull().default(false),
    period: integer(),
    clock: text(),
    homeTeamId: text('home_team_id').notNull(),
    homeAbbr: text('home_abbr').notNull(),
    homeCity: text('home_city').notNull(),
    homeName: text('home_name').notNull(),
    homeColor: text('home_color'),
    homeAlternateColor: text('home_alternate_color'),
    homeRank: integer('home_rank'),
    awayTeamId: text('away_team_id').notNull(),
    awayAbbr: text('away_abbr').notNull(),
    awayCity: text('away_city').notNull(),
    awayName: text('away_name').notNull(),
    awayColor: text('away_color'),
    awayAlternateColor: text('away_alternate_color'),
    awayRank: integer('away_rank'),
    homeScore: integer('home_score'),
    awayScore: integer('away_score'),
    /** The score that bets are graded on; null if unknown. */
    countedHome: integer('counted_home'),
    countedAway: integer('counted_away'),
    halfInnings: integer('half_innings'),
    /**
     * How many polls in a row had this same settleable result: docs/decisions/two-equal-polls.md. For a scheduled game,
     * 1 if the last poll moved a postponed soccer game to a later day: docs/decisions/lock-at-the-start.md. Two polls
     * confirm either.
     */
    equalPolls: integer('equal_polls').notNull().default(0),
    /**
     * The teams and the start of the feed's last answer, if they differ from the row's; else all three are null.
     * Betting is closed meanwhile. Source: docs/house-rules.md#another-match, docs/house-rules.md#start-times.
     */
    proposedHomeTeamId: text('proposed_home_team_id'),
    proposedAwayTeamId: text('proposed_away_team_id'),
    proposedStart: instant('proposed_start'),
    /**
     * How many polls in a row had the proposal; two accept it. 0 without a proposal, and for a start outside the
     * season, which no poll can accept.
     */
    proposedPolls: integer('proposed_polls').notNull().default(0),
    /** The last revision of the result, and the last revision on which every leg has been graded; 0 for none. */
    resultRev: integer('result_rev').notNull().default(0),
    settledRev: integer('settled_rev').notNull().default(0),
    /** The time of the first poll that showed the game as started; null until then. */
    startedAt: instant('started_at'),
    /** The last poll that listed the game. Updated only while it should be under way and has no confirmed result. */
    polledAt: instant('polled_at'),
    /** The time of the last poll that changed the row. */
    changedAt: instant('changed_at').notNull(),
    /** How often its start or teams changed, or whether it is off: the revision of the game in calendars. */
    scheduleChanges: integer('schedule_changes').notNull().default(0),
  },
  (t) => [
    index('games_slate').on(t.sport, t.startsAt),
    index('games_week').on(t.sport, t.season, t.week),
    index('games_to_settle').on(t.id).where(sql`${t.resultRev} > ${t.settledRev}`),
    index('games_confirming').on(t.id).where(sql`${t.resultRev} = 0 and ${t.equalPolls} > 0`),
    index('games_unfinished').on(t.startsAt).where(sql`${t.status} <> 'final'`),
  ],
);

/**
 * Games with open bets that are missing from complete answers of their feed. A row is deleted when the feed lists the
 * game again. `game_id` has no foreign key, so that the table stays on the coordinator of a Citus. Source:
 * docs/house-rules.md#postponed-and-not-played.
 */
export const absences = pgTable('absences', {
  gameId: text('game_id').primaryKey(),
  /**
   * The beginning of the absence, plus every period without polls: `at - since` is how long polls have observed it.
   */
  since: instant('since').notNull(),
  /** The last complete answer without the game. */
  at: instant('at').notNull(),
});

/** The current week of each sport that plays in weeks, by the feed's calendar. */
export const weeks = pgTable('weeks', {
  sport: sportEnum().primaryKey(),
  season: integer().notNull(),
  seasonType: seasonTypeEnum('season_type'),
  week: integer().notNull(),
  seenAt: instant('seen_at').notNull(),
});
