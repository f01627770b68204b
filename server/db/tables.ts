import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  customType,
  doublePrecision,
  foreignKey,
  index,
  integer,
  json,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import { chatFailures, chatServices } from '#shared/domain/chat.ts';
import { lateStarts } from '#shared/domain/fair-play.ts';
import { grades, rules } from '#shared/domain/grade.ts';
import { type Closing, quoteSources } from '#shared/domain/luck.ts';
import type { QuoteField } from '#shared/domain/market.ts';
import { startingBalance } from '#shared/domain/money.ts';
import type { MailChoices, MailKind, PushChoices } from '#shared/domain/notice-settings.ts';
import { noticeKinds } from '#shared/domain/notification.ts';
import { gameStatuses } from '#shared/domain/phase.ts';
import { defaultQuietHours } from '#shared/domain/quiet-hours.ts';
import type { WeekFacts } from '#shared/domain/recap.ts';
import { markets, sides } from '#shared/domain/side.ts';
import { allowedSports, sports } from '#shared/domain/sport.ts';
import { entryKinds } from '#shared/domain/statement.ts';

// Every table that a league owns has `league_id` in its keys, so that Citus stores a league on one machine. Other
// tables have no foreign key to a league: join codes store a plain id. Why: docs/decisions/leagues-spread-by-id.md.

export const sportEnum = pgEnum('sport', sports);
export const allowedSportsEnum = pgEnum('allowed_sports', allowedSports);
export const revealEnum = pgEnum('reveal', ['settled', 'started']);
export const lateStartEnum = pgEnum('late_start', lateStarts);
export const gameStatusEnum = pgEnum('game_status', gameStatuses);
export const seasonTypeEnum = pgEnum('season_type', ['preseason', 'regular', 'postseason']);
export const quoteSourceEnum = pgEnum('quote_source', quoteSources);
export const marketEnum = pgEnum('market', markets);
export const sideEnum = pgEnum('side', sides);
export const gradeEnum = pgEnum('grade', grades);
export const ruleEnum = pgEnum('rule', rules);
export const resultSourceEnum = pgEnum('result_source', ['feed', 'admin']);
/** An 'ignored' row is not deleted, so that the log names an ignored correction only once. */
export const correctionStateEnum = pgEnum('correction_state', ['counting', 'needs-admin', 'ignored']);
export const entryKindEnum = pgEnum('entry_kind', entryKinds);

export const noticeKindEnum = pgEnum('notice_kind', noticeKinds);

export const chatServiceEnum = pgEnum('chat_service', chatServices);
export const chatFailureEnum = pgEnum('chat_failure', chatFailures);

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
/** Integer hundredths of a Ching. */
const money = (name: string) => bigint(name, { mode: 'number' });

/** A 64-bit transaction id, never reused, as text. */
const transactionNumber = customType<{ data: string }>({ dataType: () => 'xid8' });

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

export const users = pgTable('users', {
  id: uuid().primaryKey(),
  email: text().notNull(),
  /** The address in lower case: one account per address, whatever its case. */
  emailNorm: text('email_norm').notNull().unique(),
  passwordHash: text('password_hash').notNull(),
  firstName: text('first_name'),
  lastName: text('last_name'),
  username: text(),
  isAdmin: boolean('is_admin').notNull().default(false),
  createdAt: instant('created_at').notNull().defaultNow(),
});

/** The columns that connect-pg-simple reads and writes; `expire` has a time zone. */
export const sessions = pgTable(
  'sessions',
  {
    sid: varchar().primaryKey(),
    sess: json().notNull(),
    expire: instant('expire').notNull(),
  },
  (t) => [index('sessions_expire').on(t.expire), index('sessions_user').on(sql`((${t.sess} #>> '{passport,user}'))`)],
);

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
    /** How often the owner changed a date: the revision of the dates in members' calendars. */
    dateChanges: integer('date_changes').notNull().default(0),
    /** The owner's words to all members, and since when they stand; null without any. */
    announcement: text(),
    announcedAt: instant('announced_at'),
    /** How often the owner announced something: a notice of the last announcement replaces that of the one before. */
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
    joinedAt: instant('joined_at').notNull().defaultNow(),
    removedAt: instant('removed_at'),
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

