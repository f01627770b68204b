import { sql } from 'drizzle-orm';
import {
  check,
  doublePrecision,
  foreignKey,
  index,
  integer,
  json,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { reactions } from '#shared/domain/remarks.ts';
import { gradeEnum, instant, marketEnum, money, ruleEnum, sideEnum } from './columns.ts';
import { games } from './games.ts';
import { members } from './leagues.ts';

export const tickets = pgTable(
  'tickets',
  {
    leagueId: uuid('league_id').notNull(),
    id: uuid().notNull(),
    userId: uuid('user_id').notNull(),
    stake: money('stake_cents').notNull(),
    /** The amount that the ticket returns if every leg wins. */
    payout: money('payout_cents').notNull(),
    /** Null while open. */
    grade: gradeEnum(),
    /** The amount that was paid back to the member; null while open. */
    back: money('back_cents'),
    /** The number of settlements: 0 while open, 1 once settled, one more for each correction. */
    round: integer().notNull().default(0),
    idempotencyKey: text('idempotency_key').notNull(),
    /** Digest of the request that was sent with the key. */
    requestHash: text('request_hash').notNull(),
    /**
     * The ids of the games of an open ticket, in ascending order and separated by spaces: by them lists count open
     * tickets. Null if lists have to read its legs: it was placed before this column, or one of several legs was graded
     * while its game was not final.
     */
    games: text(),
    /** The bettor's words, said with the ticket; null without any, and once they were removed. */
    note: text(),
    placedAt: instant('placed_at').notNull(),
    settledAt: instant('settled_at'),
  },
  (t) => [
    primaryKey({ columns: [t.leagueId, t.id] }),
    unique('tickets_idempotency').on(t.leagueId, t.userId, t.idempotencyKey),
    foreignKey({ columns: [t.leagueId, t.userId], foreignColumns: [members.leagueId, members.userId] }).onDelete(
      'cascade',
    ),
    index('tickets_user').on(t.userId, t.placedAt),
    index('tickets_open').on(t.leagueId, t.userId).where(sql`${t.grade} is null`),
    // Open tickets are counted in this index, and read in its order: tickets/open-keys-store.ts.
    index('tickets_open_games')
      .on(t.leagueId, t.games, t.placedAt.desc().nullsFirst(), t.id, t.userId)
      .where(sql`${t.grade} is null`),
    index('tickets_placed').on(t.leagueId, t.placedAt),
    // Pages and counts of settled tickets are read from these two indexes alone, in their order:
    // tickets/settled-keys-store.ts. Like an `order by … desc` they have nulls first.
    index('tickets_settled_at')
      .on(t.leagueId, t.settledAt.desc().nullsFirst(), t.id, t.grade)
      .where(sql`${t.grade} is not null`),
    index('tickets_form')
      .on(t.leagueId, t.userId, t.settledAt.desc().nullsFirst(), t.id, t.grade)
      .where(sql`${t.grade} is not null`),
    check('tickets_stake', sql`${t.stake} > 0 and ${t.payout} >= ${t.stake}`),
    check(
      'tickets_settled',
      sql`(${t.grade} is null) = (${t.back} is null) and (${t.grade} is null) = (${t.settledAt} is null)`,
    ),
  ],
);

export const legs = pgTable(
  'legs',
  {
    leagueId: uuid('league_id').notNull(),
    ticketId: uuid('ticket_id').notNull(),
    /** 1 for the first pick on the ticket. */
    number: integer().notNull(),
    id: uuid().notNull(),
    gameId: text('game_id')
      .notNull()
      .references(() => games.id),
    market: marketEnum().notNull(),
    side: sideEnum().notNull(),
    line: doublePrecision(),
    price: integer().notNull(),
    /** The game's start and teams when the ticket was placed. */
    originalStart: instant('original_start').notNull(),
    homeTeamId: text('home_team_id').notNull(),
    awayTeamId: text('away_team_id').notNull(),
    grade: gradeEnum(),
    rule: ruleEnum(),
    gradedAt: instant('graded_at'),
    /** The revision of the result that the grade uses. Null while open, and for a void that uses no result. */
    resultRev: integer('result_rev'),
  },
  (t) => [
    primaryKey({ columns: [t.leagueId, t.ticketId, t.number] }),
    unique('legs_game').on(t.leagueId, t.ticketId, t.gameId),
    foreignKey({ columns: [t.leagueId, t.ticketId], foreignColumns: [tickets.leagueId, tickets.id] }).onDelete(
      'cascade',
    ),
    index('legs_open').on(t.gameId, t.leagueId).where(sql`${t.grade} is null`),
    index('legs_of_game').on(t.gameId, t.leagueId),
  ],
);

export const reactionEnum = pgEnum('reaction', reactions);

/** The reactions of members to tickets of others: one of a member a ticket. */
export const ticketReactions = pgTable(
  'ticket_reactions',
  {
    leagueId: uuid('league_id').notNull(),
    ticketId: uuid('ticket_id').notNull(),
    userId: uuid('user_id').notNull(),
    reaction: reactionEnum().notNull(),
    at: instant('at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.leagueId, t.ticketId, t.userId] }),
    foreignKey({ columns: [t.leagueId, t.ticketId], foreignColumns: [tickets.leagueId, tickets.id] }).onDelete(
      'cascade',
    ),
    foreignKey({ columns: [t.leagueId, t.userId], foreignColumns: [members.leagueId, members.userId] }).onDelete(
      'cascade',
    ),
    index('ticket_reactions_member').on(t.leagueId, t.userId),
  ],
);

/**
 * Refusals of placing a bet, by idempotency key, stored for some minutes: a repeated request gets the same answer. A
 * key has a ticket or a refusal, never both.
 */
export const ticketRefusals = pgTable(
  'ticket_refusals',
  {
    leagueId: uuid('league_id').notNull(),
    userId: uuid('user_id').notNull(),
    idempotencyKey: text('idempotency_key').notNull(),
    /** Digest of the request that was sent with the key. */
    requestHash: text('request_hash').notNull(),
    status: integer().notNull(),
    body: json().notNull(),
    at: instant('at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.leagueId, t.userId, t.idempotencyKey] }),
    foreignKey({ columns: [t.leagueId, t.userId], foreignColumns: [members.leagueId, members.userId] }).onDelete(
      'cascade',
    ),
    index('ticket_refusals_at').on(t.at),
  ],
);
