import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { gradeEnum, instant, money, ruleEnum } from './columns.ts';
import { games } from './games.ts';
import { legs, tickets } from './tickets.ts';
import { users } from './users.ts';

export const resultSourceEnum = pgEnum('result_source', ['feed', 'admin']);

/** An 'ignored' row is not deleted, so that the log names an ignored correction only once. */
export const correctionStateEnum = pgEnum('correction_state', ['counting', 'needs-admin', 'ignored']);

/**
 * The results of games, append-only: a correction adds a row with the next revision. Bets settle on the last revision.
 * A feed's result is written once two equal polls confirm it. An admin's result overrides later results of the feed.
 */
export const results = pgTable(
  'results',
  {
    gameId: text('game_id')
      .notNull()
      .references(() => games.id),
    /** 1 for the first result, one more for each correction. */
    rev: integer().notNull(),
    source: resultSourceEnum().notNull(),
    /** The game was called off: every leg on it is void, and the scores are null. */
    isVoid: boolean('is_void').notNull(),
    /** The scores that bets are graded on. */
    home: integer(),
    away: integer(),
    halfInnings: integer('half_innings'),
    homeTeamId: text('home_team_id').notNull(),
    awayTeamId: text('away_team_id').notNull(),
    /** The actual start. A leg placed at or after it is void. */
    startsAt: instant('starts_at').notNull(),
    at: instant('at').notNull(),
    /** The pull that confirmed the result; null if an admin set it. */
    pullId: uuid('pull_id'),
    setById: uuid('set_by_id').references(() => users.id),
    reason: text(),
  },
  (t) => [
    primaryKey({ columns: [t.gameId, t.rev] }),
    index('results_of_pull').on(t.pullId).where(sql`${t.pullId} is not null`),
    check('results_scores', sql`${t.isVoid} or (${t.home} is not null and ${t.away} is not null)`),
  ],
);

/**
 * A feed's answer for a game that differs from the result in force. The row is deleted when the feed returns to the
 * result in force, when an answer that gives no result interrupts the count, when the correction becomes the next
 * result, and when an admin sets the result. `game_id` has no foreign key, so that the table stays on the coordinator
 * of a Citus. Source: docs/house-rules.md#corrections.
 */
export const corrections = pgTable('corrections', {
  gameId: text('game_id').primaryKey(),
  /** The result in force. */
  rev: integer().notNull(),
  isVoid: boolean('is_void').notNull(),
  home: integer(),
  away: integer(),
  halfInnings: integer('half_innings'),
  homeTeamId: text('home_team_id').notNull(),
  awayTeamId: text('away_team_id').notNull(),
  /**
   * How many polls in a row agreed on the correction, and when the first (`since`) and the last (`at`) of them began.
   */
  polls: integer().notNull(),
  since: instant('since').notNull(),
  at: instant('at').notNull(),
  /** The time at which the correction lapses: 72 hours after the first result. */
  until: instant('until').notNull(),
  state: correctionStateEnum().notNull(),
});

/** Every grade that a leg ever had, append-only. The receipt of the leg shows them. */
export const legGrades = pgTable(
  'leg_grades',
  {
    leagueId: uuid('league_id').notNull(),
    ticketId: uuid('ticket_id').notNull(),
    number: integer().notNull(),
    /** 1 for the first grade, one more for each correction. */
    round: integer().notNull(),
    grade: gradeEnum().notNull(),
    rule: ruleEnum().notNull(),
    /** The score that the grade uses; null for a void, except for that of a game called too early. */
    home: integer(),
    away: integer(),
    at: instant('at').notNull(),
    resultRev: integer('result_rev'),
    pullId: uuid('pull_id'),
  },
  (t) => [
    primaryKey({ columns: [t.leagueId, t.ticketId, t.number, t.round] }),
    foreignKey({
      columns: [t.leagueId, t.ticketId, t.number],
      foreignColumns: [legs.leagueId, legs.ticketId, legs.number],
    }).onDelete('cascade'),
  ],
);

/**
 * Every settlement round of a ticket, append-only like the ledger. The ticket shows the verdict of the last round.
 * Grade and back are null for a round in which a correction opened a parlay again.
 */
export const settlements = pgTable(
  'settlements',
  {
    leagueId: uuid('league_id').notNull(),
    ticketId: uuid('ticket_id').notNull(),
    round: integer().notNull(),
    grade: gradeEnum(),
    back: money('back_cents'),
    at: instant('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.leagueId, t.ticketId, t.round] }),
    foreignKey({ columns: [t.leagueId, t.ticketId], foreignColumns: [tickets.leagueId, tickets.id] }).onDelete(
      'cascade',
    ),
    index('settlements_at').on(t.leagueId, t.at),
    index('settlements_of_corrections').on(t.leagueId, t.at).where(sql`${t.round} > 1`),
    check('settlements_open_again', sql`(${t.grade} is null) = (${t.back} is null)`),
  ],
);
