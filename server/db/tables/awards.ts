import { foreignKey, index, integer, json, pgEnum, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { type AwardFacts, awardKinds } from '#shared/domain/award.ts';
import { members } from './leagues.ts';
import { tickets } from './tickets.ts';

export const awardKindEnum = pgEnum('award_kind', awardKinds);

/**
 * What members earned in a league, append-only: written with the week, or with the standings, that it follows from.
 * Source: docs/house-rules.md#awards.
 */
export const awards = pgTable(
  'awards',
  {
    leagueId: uuid('league_id').notNull(),
    userId: uuid('user_id').notNull(),
    kind: awardKindEnum().notNull(),
    /** The week in which it was earned; of a title, the last week of the season. */
    week: integer().notNull(),
    /** The ticket that earned it; null where none did alone. */
    ticketId: uuid('ticket_id'),
    facts: json().$type<AwardFacts>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.leagueId, t.userId, t.kind, t.week] }),
    foreignKey({ columns: [t.leagueId, t.userId], foreignColumns: [members.leagueId, members.userId] }).onDelete(
      'cascade',
    ),
    foreignKey({ columns: [t.leagueId, t.ticketId], foreignColumns: [tickets.leagueId, tickets.id] }).onDelete(
      'cascade',
    ),
    index('awards_kind').on(t.leagueId, t.kind, t.week),
  ],
);