/**
 * The group chat of a league, to which recaps and final standings are posted. What is still to be posted follows from
 * the frozen rows beyond `posted_week`. Source: docs/decisions/group-chat.md.
 */
export const leagueChats = pgTable(
  'league_chats',
  {
    leagueId: uuid('league_id')
      .primaryKey()
      .references(() => leagues.id, { onDelete: 'cascade' }),
    service: chatServiceEnum().notNull(),
    /** The URL of the webhook: whoever knows it can post. It is in no answer and no log line. */
    address: text().notNull(),
    /** Off after too many failures in a row, or once the webhook is gone; saving switches it on. */
    isOn: boolean('is_on').notNull().default(true),
    /** The last frozen week whose recap was posted, or was frozen before the chat was added. */
    postedWeek: integer('posted_week').notNull(),
    isFinalPosted: boolean('is_final_posted').notNull(),
    /** The failed posts since the last that succeeded. */
    failures: integer().notNull().default(0),
    lastFailure: chatFailureEnum('last_failure'),
    failedAt: instant('failed_at'),
    /** The earliest time of the next try after a failure; null without one. */
    dueAt: instant('due_at'),
    /** Until when one worker alone may post; null while none does. */
    claimedUntil: instant('claimed_until'),
    postedAt: instant('posted_at'),
  },
  (t) => [check('league_chats_failures', sql`${t.failures} >= 0`)],
);

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

/** One row per pull of a feed: how many events it had, which were quarantined and why, or why the pull failed. */
export const pulls = pgTable(
  'pulls',
  {
    id: uuid().primaryKey(),
    feed: text().notNull(),
    sport: sportEnum().notNull(),
    /** 'slate', 'odds', or the Eastern day that was pulled. */
    what: text().notNull(),
    at: instant('at').notNull(),
    tookMs: integer('took_ms').notNull(),
    /** Null if the pull succeeded. */
    failure: text(),
    seen: integer().notNull(),
    changed: integer().notNull(),
    quarantined: json().$type<{ eventId: string | null; reason: string }[]>().notNull(),
    unknownStatuses: json('unknown_statuses').$type<string[]>().notNull(),
  },
  (t) => [index('pulls_of_sport').on(t.sport, t.at), index('pulls_at').on(t.at)],
);

/** The current week of each sport that plays in weeks, by the feed's calendar. */
export const weeks = pgTable('weeks', {
  sport: sportEnum().primaryKey(),
  season: integer().notNull(),
  seasonType: seasonTypeEnum('season_type'),
  week: integer().notNull(),
  seenAt: instant('seen_at').notNull(),
});

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
     * The home team when an admin set or cleared a manual quote: by it the quote shows with the right teams after the
     * feed has changed them. Null on other rows, and on rows from before this column.
     */
    homeTeamId: text('home_team_id'),
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

