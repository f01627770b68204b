import { closingBetween, isReminderTime, lastDayOf } from '#shared/domain/reminder-times.ts';
import { weekOf } from '#shared/domain/week.ts';
import { databaseNow } from '../db/clock.ts';
import { type Database, isUnreachable } from '../db/connection.ts';
import { reachableLeagues } from '../db/reach.ts';
import { findBareLeague } from '../leagues/store.ts';
import { listMissingWeeks } from '../leagues/title.ts';
import { runIsolated } from '../lib/run-isolated.ts';
import { writeAll } from './league-notices.ts';
import { listClosing, listMembersBefore, listWithTitle } from './reminders-store.ts';

/** Chosen: FEED_POLL_SECONDS may be one. */
const everyMs = 60_000;

export type ReminderWriter = {
  /** Writes the reminders that are due. Returns their number. Throws after all if a league failed. */
  run(database: Database, stop?: AbortSignal): Promise<number>;
};

/**
 * Writes the reminders of a week that does not count for the title yet, and of a league that closes to bets tomorrow. A
 * process goes through each league once; a worker that starts goes through all again, and writes nothing twice.
 */
export function createReminderWriter(monotonicMs: () => number = () => performance.now()): ReminderWriter {
  let notBeforeMs = Number.NEGATIVE_INFINITY;
  const done = new Map<string, Date>();

  return {
    run: async (database, stop) => {
      if (monotonicMs() < notBeforeMs) return 0;
      notBeforeMs = monotonicMs() + everyMs;
      const now = await databaseNow(database.db);
      for (const [subject, until] of done) if (until <= now) done.delete(subject);
      let written = 0;
      const reminders = [
        ...(await closing(database, now)),
        ...(isReminderTime(now) ? await missing(database, now) : []),
      ];
      await runIsolated(
        reminders.filter(({ subject }) => !done.has(subject)),
        ({ subject }) => `reminding of ${subject}`,
        async ({ subject, until, write }) => {
          stop?.throwIfAborted();
          written += await write();
          done.set(subject, until);
        },
        { isFatal: isUnreachable },
      );
      return written;
    },
  };
}

/** The reminders of one league. `until`: when they are no longer due. */
type Due = { subject: string; until: Date; write(): Promise<number> };

async function closing(database: Database, now: Date): Promise<Due[]> {
  const { these } = await reachableLeagues(database);
  const { from, until } = closingBetween(now);
  return (await listClosing(database.db, these, from, until)).map(({ leagueId, endDate }) => {
    const subject = `${leagueId}:${endDate.toISOString()}`;
    const write = async () => {
      const userIds = await listMembersBefore(database.db, leagueId, lastDayOf(endDate));
      const facts = { endsAt: endDate.toISOString() };
      const notice = { kind: 'closes', leagueId, subject, version: 1, at: now, facts } as const;
      return writeAll(
        database,
        userIds.map((userId) => ({ ...notice, userId })),
      );
    };
    return { subject, until: endDate, write };
  });
}

async function missing(database: Database, now: Date): Promise<Due[]> {
  const { db } = database;
  const { these } = await reachableLeagues(database);
  return (await listWithTitle(db, these)).map(({ leagueId, createdAt }) => {
    const { number, endsAt } = weekOf(now, createdAt);
    const subject = `${leagueId}:${number}`;
    const write = async () => {
      const league = await findBareLeague(db, leagueId);
      const userIds = league ? await listMembersBefore(db, leagueId, now) : [];
      const weeks = league ? await listMissingWeeks(db, league, userIds, now) : [];
      return writeAll(
        database,
        weeks.map(({ userId, endsAt: ends, ...facts }) => {
          const notice = { kind: 'eligibility', leagueId, userId, subject, version: 1, at: now } as const;
          return { ...notice, facts: { ...facts, endsAt: ends.toISOString() } };
        }),
      );
    };
    return { subject, until: endsAt, write };
  });
}
