import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  json,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import { lateStarts } from '#shared/domain/fair-play.ts';
import { startingBalance } from '#shared/domain/money.ts';
import type { WeekFacts } from '#shared/domain/recap.ts';
import { allowedSports } from '#shared/domain/sport.ts';
import { instant, money } from './columns.ts';
import { users } from './users.ts';

// Every table that a league owns, here and in other files, has `league_id` in its keys, so that Citus stores a league
// on one machine. Other tables have no foreign key to a league: join codes store a plain id. Why:
// docs/decisions/leagues-spread-by-id.md.

export const allowedSportsEnum = pgEnum('allowed_sports', allowedSports);

export const revealEnum = pgEnum('reveal', ['settled', 'started']);

export const lateStartEnum = pgEnum('late_start', lateStarts);

export const leagues = pgTable(
  'leagues',
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    description: text(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id),
    joinDeadline: instant('join_deadline'),
    endDate: instant('end_date'),
    allowedSports: allowedSportsEnum('allowed_sports').notNull().default('ALL'),
    reveal: revealEnum().notNull().default('settled'),
    /** Whether the owner or a manager lets each new member in. */
    approvesJoins: boolean('approves_joins').notNull().default(false),
    /** Whether tickets may have a note and reactions. */
    remarks: boolean().notNull().default(true),
    /** The options of fair play, as `FairPlay` explains them. The defaults are Classic. */
    activeWeeksPct: integer('active_weeks_pct'),
    maxInPlayPct: integer('max_in_play_pct').notNull().default(100),
    lateStart: lateStartEnum('late_start').notNull().default('full'),
    rescue: money('rescue_cents'),
    maxLegs: integer('max_legs').notNull().default(12),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** The time of the freezing of the standings; null before. The league's money does not change after it. */
    finalizedAt: instant('finalized_at'),
    /**
     * The end of the last frozen week; null before the first. No settlement is written at an earlier time. Once the
     * last week is frozen, the time of `finalized_at`.
     */
    frozenUntil: instant('frozen_until'),
    /** The member to whom the owner offers the league; null without an offer. A removed member has none. */
    offeredTo: uuid('offered_to'),
    /**
     * The end of the last week whose awards are written, and the time of `finalized_at` once those of the season are. It
     * differs from `frozen_until` only where weeks were frozen before there were awards.
     */
    awardedUntil: instant('awarded_until'),
    /** How often somebody changed a date: the revision of the dates in members' calendars. */
    dateChanges: integer('date_changes').notNull().default(0),
    /** Words to all members, and since when they stand; null without any. */
    announcement: text(),
    announcedAt: instant('announced_at'),
    /** The author of these words; null without any, and for words from before this column, which are the owner's. */
    announcedById: uuid('announced_by_id'),
    /** How often something was announced: a notice of the last announcement replaces that of the one before. */
    announcementChanges: integer('announcement_changes').notNull().default(0),
    /**
     * The league that was claimed as the next season, and when: null before, and again once that is deleted. A league of
     * this id may not exist yet: the next call then creates it. Source: docs/decisions/seasons.md.
     */
    nextId: uuid('next_id'),
    nextAt: instant('next_at'),
    /** The season before this one, also after its deletion; null for a first season. */
    previousId: uuid('previous_id'),
    /** The first season of the series; null for a first season, whose own id it is. */
    seriesId: uuid('series_id'),
    /** 1 for the first season of a series. */
    season: integer().notNull().default(1),
  },
  (t) => [
    index('leagues_to_finalize').on(t.endDate).where(sql`${t.finalizedAt} is null`),
    index('leagues_to_freeze')
      .on(sql`coalesce(${t.frozenUntil}, ${t.createdAt})`)
      .where(sql`${t.finalizedAt} is null or ${t.frozenUntil} is null or ${t.frozenUntil} <> ${t.finalizedAt}`),
    index('leagues_to_award')
      .on(t.id)
      .where(
        sql`${t.frozenUntil} is not null and (${t.awardedUntil} is null or ${t.awardedUntil} <> ${t.frozenUntil})`,
      ),
    check('leagues_active_weeks', sql`${t.activeWeeksPct} between 1 and 100`),
    check('leagues_in_play', sql`${t.maxInPlayPct} between 1 and 100`),
    check('leagues_rescue', sql`${t.rescue} > 0`),
    check('leagues_legs', sql`${t.maxLegs} between 2 and 12`),
    check('leagues_next', sql`(${t.nextId} is null) = (${t.nextAt} is null)`),
  ],
);