/** The ledger entries, append-only: the role of the app has no right to change or delete one. */
export const ledger = pgTable(
  'ledger',
  {
    leagueId: uuid('league_id').notNull(),
    id: uuid().notNull(),
    userId: uuid('user_id').notNull(),
    /** Null for a grant and a rescue only. */
    ticketId: uuid('ticket_id'),
    kind: entryKindEnum().notNull(),
    round: integer().notNull(),
    amount: money('amount_cents').notNull(),
    at: instant('at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.leagueId, t.id] }),
    unique('ledger_once').on(t.leagueId, t.ticketId, t.kind, t.round),
    uniqueIndex('ledger_given_once').on(t.leagueId, t.userId, t.kind).where(sql`${t.ticketId} is null`),
    foreignKey({ columns: [t.leagueId, t.userId], foreignColumns: [members.leagueId, members.userId] }).onDelete(
      'cascade',
    ),
    index('ledger_member').on(t.leagueId, t.userId),
    index('ledger_given').on(t.leagueId, t.at).where(sql`${t.ticketId} is null`),
    // A new value of an enum cannot be used in the migration that adds it, so the check names the other kinds.
    check('ledger_ticket', sql`(${t.kind} in ('stake', 'payout', 'refund', 'reversal')) = (${t.ticketId} is not null)`),
  ],
);

/**
 * The order of a member's ledger entries in their statements, append-only. The first statement after an entry numbers
 * it: no bet writes here. Source: docs/decisions/statements.md.
 */
export const statementEntries = pgTable(
  'statement_entries',
  {
    leagueId: uuid('league_id').notNull(),
    userId: uuid('user_id').notNull(),
    /** 1 for the first entry of the member's statements. */
    number: integer().notNull(),
    entryId: uuid('entry_id').notNull(),
    /** The sum of this entry and all with a lower number. */
    balance: money('balance_cents').notNull(),
    /** Proves the entry and all with a lower number. */
    digest: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.leagueId, t.userId, t.number] }),
    unique('statement_entries_once').on(t.leagueId, t.entryId),
    foreignKey({ columns: [t.leagueId, t.entryId], foreignColumns: [ledger.leagueId, ledger.id] }).onDelete('cascade'),
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

/**
 * The mail queue. The transaction that causes a mail inserts it; the worker sends it: docs/decisions/mail-outbox.md.
 */
export const outbox = pgTable(
  'outbox',
  {
    id: uuid().primaryKey(),
    recipient: text().notNull(),
    subject: text().notNull(),
    /** Empty once sent. A letter with `resetUserId` has no body before either. */
    body: text().notNull(),
    /**
     * The user whose password the letter's link resets. Its body is written at sending: a stored link could be stolen.
     */
    resetUserId: uuid('reset_user_id'),
    /** The user of a letter whose words are written at its sending: server/letters/text.ts. */
    userId: uuid('user_id'),
    /** The kind of such a letter. */
    kind: text().$type<MailKind | 'confirmation'>(),
    /** The notices that it is about. */
    noticeIds: json('notice_ids').$type<string[]>().notNull().default([]),
    /** The path of the invitation that the reset link leads back to, if the user came from one. */
    next: text(),
    createdAt: instant('created_at').notNull().defaultNow(),
    attempts: integer().notNull().default(0),
    /** The earliest time of the next try; null once sent or given up. */
    dueAt: instant('due_at').defaultNow(),
    sentAt: instant('sent_at'),
  },
  (t) => [index('outbox_due').on(t.dueAt).where(sql`${t.dueAt} is not null`)],
);

/** Open password resets. Only the digest of a token is stored. */
export const passwordResets = pgTable(
  'password_resets',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [index('password_resets_user').on(t.userId)],
);

/**
 * The link of each user's calendar. Only the digest of its secret is stored. Rows have no foreign key, as memberships:
 * the deletion of a user deletes them.
 */
export const calendars = pgTable('calendars', {
  userId: uuid('user_id').primaryKey(),
  secretHash: text('secret_hash').notNull().unique(),
  madeAt: instant('made_at').notNull().defaultNow(),
});

/** The columns that rate-limiter-flexible reads and writes. */
export const rateLimits = pgTable('rate_limits', {
  key: varchar({ length: 255 }).primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: 'number' }),
});

/**
 * Acts of people that no other table records, or that others may ask about. Ids have no foreign keys, so that a line
 * outlives the user and the league that it names.
 */
export const auditLog = pgTable('audit_log', {
  id: uuid().primaryKey(),
  at: instant('at').notNull().defaultNow(),
  actorId: uuid('actor_id'),
  action: text().notNull(),
  leagueId: uuid('league_id'),
  detail: json().notNull(),
});

