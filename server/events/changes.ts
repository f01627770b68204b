import type { Topic } from '#shared/api/events.ts';
import type { Db } from '../db/connection.ts';
import { changesRetentionMs, changesSince } from './store.ts';

/** Receives the topics that changed. Null means that changes were missed: anything may have changed. */
type Listener = (topics: ReadonlySet<Topic> | null) => void;

export type Changes = {
  onChange(listener: Listener): void;
  /**
   * Resolves once the listeners know every change that was committed longer than `withinMs` ago. Callers share one
   * query: a query that started less than `withinMs` ago serves them all. Rejects if the database cannot be read.
   */
  refresh(withinMs: number): Promise<void>;
};

type Refresh = { startedAt: number; done: Promise<void> };

/**
 * Polls the `changes` table for the changes of all processes and notifies the listeners of this process.
 * Why polling: docs/decisions/change-notifications.md.
 */
export function watchChanges(db: Db, nowMs: () => number = Date.now): Changes {
  const listeners: Listener[] = [];
  let since: string | null = null;
  let readAt = 0;
  let serverStartedAt: string | null = null;
  let reported = new Set<string>();
  let latest: Refresh | null = null;
  let following: Refresh | null = null;

  return {
    onChange: (listener) => void listeners.push(listener),
    refresh: (withinMs) => {
      if (latest && Math.abs(nowMs() - latest.startedAt) < withinMs) return latest.done;
      // One query at a time: each continues where the last one ended. Callers that come meanwhile share the next query.
      following ??= follow(latest);
      return following.done;
    },
  };

  function follow(before: Refresh | null): Refresh {
    const next: Refresh = { startedAt: 0, done: Promise.resolve() };
    next.done = (before?.done ?? Promise.resolve())
      .catch(() => undefined) // the callers of that refresh have its error
      .then(() => {
        next.startedAt = nowMs();
        latest = next;
        following = null;
        return read(next.startedAt);
      });
    next.done.catch(() => {
      if (latest === next) latest = null;
    });
    return next;
  }

  async function read(at: number): Promise<void> {
    const { next, startedAt, changes } = await changesSince(db, since);
    const isFirst = since === null;
    // Citus commits a bet on the league's machine before it commits the change: a restart of this server between the
    // two loses the change. After the crash of one session Postgres goes on without a restart: that is not noticed.
    const hasRestarted = startedAt !== serverStartedAt;
    const isLost =
      since !== null &&
      (hasRestarted || Math.abs(at - readAt) > changesRetentionMs / 2 || BigInt(next) < BigInt(since));
    const fresh = changes.filter((change) => !reported.has(keyOf(change)));
    // The next query reads only these changes again.
    reported = new Set(changes.filter(({ transaction }) => BigInt(transaction) >= BigInt(next)).map(keyOf));
    since = next;
    serverStartedAt = startedAt;
    readAt = at;
    if (isLost) notify(null);
    else if (!isFirst && fresh.length > 0) notify(new Set(fresh.map(({ topic }) => topic)));
  }

  function notify(topics: ReadonlySet<Topic> | null): void {
    for (const listener of listeners) listener(topics);
  }
}

function keyOf({ transaction, topic }: { transaction: string; topic: Topic }): string {
  return `${transaction} ${topic}`;
}
