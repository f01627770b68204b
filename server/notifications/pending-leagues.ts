import { parseTopic } from '#shared/api/events.ts';
import { bettingDay, startOfBettingDay } from '#shared/domain/betting-day.ts';
import { databaseNow } from '../db/clock.ts';
import { type Database, isUnreachable } from '../db/connection.ts';
import type { Changes } from '../events/changes.ts';
import { runGroupsIsolated } from '../lib/run-isolated.ts';
import { writeLeagueNotices } from './league-notices.ts';
import { findWatermark, listAllLeagueIds, setWatermark } from './sources-store.ts';

/**
 * Chosen: a run of settling changes a league again and again. Its notices are written once it is quiet, so that a member
 * gets one for all tickets of the run, and that nothing is read again and again meanwhile.
 */
const quietMs = 2_000;
/** Chosen: a league that changes all the time gets its notices this often. */
const longestWaitMs = 30_000;
/**
 * Chosen: how long before its commit a row may say that it was written. A run of the worker is aborted after 20 minutes.
 * Longer than `sweepEveryMs`, so that a worker that starts goes back beyond the last sweep.
 */
const slackMs = 2 * 3_600_000;
/** Chosen: how often all leagues are read on a Citus, where the coordinator may crash before it commits a change. */
const sweepEveryMs = 3_600_000;
/** Chosen: a worker that starts reads so much more than it must. */
const storeEveryMs = 60_000;
/** Chosen: a statement reads so many leagues of one Postgres; few of them are large. */
const leaguesAtOnce = 100;
/** Chosen: requests and settling have the other connections. */
const groupsAtOnce = 2;

/**
 * A league that has changed since its notices were written.
 *
 * since            the time from which on its changes are not noticed.
 * firstMs, lastMs  when its first and its last change were seen, by a monotonic clock.
 */
type Pending = { since: Date; firstMs: number; lastMs: number };

export type NoticeWriter = {
  /** Writes the notices of the leagues that are quiet. Returns their number. Throws after all if a league failed. */
  run(database: Database, stop?: AbortSignal): Promise<number>;
};

/**
 * Writes the notices of leagues that have changed, as `changes` reports them: in whatever order transactions commit, none
 * is missed. The first run, and one after missed changes, goes through all leagues.
 *
 * Two workers may do this at once, and each may be killed at any moment: rows decide what is written. The watermark is a
 * time before which everything is noticed. It stays where it is while a league fails, or lies on a lost machine, and a
 * worker that starts goes back to it. Source: docs/decisions/notifications.md.
 */
export function createNoticeWriter(
  changes: Changes,
  monotonicMs: () => number = () => performance.now(),
): NoticeWriter {
  const pending = new Map<string, Pending>();
  const done = new Set<string>();
  let doneOn = '';
  let changed = new Set<string>();
  let hasMissed = true;
  /** The database's time before the last read of changes: those that this run sees were committed later. */
  let readAt: Date | null = null;
  let sweptAt: { at: Date; ms: number } | null = null;
  let storedMs = Number.NEGATIVE_INFINITY;

  changes.onChange((topics) => {
    if (topics === null) hasMissed = true;
    for (const topic of topics ?? []) {
      const { leagueId, requestsOf } = parseTopic(topic);
      const id = leagueId ?? requestsOf;
      if (id !== null) changed.add(id);
    }
  });

  return {
    run: async (database, stop) => {
      const now = await databaseNow(database.db);
      await changes.refresh(0);
      await addChanged(database, now);
      try {
        return await writeDue(database, stop);
      } finally {
        readAt = now;
        await storeWatermark(database, now);
      }
    },
  };

  async function addChanged({ db, machines }: Database, now: Date): Promise<void> {
    const ms = monotonicMs();
    const since = readAt ?? earliest([(await findWatermark(db)) ?? now, now]);
    for (const id of changed) {
      const before = pending.get(id);
      pending.set(id, { since: before?.since ?? since, firstMs: before?.firstMs ?? ms, lastMs: ms });
    }
    changed = new Set();
    const isDue = !machines.isOnePostgres && sweptAt !== null && ms - sweptAt.ms >= sweepEveryMs;
    if (!hasMissed && !isDue) return;
    const from = earliest([since, sweptAt?.at ?? since]);
    const long = Number.NEGATIVE_INFINITY; // quiet at once
    for (const id of await listAllLeagueIds(db)) {
      pending.set(id, { since: earliest([from, pending.get(id)?.since ?? from]), firstMs: long, lastMs: long });
    }
    hasMissed = false;
    sweptAt = { at: now, ms };
  }

  async function writeDue(database: Database, stop?: AbortSignal): Promise<number> {
    let notices = 0;
    const ms = monotonicMs();
    const isDue = ({ firstMs, lastMs }: Pending) => ms - lastMs >= quietMs || ms - firstMs >= longestWaitMs;
    const due = new Map([...pending].filter(([, league]) => isDue(league)));
    const windowOf = windowsOf(due);
    await runGroupsIsolated(
      groupsOf(
        database.machines.reachable([...due.keys()]),
        windowOf,
        database.machines.isOnePostgres ? leaguesAtOnce : 1,
      ),
      (id) => `writing notices of league ${id}`,
      async (ids) => {
        stop?.throwIfAborted();
        const written = await writeLeagueNotices(database, ids, windowOf(ids[0]), done);
        notices += written; // `notices += await` would lose what another group adds meanwhile
        for (const id of ids) if (pending.get(id) === due.get(id)) pending.delete(id);
        await changes.refresh(1_000); // a process that does not read for long misses changes
      },
      { isFatal: isUnreachable, concurrency: groupsAtOnce },
    );
    return notices;
  }

  async function storeWatermark({ db }: Database, now: Date): Promise<void> {
    const today = bettingDay(now);
    if (doneOn !== today) done.clear();
    doneOn = today;
    if (monotonicMs() - storedMs < storeEveryMs) return;
    await setWatermark(db, earliest([now, ...[...pending.values()].map(({ since }) => since)]));
    storedMs = monotonicMs();
  }
}

/**
 * Returns the begin of the betting day from which on the rows of a pending league are read. Computes it once for all
 * leagues of a time: of 5,000 leagues that saves half a second.
 */
function windowsOf(pending: ReadonlyMap<string, Pending>): (id: string) => Date {
  const windows = new Map<number, Date>();
  return (id) => {
    const since = pending.get(id)?.since.getTime();
    if (since === undefined) throw new Error('a league without a change');
    const window = windows.get(since) ?? startOfBettingDay(bettingDay(new Date(since - slackMs)));
    windows.set(since, window);
    return window;
  };
}

/** Groups of at most `most` leagues with one window each. */
function groupsOf(ids: readonly string[], windowOfId: (id: string) => Date, most: number): [string, ...string[]][] {
  const groups: [string, ...string[]][] = [];
  const open = new Map<number, [string, ...string[]]>();
  for (const id of ids) {
    const window = windowOfId(id).getTime();
    const group = open.get(window);
    if (group && group.length < most) group.push(id);
    else {
      const next: [string, ...string[]] = [id];
      open.set(window, next);
      groups.push(next);
    }
  }
  return groups;
}

function earliest(times: readonly Date[]): Date {
  return times.reduce((least, at) => (at < least ? at : least));
}