/** The leagues of the demo. Ids have no foreign keys, so that a league can be deleted without touching this table. */
export const demoLeagues = pgTable(
  'demo_leagues',
  {
    leagueId: uuid('league_id').primaryKey(),
    ownerId: uuid('owner_id').notNull(),
    /** The member as whom the visitor is signed in. */
    visitorId: uuid('visitor_id').notNull(),
    madeAt: instant('made_at').notNull().defaultNow(),
    /** Null while the league waits for a visitor. */
    claimedAt: instant('claimed_at'),
  },
  (t) => [index('demo_leagues_ready').on(t.madeAt).where(sql`${t.claimedAt} is null`)],
);

/**
 * Change notifications: a transaction that changes something inserts the topic; every process polls the table, to
 * refresh its caches and its open pages. Rows are only inserted, and the key starts with the transaction id, so writers
 * never wait for each other. By the transaction id a reader finds the rows that it has not read.
 */
export const changes = pgTable(
  'changes',
  {
    transaction: transactionNumber().notNull().default(sql`pg_current_xact_id()`),
    topic: text().notNull(),
    at: instant('at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.transaction, t.topic] }), index('changes_at').on(t.at)],
);

/**
 * The notices of users: one row a user, kind and subject, whatever happens to it later. A user's rows lie on the
 * coordinator, as memberships do. Source: docs/decisions/notifications.md.
 */
export const notifications = pgTable(
  'notifications',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id').notNull(),
    kind: noticeKindEnum().notNull(),
    /** Its subject within the kind: ids and numbers, such as a league and a day. */
    subject: text().notNull(),
    leagueId: uuid('league_id').notNull(),
    /** `NoticeFacts` of the kind: ids and numbers, never a name. */
    facts: jsonb().notNull(),
    /** Facts replace those of a lower version, such as of fewer settled tickets. */
    version: integer().notNull().default(1),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** When it last had news: its creation, or the facts of a higher version. */
    newsAt: instant('news_at').notNull().defaultNow(),
    /** Null while unread; news makes it unread. */
    readAt: instant('read_at'),
  },
  (t) => [
    unique('notifications_once').on(t.userId, t.kind, t.subject),
    index('notifications_list').on(t.userId, t.newsAt, t.id),
    index('notifications_unread').on(t.userId).where(sql`${t.readAt} is null`),
    index('notifications_subject').on(t.leagueId, t.kind, t.subject),
    index('notifications_news').on(t.newsAt),
  ],
);

/**
 * How users want their notices: a row for each user who has changed something. It lies on the coordinator, as the
 * notifications do. Source: docs/decisions/notice-settings.md.
 */
export const noticeSettings = pgTable(
  'notice_settings',
  {
    userId: uuid('user_id').primaryKey(),
    push: json().$type<PushChoices>().notNull().default({}),
    mail: json().$type<MailChoices>().notNull().default({}),
    /** Minutes of the day; both null without quiet hours. */
    quietFrom: integer('quiet_from').default(defaultQuietHours.from),
    quietUntil: integer('quiet_until').default(defaultQuietHours.until),
    /** An IANA time zone; null until a browser of the user has named one. */
    timeZone: text('time_zone'),
  },
  (t) => [
    check(
      'notice_settings_quiet',
      sql`(${t.quietFrom} is null) = (${t.quietUntil} is null) and ${t.quietFrom} <> ${t.quietUntil}
        and ${t.quietFrom} between 0 and 1439 and ${t.quietUntil} between 0 and 1439`,
    ),
  ],
);

/**
 * The last probe of each machine of a Citus. It lies on the coordinator, so that one process probes a machine for all.
 * A row without an answer stays so until a later probe has one.
 */
export const machineProbes = pgTable('machine_probes', {
  machineGroup: integer('machine_group').primaryKey(),
  startedAt: instant('started_at').notNull(),
  isAnswered: boolean('is_answered').notNull().default(true),
});

/**
 * The browsers to which notices are pushed. They lie on the coordinator, as the notifications do. Source:
 * docs/decisions/push.md.
 */
export const pushDevices = pgTable(
  'push_devices',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id').notNull(),
    /** The URL at which a push service takes pushes for the browser. Whoever has it and the keys can send some. */
    endpoint: text().notNull().unique(),
    /** The browser's public key and secret, by which pushes are encrypted (RFC 8291), as base64url. */
    p256dh: text().notNull(),
    auth: text().notNull(),
    /** The id in the browser's device cookie: signing out there removes the row. */
    browser: text().notNull(),
    /** 'Chrome on Android'. */
    label: text().notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** When a push service last took a push for it; null before. */
    lastUsedAt: instant('last_used_at'),
  },
  (t) => [index('push_devices_user').on(t.userId), index('push_devices_browser').on(t.browser)],
);

