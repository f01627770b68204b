import { digest } from '../auth/digest.ts';
import type { Database, Db } from '../db/connection.ts';
import { listReachableLeagueIdsOf } from '../leagues/memberships-store.ts';
import { newSecret } from '../lib/ids.ts';
import { type CalendarEvent, leagueEvents, legEvent } from './events.ts';
import { deleteLinksOf, findUserOfLink, listCalendarLeagues, listCalendarLegs, replaceLink } from './store.ts';

const dayMs = 24 * 3_600_000;

/** Chosen: how long bets that are settled, and dates of leagues that are over, stay in a calendar. */
const settledMs = 7 * dayMs;
const pastDatesMs = 30 * dayMs;

/** Chosen: more than anybody reads, and a calendar of some 250 kB. */
const mostLegs = 500;

/**
 * Makes the user's calendar link, and returns its path and the time. Only the digest of its secret is stored: nobody
 * can read the link again, and an earlier one stops at once.
 */
export async function makeLink(db: Db, userId: string): Promise<{ path: string; madeAt: Date }> {
  const secret = newSecret(32);
  const madeAt = await replaceLink(db, userId, digest(secret));
  return { path: `/calendar/${secret}.ics`, madeAt };
}

export async function removeLink(db: Db, userId: string): Promise<void> {
  await deleteLinksOf(db, [userId]);
}

/** The user whose link has this secret; null for any other text. */
export async function userOfSecret(db: Db, secret: string): Promise<string | null> {
  return /^[\w-]{43}$/.test(secret) ? findUserOfLink(db, digest(secret)) : null;
}

/**
 * The events of a user's calendar at `now`: the games of their own bets that are open or were settled of late, and the
 * dates of the leagues that they are in. Leagues of lost machines are left out, and come back with their machine.
 *
 * site  the public URL.
 */
export async function listEvents(
  database: Database,
  userId: string,
  now: Date,
  site: string,
): Promise<CalendarEvent[]> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  const { leagueIds } = await listReachableLeagueIdsOf(database, userId);
  const legs = await listCalendarLegs(database, leagueIds, userId, before(settledMs), mostLegs);
  const leagues = await listCalendarLeagues(database, leagueIds, userId);
  return [
    ...legs.map((leg) => legEvent(leg, site)),
    ...leagues.flatMap((league) => leagueEvents(league, before(pastDatesMs), site)),
  ];
}
