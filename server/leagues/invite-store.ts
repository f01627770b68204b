import { and, asc, desc, eq, isNull } from 'drizzle-orm';
import { prepared } from '../db/prepared.ts';
import { leagues, members } from '../db/tables/leagues.ts';
import { users } from '../db/tables/users.ts';

/** The parts of the names of present members: the owner first, then those who joined first, `most` at most. */
export const listFirstNames = prepared(['leagueId', 'most'], (db, { leagueId, most }) =>
  db
    .select({
      displayName: members.displayName,
      username: users.username,
      firstName: users.firstName,
      lastName: users.lastName,
    })
    .from(members)
    .innerJoin(leagues, eq(leagues.id, members.leagueId))
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(eq(members.leagueId, leagueId), isNull(members.removedAt)))
    .orderBy(desc(eq(members.userId, leagues.ownerId)), asc(members.joinedAt), asc(members.userId))
    .limit(most),
);
