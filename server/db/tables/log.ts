import { integer, json, pgEnum, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { type LoggedSettings, loggedActs } from '#shared/domain/league-log.ts';
import { instant } from './columns.ts';
import { leagues } from './leagues.ts';

export const loggedActEnum = pgEnum('logged_act', loggedActs);

/**
 * The acts of those who run a league, append-only. Names are looked up at reading. Source:
 * docs/decisions/running-a-league.md.
 */
export const leagueLog = pgTable(
  'league_log',
  {
    leagueId: uuid('league_id')
      .notNull()
      .references(() => leagues.id, { onDelete: 'cascade' }),
    /** 1 for the first act of the league. */
    number: integer().notNull(),
    at: instant('at').notNull(),
    actorId: uuid('actor_id').notNull(),
    act: loggedActEnum().notNull(),
    /** The member whom the act is about; null without one. */
    userId: uuid('user_id'),
    /** The changed settings before and after; null for other acts. */
    before: json().$type<LoggedSettings>(),
    after: json().$type<LoggedSettings>(),
  },
  (t) => [primaryKey({ columns: [t.leagueId, t.number] })],
);