export const joinCodes = pgTable('join_codes', {
  code: varchar({ length: 6 }).primaryKey(),
  leagueId: uuid('league_id').notNull().unique(),
});

/**
 * The leagues that each user is or was a member of. It lies on the coordinator, so that a person's leagues, and all
 * leagues, are known without a question to any machine. A row may lack its member: a crash, or a refused join, leaves
 * it. No member lacks the row.
 */
export const memberships = pgTable(
  'memberships',
  { userId: uuid('user_id').notNull(), leagueId: uuid('league_id').notNull() },
  (t) => [primaryKey({ columns: [t.userId, t.leagueId] }), index('memberships_league').on(t.leagueId)],
);

export const members = pgTable(
  'members',
  {
    leagueId: uuid('league_id')
      .notNull()
      .references(() => leagues.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    displayName: text('display_name'),
    /** The sum of the member's ledger entries. Each transaction that adds entries updates it. */
    available: money('available_cents').notNull(),
    /** The sum of the stakes of the member's open tickets. */
    pending: money('pending_cents').notNull().default(0),
    /** How far below zero `available` is. Only a correction may raise it. */
    clawback: money('clawback_cents').notNull().default(0),
    /** The sum of the member's grant and rescue. */
    given: money('given_cents').notNull().default(startingBalance),
    /** Joined late without a claim to the title. */
    isGuest: boolean('is_guest').notNull().default(false),
    /** Took the rescue, and with it gave up the claim to the title. */
    isRescued: boolean('is_rescued').notNull().default(false),
    /** Helps the owner to run the league. Source: shared/domain/league-role.ts. */
    isManager: boolean('is_manager').notNull().default(false),
    joinedAt: instant('joined_at').notNull().defaultNow(),
    removedAt: instant('removed_at'),
    /**
     * Until when a refused bet of the member is stored in `ticket_refusals`; null before the first. A bet looks for a
     * refusal under its key only until then.
     */
    refusalsUntil: instant('refusals_until'),
  },
  (t) => [
    primaryKey({ columns: [t.leagueId, t.userId] }),
    index('members_user').on(t.userId),
    check('members_available', sql`${t.available} + ${t.clawback} >= 0`),
    check('members_pending', sql`${t.pending} >= 0`),
    check('members_clawback', sql`${t.clawback} >= 0`),
  ],
);

/** The frozen standings of a league that has ended, one row per member. */
export const finalStandings = pgTable(
  'final_standings',
  {
    leagueId: uuid('league_id').notNull(),
    userId: uuid('user_id').notNull(),
    rank: integer().notNull(),
    balance: money('balance_cents').notNull(),
    wins: integer().notNull(),
    losses: integer().notNull(),
    bets: integer().notNull(),
    isEligible: boolean('is_eligible').notNull().default(true),
    /** Null where the league asked for no active weeks. */
    activeWeeks: integer('active_weeks'),
    countedWeeks: integer('counted_weeks'),
  },
  (t) => [
    primaryKey({ columns: [t.leagueId, t.userId] }),
    foreignKey({ columns: [t.leagueId, t.userId], foreignColumns: [members.leagueId, members.userId] }).onDelete(
      'cascade',
    ),
  ],
);

/**
 * The frozen weeks of a league, append-only. A week in which nothing was settled has no row. Source:
 * docs/house-rules.md#weeks.
 */
export const leagueWeeks = pgTable(
  'league_weeks',
  {
    leagueId: uuid('league_id')
      .notNull()
      .references(() => leagues.id, { onDelete: 'cascade' }),
    /** 1 for the week in which the league began. */
    number: integer().notNull(),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    frozenAt: instant('frozen_at').notNull(),
    facts: json().$type<WeekFacts>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.leagueId, t.number] })],
);
