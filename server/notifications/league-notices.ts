import { freezeAfterMs } from '#shared/domain/week.ts';
import type { Database, Db } from '../db/connection.ts';
import { findBareLeague } from '../leagues/store.ts';
import { findWeek } from '../leagues/weeks-store.ts';
import {
  announcedNotices,
  askedNotices,
  correctedNotices,
  finalNotices,
  joinedNotices,
  recapNotices,
  seasonNotices,
  settledNotices,
  withRanks,
} from './derive.ts';
import { notify } from './notify.ts';
import {
  keyOf,
  type LeagueIds,
  listAllMembers,
  listAsked,
  listCorrectedRounds,
  listFinalRows,
  listJoined,
  listNewAnnouncements,
  listNewFinals,
  listNewSeasons,
  listNewWeeks,
  listReadersOf,
  listSettledDays,
  listTotalsOf,
  listVersions,
} from './sources-store.ts';
import type { NewNotice } from './store.ts';

/** Chosen: a transaction of so many notices takes some ten milliseconds. */
const noticesAtOnce = 1_000;

/**
 * Writes what the members of these leagues are to be notified of: tickets that were settled or corrected, weeks that
 * were frozen, standings that became final, members who joined or ask to, what was announced, and next seasons, all
 * since `since`. Returns the number of notices.
 *
 * All of it follows from rows that never change, except for announcements, of which the last one alone is notified, and
 * requests to join, which an answer deletes. A
 * repetition finds the same notices, and writes those that are missing or have less in them, so that it may be
 * interrupted anywhere. Source: docs/decisions/notifications.md.
 *
 * since  the begin of a betting day: the notice of a day is made from all its rows.
 * done   the weeks, standings and announcements whose notices are all written. This adds to them, and reads none of
 *        them again.
 */
export async function writeLeagueNotices(
  database: Pick<Database, 'db' | 'withTx' | 'machines'>,
  leagueIds: LeagueIds,
  since: Date,
  done: Set<string>,
): Promise<number> {
  const { db } = database;
  const days = await listSettledDays(db, leagueIds, since);
  const toAll = await noticesToAll(database, leagueIds, since, done);
  const found = [
    ...settledNotices(days),
    ...correctedNotices(await listCorrectedRounds(db, leagueIds, since)),
    ...joinedNotices(await listJoined(db, leagueIds, since)),
    ...askedNotices(await listAsked(db, leagueIds, since)),
    ...toAll.flatMap(({ notices }) => notices),
  ];
  const fresh = await withoutWritten(db, found);
  const written =
    fresh.length === 0 ? 0 : await writeAll(database, withRanks(fresh, await listTotalsOf(db, leagueIds), days));
  for (const { what } of toAll) done.add(what);
  return written;
}

/** The notices of weeks, standings, announcements and next seasons that are not done: each is one to every member. */
async function noticesToAll(
  { db, machines }: Pick<Database, 'db' | 'machines'>,
  leagueIds: LeagueIds,
  since: Date,
  done: ReadonlySet<string>,
) {
  const toAll: { what: string; notices: NewNotice[] }[] = [];
  for (const { leagueId, number } of await listNewWeeks(db, leagueIds, since)) {
    const what = `week ${number} of ${leagueId}`;
    const week = done.has(what) ? null : await findWeek(db, leagueId, number);
    if (week)
      toAll.push({
        what,
        notices: recapNotices(leagueId, number, week.facts, new Date(week.endsAt.getTime() + freezeAfterMs)),
      });
  }
  for (const { leagueId, finalizedAt } of await listNewFinals(db, leagueIds, since)) {
    const what = `standings of ${leagueId}`;
    if (done.has(what)) continue;
    toAll.push({ what, notices: finalNotices(leagueId, await listFinalRows(db, leagueId), finalizedAt) });
  }
  for (const announced of await listNewAnnouncements(db, leagueIds, since)) {
    const { leagueId, at, version } = announced;
    const what = `announcement ${version} of ${leagueId}`;
    if (done.has(what)) continue;
    toAll.push({ what, notices: announcedNotices(announced, await listReadersOf(db, leagueId, at)) });
  }
  for (const started of await listNewSeasons(db, leagueIds, since)) {
    const { leagueId, nextId } = started;
    const what = `season ${nextId} of ${leagueId}`;
    if (done.has(what) || machines.unreachable([nextId]).length > 0) continue;
    const next = await findBareLeague(db, nextId);
    if (!next) continue; // claimed and not created, or deleted
    const known = new Set((await listAllMembers(db, nextId)).map(({ userId }) => userId));
    const present = (await listAllMembers(db, leagueId)).filter(({ isRemoved }) => !isRemoved);
    const invited = present.filter(({ userId }) => !known.has(userId));
    toAll.push({ what, notices: seasonNotices({ ...started, startedBy: next.ownerId }, invited) });
  }
  return toAll;
}

/** Those that are not written, or in a lower version. A correction that moved nothing is no news by itself. */
async function withoutWritten(db: Db, found: readonly NewNotice[]): Promise<NewNotice[]> {
  const subjects = new Map(found.map((notice) => [`${notice.kind} ${notice.subject}`, notice]));
  const wanted = [...subjects.values()].map(({ leagueId, kind, subject }) => ({ leagueId, kind, subject }));
  const versions = await listVersions(db, wanted);
  return found.filter((notice) => {
    const written = versions.get(keyOf(notice));
    if (written === undefined) return notice.kind !== 'corrected' || notice.facts.net !== 0;
    return written < notice.version;
  });
}

/** Writes notices in transactions of their own. Returns how many are new or have news. */
export async function writeAll({ withTx }: Pick<Database, 'withTx'>, notices: readonly NewNotice[]): Promise<number> {
  let written = 0;
  for (let from = 0; from < notices.length; from += noticesAtOnce) {
    const batch = notices.slice(from, from + noticesAtOnce);
    written += (await withTx((tx) => notify(tx, batch))).length;
  }
  return written;
}
