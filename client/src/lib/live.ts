import type { Query, QueryClient } from '@tanstack/react-query';
import { addressOf } from '#shared/api/endpoint.ts';
import { events, isOfNotices, parseTopic, type Topic } from '#shared/api/events.ts';
import { refreshMs } from './query-client.ts';

/**
 * The `meta` of a live query: `meta: changesWith(...)`. `startLive` refetches such a query when its data changes. A
 * query without it has only its own refresh interval.
 */
type LiveMeta = {
  concerns?: (topic: Topic, data: unknown) => boolean;
  /** The name of the shape of the data, by which a change of one thing in it finds every query that has it. */
  shape?: 'bets' | 'pages of bets';
};

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: LiveMeta;
  }
}

/**
 * The meta of a live query. `concerns` decides whether a change of `topic` affects the query; `data` is the query's
 * present data, undefined while there is none. Topics of an inbox and of a ticket's remarks concern their own queries
 * alone (`features/inbox/count-query.ts`, `tickets/remarks-cache.ts`): bets, money and leagues have topics of their own.
 */
export function changesWith<Data>(concerns: (topic: Topic, data: Data | undefined) => boolean): LiveMeta {
  const isOfOthers = (topic: Topic) => isOfNotices(topic) || parseTopic(topic).ticket !== null;
  return { concerns: (topic, data) => !isOfOthers(topic) && concerns(topic, data as Data | undefined) };
}

const topicListeners = new Set<(topic: Topic) => void>();

/** Calls `listener` with each topic that the page receives, until the returned function is called. */
export function onTopic(listener: (topic: Topic) => void): () => void {
  topicListeners.add(listener);
  return () => void topicListeners.delete(listener);
}

/** Chosen: a query is refetched at most once in this time, however often its data changes. */
const minIntervalMs = 1_000;
/**
 * Chosen: the pause after a refetch lasts this many times as long as the refetch took, so that a page does not load a
 * list of thousands of rows all the time.
 */
const pauseFactor = 10;
/**
 * Chosen: the longest pause, like the interval of the queries' own refreshes. A device may have slept during the
 * refetch, which then seems to have taken hours.
 */
const longestPauseMs = refreshMs;
/**
 * Chosen: the random delay between a change and the refetch, which spreads the requests of all pages. Another process
 * of the server may answer, and what it serves from its caches is at most 100 ms old.
 */
const delayMs = { least: 150, most: 400 };
/**
 * Chosen: the wait before reconnecting after the first failure. It doubles with each further failure, up to `longest`.
 */
const backoffMs = { first: 1_000, longest: 30_000 };

/**
 * Refetches the queries on screen when the server reports a change of their data, until the returned function is
 * called.
 *
 * A query that is not on screen is invalidated, and refetched when it is shown again. A hidden page disconnects. After
 * each connection all live queries are refetched, because changes may have been missed. Without a connection only the
 * queries' own refresh intervals apply. The connection has the session of the moment of the call: after a sign-in or
 * sign-out the caller must start again. Source: docs/decisions/change-notifications.md.
 */
export function startLive(client: QueryClient, connect = () => new EventSource(addressOf(events, null))): () => void {
  const timers = new Map<Query, ReturnType<typeof setTimeout>>();
  /** The earliest next refetch of each query, by `performance.now()`: a device clock that is set does not change it. */
  const pausedUntil = new WeakMap<Query, number>();
  let source: EventSource | null = null;
  let reconnect: ReturnType<typeof setTimeout> | null = null;
  let failures = 0;

  document.addEventListener('visibilitychange', followVisibility);
  followVisibility();
  return () => {
    document.removeEventListener('visibilitychange', followVisibility);
    disconnect();
    for (const timer of timers.values()) clearTimeout(timer);
  };

  function followVisibility(): void {
    if (document.hidden) disconnect();
    else if (source === null && reconnect === null) listen();
  }

  function listen(): void {
    reconnect = null;
    source = connect();
    source.onopen = () => {
      failures = 0;
      refresh(() => true);
    };
    source.onmessage = ({ data }) => {
      const topic = events.reply.safeParse(data);
      if (!topic.success) return;
      for (const listener of topicListeners) listener(topic.data);
      refresh((query) => query.meta?.concerns?.(topic.data, query.state.data) ?? false);
    };
    // EventSource reconnects by itself after a lost connection, but not after a refusal.
    source.onerror = () => {
      disconnect();
      const waitMs = Math.min(backoffMs.longest, backoffMs.first * 2 ** failures);
      failures += 1;
      reconnect = setTimeout(listen, waitMs * randomBetween(0.5, 1));
    };
  }

  function disconnect(): void {
    source?.close();
    source = null;
    if (reconnect !== null) clearTimeout(reconnect);
    reconnect = null;
  }

  function refresh(isConcerned: (query: Query) => boolean): void {
    for (const query of client.getQueryCache().getAll()) {
      if (!query.meta?.concerns || !isConcerned(query)) continue;
      if (query.isActive()) schedule(query);
      else query.invalidate();
    }
  }

  /** Schedules one refetch. Further changes until then need no other. */
  function schedule(query: Query): void {
    if (timers.has(query)) return;
    const untilNextMs = (pausedUntil.get(query) ?? 0) - performance.now();
    const timer = setTimeout(
      () => {
        timers.delete(query);
        // A running fetch may return data from before the change. The refetch waits for it: on a slow connection,
        // aborting it could leave the page without any data.
        if (query.state.fetchStatus === 'fetching') schedule(query);
        else void refetch(query);
      },
      Math.max(randomBetween(delayMs.least, delayMs.most), untilNextMs),
    );
    timers.set(query, timer);
  }

  /** Measures this refetch alone: the query's own refreshes run in between. */
  async function refetch(query: Query): Promise<void> {
    const startedAt = performance.now();
    pausedUntil.set(query, startedAt + minIntervalMs);
    await client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    const tookMs = performance.now() - startedAt;
    const pauseMs = Math.min(tookMs * pauseFactor, tookMs + longestPauseMs);
    pausedUntil.set(query, startedAt + Math.max(minIntervalMs, pauseMs));
  }
}

function randomBetween(least: number, most: number): number {
  return least + Math.random() * (most - least);
}