/**
 * The notices that are pushed, a row for each device of their user. The transaction that writes a notice inserts them, or
 * makes them due again if it has news; the worker sends them. Source: docs/decisions/push.md.
 */
export const pushes = pgTable(
  'pushes',
  {
    notificationId: uuid('notification_id')
      .notNull()
      .references(() => notifications.id, { onDelete: 'cascade' }),
    deviceId: uuid('device_id')
      .notNull()
      .references(() => pushDevices.id, { onDelete: 'cascade' }),
    attempts: integer().notNull().default(0),
    /** The earliest time of the next try; null once sent, given up, or not wanted. */
    dueAt: instant('due_at').defaultNow(),
    /** When a push service last took it; null before. */
    sentAt: instant('sent_at'),
  },
  (t) => [
    primaryKey({ columns: [t.notificationId, t.deviceId] }),
    index('pushes_due').on(t.dueAt).where(sql`${t.dueAt} is not null`),
    index('pushes_device').on(t.deviceId),
  ],
);

/**
 * Whether the address of a user may get letters about leagues: a row for each user who has asked for some. Only the
 * digest of a link's token is stored. It lies on the coordinator, as the notifications do. Source:
 * docs/decisions/letters.md.
 */
export const mailAddresses = pgTable('mail_addresses', {
  userId: uuid('user_id').primaryKey(),
  /** The address that the other columns are about: another one has to be confirmed anew. */
  emailNorm: text('email_norm').notNull(),
  /** When the last letter that asks for the confirmation was queued. */
  askedAt: instant('asked_at').notNull().defaultNow(),
  tokenHash: text('token_hash').unique(),
  expiresAt: instant('expires_at'),
  confirmedAt: instant('confirmed_at'),
  /** When the last digest was queued; null before. */
  digestAt: instant('digest_at'),
});

/**
 * The notices that come by mail, for users who have switched their kind on. The transaction that writes a notice inserts
 * them; the worker puts those that are due into letters. Source: docs/decisions/letters.md.
 */
export const mails = pgTable(
  'mails',
  {
    notificationId: uuid('notification_id')
      .primaryKey()
      .references(() => notifications.id, { onDelete: 'cascade' }),
    userId: uuid('user_id').notNull(),
    /** The earliest time of its letter; null once it is in one, or not wanted any more. */
    dueAt: instant('due_at'),
  },
  (t) => [index('mails_due').on(t.dueAt).where(sql`${t.dueAt} is not null`), index('mails_user').on(t.userId)],
);

/** Whether a user wants notices on devices. A user who was not asked, or has not answered, has no row. */
export const pushAnswers = pgTable('push_answers', {
  userId: uuid('user_id').primaryKey(),
  isWanted: boolean('is_wanted').notNull(),
  at: instant('at').notNull().defaultNow(),
});

/** How far a job of the workers has come: what was committed before this time is done. */
export const watermarks = pgTable('watermarks', {
  name: text().primaryKey(),
  at: instant('at').notNull(),
});

/** One row per worker process: when it last ran a job. */
export const heartbeats = pgTable('heartbeats', {
  worker: text().primaryKey(),
  at: instant('at').notNull(),
});
