import type { Query, QueryClient } from '@tanstack/react-query';
import { addressOf } from '#shared/api/endpoint.ts';
import { events, type Topic } from '#shared/api/events.ts';

/**
 * What a query says in its `meta` to be read anew when something changes: `meta: changesWith(...)`. A query without it
 * is left to its own refreshes. Whoever writes a new one has nothing else to do.
 */
type LiveMeta = { concerns?: (topic: Topic, data: unknown) => boolean };

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: LiveMeta;
  }
}

/** The meta of a query that what changed concerns or not, given what the query holds; undefined before it holds anything. */
export function changesWith<Data>(concerns: (topic: Topic, data: Data | undefined) => boolean): LiveMeta {
  return { concerns: (topic, data) => concerns(topic, data as Data | undefined) };
}

/** Ours: a page asks the same thing at most once in so long, however often it changes. */
const againMs = 1_000;
/** Ours: how many times as long as its last answer took it rests: a history of thousands is not to be read all the time. */
const restsBy = 10;
/** Ours: and no longer than this, the pace of the queries' own refreshes: a device may have slept over an answer. */
const restsAtMostMs = 30_000;
/**
 * Ours: how long after a change its readers ask, each at another moment. Any process of the server may answer, and each
 * looks for changes within a tenth of a second.
 */
const asksAfterMs = { least: 150, most: 400 };
/** Ours: how long after a failure a new connection is tried, doubled by each further one up to the second. */
const retryMs = { first: 1_000, longest: 30_000 };

/**
 * Reads anew what is on screen when the server says that it changed, until the returned function is called.
 *
 * A query that is not on screen is read when it is shown again. A hidden page does not listen; whenever a connection
 * begins, everything that may have been missed is read. Without a connection the queries' own refreshes stand. The
 * caller's session is that of the moment of the call: who signs in or out begins anew. Source: design D21.
 */
export function startLive(client: QueryClient, connect = () => new EventSource(addressOf(events, null))): () => void {
  const due = new Map<Query, ReturnType<typeof setTimeout>>();
  /** Until when each query is not asked again, in milliseconds of the device's clock. */
  const rests = new WeakMap<Query, number>();
  let source: EventSource | null = null;
  let retry: ReturnType<typeof setTimeout> | null = null;
  let failures = 0;

  document.addEventListener('visibilitychange', follow);
  follow();
  return () => {
    document.removeEventListener('visibilitychange', follow);
    disconnect();
    for (const timer of due.values()) clearTimeout(timer);
  };

  function follow(): void {
    if (document.hidden) disconnect();
    else if (source === null && retry === null) listen();
  }

  function listen(): void {
    retry = null;
    source = connect();
    source.onopen = () => {
      failures = 0;
      renew(() => true);
    };
    source.onmessage = ({ data }) => {
      const topic = events.reply.safeParse(data);
      if (topic.success) renew((query) => query.meta?.concerns?.(topic.data, query.state.data) ?? false);
    };
    // The browser would come back by itself after a break, but not after a refusal.
    source.onerror = () => {
      disconnect();
      const waitMs = Math.min(retryMs.longest, retryMs.first * 2 ** failures);
      failures += 1;
      retry = setTimeout(listen, waitMs * between(0.5, 1));
    };
  }

  function disconnect(): void {
    source?.close();
    source = null;
    if (retry !== null) clearTimeout(retry);
    retry = null;
  }

  function renew(isConcerned: (query: Query) => boolean): void {
    for (const query of client.getQueryCache().getAll()) {
      if (!query.meta?.concerns || !isConcerned(query)) continue;
      if (query.isActive()) ask(query);
      else query.invalidate();
    }
  }

  /** Once soon, whatever else happens until then. */
  function ask(query: Query): void {
    if (due.has(query)) return;
    const waitMs = Math.max(between(asksAfterMs.least, asksAfterMs.most), (rests.get(query) ?? 0) - Date.now());
    const timer = setTimeout(() => {
      due.delete(query);
      // An answer that is under way may be older than the change, but on a slow line it is all there is: it comes first.
      if (query.state.fetchStatus === 'fetching') ask(query);
      else void read(query);
    }, waitMs);
    due.set(query, timer);
  }

  /** How long an answer takes is taken from this reading alone: the query's own refreshes come between. */
  async function read(query: Query): Promise<void> {
    const askedAt = Date.now();
    rests.set(query, askedAt + againMs);
    await client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    const tookMs = Date.now() - askedAt;
    rests.set(query, askedAt + Math.max(againMs, Math.min(tookMs * restsBy, tookMs + restsAtMostMs)));
  }
}

function between(least: number, most: number): number {
  return least + Math.random() * (most - least);
}
