import type { Topic } from '#shared/api/events.ts';
import type { Db } from '../db/connection.ts';
import { changesRetentionMs, changesSince } from './store.ts';

/** Is told what changed; null when so much time passed that nobody knows: anything may have. */
type Listener = (topics: ReadonlySet<Topic> | null) => void;

export type Changes = {
  onChange(listener: Listener): void;
  /**
   * Resolves once the listeners have been told of everything that was committed longer than `withinMs` ago. Callers
   * share a look at the database wherever one is recent enough; it rejects when there is none to be had.
   */
  refresh(withinMs: number): Promise<void>;
};

type Refresh = { begunAt: number; done: Promise<void> };

/** What any process changed, as this one finds it in the database when it looks. */
export function watchChanges(db: Db, nowMs: () => number = Date.now): Changes {
  const listeners: Listener[] = [];
  let since: string | null = null;
  let lookedAt = 0;
  let told = new Set<string>();
  let latest: Refresh | null = null;
  let following: Refresh | null = null;

  return {
    onChange: (listener) => void listeners.push(listener),
    refresh: (withinMs) => {
      if (latest && Math.abs(nowMs() - latest.begunAt) < withinMs) return latest.done;
      // One look at a time, so that each goes on from the one before it; who comes meanwhile shares the next.
      following ??= follow(latest);
      return following.done;
    },
  };

  function follow(before: Refresh | null): Refresh {
    const next: Refresh = { begunAt: 0, done: Promise.resolve() };
    next.done = (before?.done ?? Promise.resolve())
      .catch(() => undefined) // told to those who waited for it
      .then(() => {
        next.begunAt = nowMs();
        latest = next;
        following = null;
        return read(next.begunAt);
      });
    next.done.catch(() => {
      if (latest === next) latest = null;
    });
    return next;
  }

  async function read(at: number): Promise<void> {
    const { next, changes } = await changesSince(db, since);
    const isFirst = since === null;
    const isLost = since !== null && (Math.abs(at - lookedAt) > changesRetentionMs / 2 || BigInt(next) < BigInt(since));
    const fresh = changes.filter((change) => !told.has(keyOf(change)));
    // Only what the next look will read again has to be remembered.
    told = new Set(changes.filter(({ transaction }) => BigInt(transaction) >= BigInt(next)).map(keyOf));
    since = next;
    lookedAt = at;
    if (isLost) tell(null);
    else if (!isFirst && fresh.length > 0) tell(new Set(fresh.map(({ topic }) => topic)));
  }

  function tell(topics: ReadonlySet<Topic> | null): void {
    for (const listener of listeners) listener(topics);
  }
}

function keyOf({ transaction, topic }: { transaction: string; topic: Topic }): string {
  return `${transaction} ${topic}`;
}
