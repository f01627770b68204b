import type { Writable } from 'node:stream';
import type { Logger } from 'pino';
import type { Topic } from '#shared/api/events.ts';
import { type Db, isUnreachable } from '../db/connection.ts';
import { Refusal } from '../lib/refusal.ts';
import type { Changes } from './changes.ts';
import { listMembersAmong } from './store.ts';

const lookEveryMs = 500;
/** Some proxies cut what is silent for a minute, some sooner. */
const ticksPerHeartbeat = 40;
/** Ours: how long a stream may outlive its session, with nothing but sports on it. */
const ticksPerSessionCheck = 10;
/** Ours: hundreds of topics. Who has not taken them is not listening any more. */
const unreadBytesAtMost = 16_384;
/** How a browser that was cut off waits before it comes back. */
const retryMs = 3_000;
/** Ours, each of one process: a person with many tabs and devices, a large household or office, what a process can carry. */
const streamsAtMost = { ofUser: 20, ofAddress: 200, ofProcess: 10_000 };

type Caller = {
  userId: string | null;
  /** Null without a session: there is none to end the stream. */
  sessionId: string | null;
  address: string;
};

type Stream = Caller & { sink: Writable };

export type Streams = {
  /**
   * Begins a stream to the caller on what `begin` opens, and tells it what changes until either side ends it.
   * refuses  too many open streams of the caller (429), a process that is full or stopping (503).
   */
  open(caller: Caller, begin: () => Writable): Promise<void>;
  /** Ends every stream, and refuses further ones. */
  stop(): void;
};

type StreamDeps = {
  db: Db;
  changes: Changes;
  /** Which of these sessions are still signed in. */
  livingSessions: (ids: string[]) => Promise<Set<string>>;
  /** Multiplies every limit. */
  scale: number;
  tickMs?: number | undefined;
  log: Logger;
};

/**
 * The open event streams of this process. However many there are, one timer looks for changes for all of them, and only
 * while there are any. Whoever hears of a league is a member with a living session at that moment, by the database.
 */
export function createStreams({ db, changes, livingSessions, scale, log, tickMs = lookEveryMs }: StreamDeps): Streams {
  const streams = new Set<Stream>();
  const untold = new Set<Topic>();
  let timer: NodeJS.Timeout | null = null;
  let ticks = 0;
  let isTicking = false;
  let isStopped = false;

  changes.onChange((topics) => {
    if (topics === null) return endAll(streams); // they come back and read everything anew
    const sports = [...topics].filter((topic) => topic.startsWith('sport:'));
    if (sports.length > 0) for (const stream of streams) write(stream, events(sports));
    for (const topic of topics) if (topic.startsWith('league:') && streams.size > 0) untold.add(topic);
  });

  return {
    open: async (caller, begin) => {
      await changes.refresh(tickMs); // a first look tells nothing: it must not come after what is to be heard
      if (isStopped) throw full();
      refuseTooMany(caller);
      const stream = { ...caller, sink: begin() };
      if (stream.sink.destroyed) return; // left during the look: its 'close' has been and gone
      streams.add(stream);
      stream.sink.on('error', () => stream.sink.destroy()); // cut off in the middle of a write
      stream.sink.on('close', () => leave(stream));
      write(stream, `retry: ${retryMs}\n\n`);
      timer ??= setInterval(() => void tick(), tickMs).unref();
    },
    stop: () => {
      isStopped = true;
      endAll(streams);
    },
  };

  function leave(stream: Stream): void {
    streams.delete(stream);
    if (streams.size > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
    untold.clear();
  }

  function refuseTooMany({ userId, address }: Caller): void {
    const all = [...streams];
    const isTooMany = (most: number, open: readonly Stream[]) => open.length >= most * scale;
    if (
      (userId !== null &&
        isTooMany(
          streamsAtMost.ofUser,
          all.filter((stream) => stream.userId === userId),
        )) ||
      isTooMany(
        streamsAtMost.ofAddress,
        all.filter((stream) => stream.address === address),
      )
    ) {
      const more = { retryAfter: 60, limit: 'streams' };
      throw new Refusal(429, 'too-many-streams', 'Too many open pages. Please close some.', more);
    }
    if (isTooMany(streamsAtMost.ofProcess, all)) throw full();
  }

  async function tick(): Promise<void> {
    ticks += 1;
    if (ticks % ticksPerHeartbeat === 0) for (const stream of streams) write(stream, ':\n\n');
    if (isTicking) return;
    isTicking = true;
    try {
      await changes.refresh(tickMs / 2);
      await tellLeagues();
      if (ticks % ticksPerSessionCheck === 0) await endSignedOut([...streams]);
    } catch (err) {
      if (!isUnreachable(err)) log.error({ err }, 'what changed could not be told');
    }
    isTicking = false;
  }

  async function tellLeagues(): Promise<void> {
    const topics = [...untold];
    const userIds = new Set([...streams].flatMap(({ userId }) => userId ?? []));
    untold.clear();
    if (topics.length === 0 || userIds.size === 0) return;
    try {
      const leagueIds = topics.map((topic) => topic.slice('league:'.length));
      const heard = new Map<string, Topic[]>();
      for (const { userId, leagueId } of await listMembersAmong(db, leagueIds, [...userIds])) {
        heard.set(userId, [...(heard.get(userId) ?? []), `league:${leagueId}`]);
      }
      const hearing = [...streams].filter(({ userId }) => userId !== null && heard.has(userId));
      await endSignedOut(hearing);
      for (const stream of hearing) {
        if (streams.has(stream)) write(stream, events(heard.get(stream.userId ?? '') ?? []));
      }
    } catch (error) {
      for (const topic of topics) untold.add(topic);
      throw error;
    }
  }

  async function endSignedOut(among: readonly Stream[]): Promise<void> {
    const ids = new Set(among.flatMap(({ sessionId }) => sessionId ?? []));
    if (ids.size === 0) return;
    const living = await livingSessions([...ids]);
    endAll(among.filter(({ sessionId }) => sessionId !== null && !living.has(sessionId)));
  }

  function write(stream: Stream, text: string): void {
    if (stream.sink.writableLength > unreadBytesAtMost) stream.sink.destroy();
    else stream.sink.write(text);
  }

  function endAll(ended: Iterable<Stream>): void {
    for (const stream of [...ended]) {
      streams.delete(stream);
      stream.sink.end();
    }
  }
}

function events(topics: readonly string[]): string {
  return topics.map((topic) => `data: ${topic}\n\n`).join('');
}

function full(): Refusal {
  return new Refusal(503, 'unavailable', 'The server takes no more listeners. Please try again.', { retryAfter: 10 });
}
