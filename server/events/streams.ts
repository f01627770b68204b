import type { Writable } from 'node:stream';
import type { Logger } from 'pino';
import { parseTopic, type Topic } from '#shared/api/events.ts';
import { type Database, isUnreachable } from '../db/connection.ts';
import { Refusal } from '../lib/refusal.ts';
import type { Changes } from './changes.ts';
import { listMembersAmong } from './store.ts';

const pollEveryMs = 500;
/** 20 s: some proxies close a connection that is silent for a minute, some sooner. */
const ticksPerHeartbeat = 40;
/** Chosen: 5 s, for which a stream may outlive its session. Meanwhile it sends topics of sports only. */
const ticksPerSessionCheck = 10;
/** Chosen: hundreds of topics. A client that has not read them does not read any more. */
const mostUnreadBytes = 16_384;
/** The wait of a browser before it reconnects. */
const retryMs = 3_000;
/**
 * Chosen: streams per user (many tabs and devices), per address (a large household or office) and in all that one
 * process may have open.
 */
const mostStreams = { ofUser: 20, ofAddress: 200, ofProcess: 10_000 };

type Caller = {
  userId: string | null;
  /** Null without a session: then no sign-out ends the stream. */
  sessionId: string | null;
  address: string;
};

type Stream = Caller & { sink: Writable };

/** Calls `work` again and again until the returned function is called. */
export type Repeat = (work: () => Promise<void>, everyMs: number) => () => void;

export type Streams = {
  /**
   * Starts a stream on the sink that `begin` opens, and sends changes until either side ends it. Refuses a caller with
   * too many open streams (429), or any caller while the process is full or stopping (503).
   */
  open(caller: Caller, begin: () => Writable): Promise<void>;
  /** Ends every stream and refuses new ones. */
  stop(): void;
};

type StreamDeps = {
  database: Database;
  changes: Changes;
  /** Returns which of these sessions are still signed in. */
  activeSessions: (ids: string[]) => Promise<Set<string>>;
  /** Multiplies every limit. */
  scale: number;
  tickMs?: number | undefined;
  repeat?: Repeat | undefined;
  log: Logger;
};

const byTimer: Repeat = (work, everyMs) => {
  const timer = setInterval(() => void work(), everyMs).unref();
  return () => clearInterval(timer);
};

/**
 * The open event streams of this process. One timer polls for changes for all streams, and only while there is a
 * stream. Before the topic of a league or its ticket is sent, a query checks that the user is a member. Before that topic and one of a
 * user's own, another checks that the session is active.
 */
export function createStreams(deps: StreamDeps): Streams {
  const { changes, activeSessions, scale, log, tickMs = pollEveryMs, repeat = byTimer } = deps;
  const { db, machines } = deps.database;
  const streams = new Set<Stream>();
  /** Topics of leagues and their tickets, each with its league's id. */
  const pendingOfLeagues = new Map<Topic, string>();
  /** Topics of users, each with its user's id. */
  const pendingOwn = new Map<Topic, string>();
  /** Null without a stream. */
  let stopTicking: (() => void) | null = null;
  let ticks = 0;
  let isTicking = false;
  let isStopped = false;

  changes.onChange((topics) => {
    if (topics === null) return endAll(streams); // clients reconnect and read everything again
    if (streams.size === 0) return;
    const ofSports: Topic[] = [];
    for (const topic of topics) {
      const { sport, ticket, userId, ...named } = parseTopic(topic);
      const leagueId = named.leagueId ?? ticket?.leagueId ?? null;
      if (sport !== null) ofSports.push(topic);
      if (leagueId !== null) pendingOfLeagues.set(topic, leagueId);
      if (userId !== null) pendingOwn.set(topic, userId);
    }
    if (ofSports.length > 0) for (const stream of streams) write(stream, events(ofSports));
  });

  return {
    open: async (caller, begin) => {
      await changes.refresh(tickMs); // the first poll notifies of nothing, so it must precede the stream
      if (isStopped) throw full();
      refuseTooMany(caller);
      const stream = { ...caller, sink: begin() };
      if (stream.sink.destroyed) return; // the client disconnected during the poll: 'close' has been emitted already
      streams.add(stream);
      stream.sink.on('error', () => stream.sink.destroy()); // the connection broke during a write
      stream.sink.on('close', () => leave(stream));
      write(stream, `retry: ${retryMs}\n\n`);
      stopTicking ??= repeat(tick, tickMs);
    },
    stop: () => {
      isStopped = true;
      endAll(streams);
    },
  };

  function leave(stream: Stream): void {
    streams.delete(stream);
    if (streams.size > 0) return;
    stopTicking?.();
    stopTicking = null;
    pendingOfLeagues.clear();
    pendingOwn.clear();
  }

  function refuseTooMany({ userId, address }: Caller): void {
    const all = [...streams];
    const isTooMany = (most: number, open: readonly Stream[]) => open.length >= most * scale;
    if (
      (userId !== null &&
        isTooMany(
          mostStreams.ofUser,
          all.filter((stream) => stream.userId === userId),
        )) ||
      isTooMany(
        mostStreams.ofAddress,
        all.filter((stream) => stream.address === address),
      )
    ) {
      const more = { retryAfter: 60, limit: 'streams' };
      throw new Refusal(429, 'too-many-streams', 'Too many open pages. Please close some.', more);
    }
    if (isTooMany(mostStreams.ofProcess, all)) throw full();
  }

  async function tick(): Promise<void> {
    ticks += 1;
    if (ticks % ticksPerHeartbeat === 0) for (const stream of streams) write(stream, ':\n\n');
    if (isTicking) return;
    isTicking = true;
    try {
      await changes.refresh(tickMs / 2);
      await notifyUsers();
      if (ticks % ticksPerSessionCheck === 0) await endSignedOut([...streams]);
    } catch (err) {
      if (!isUnreachable(err)) log.error({ err }, 'could not notify of changes');
    }
    isTicking = false;
  }

  /** Sends the topics of leagues, tickets and users: each only to the streams of users who may receive it. */
  async function notifyUsers(): Promise<void> {
    const [ofLeagues, own] = [[...pendingOfLeagues], [...pendingOwn]];
    pendingOfLeagues.clear();
    pendingOwn.clear();
    try {
      const topicsOfUser = new Map<string, Topic[]>();
      const add = (userId: string, topic: Topic) => {
        topicsOfUser.set(userId, [...(topicsOfUser.get(userId) ?? []), topic]);
      };
      for (const [topic, userId] of own) add(userId, topic);
      const listening = await membersListening(ofLeagues);
      for (const [topic, leagueId] of ofLeagues) for (const userId of listening.get(leagueId) ?? []) add(userId, topic);
      const receivers = [...streams].flatMap((stream) => {
        const topics = stream.userId === null ? undefined : topicsOfUser.get(stream.userId);
        return topics ? [{ stream, topics }] : [];
      });
      await endSignedOut(receivers.map(({ stream }) => stream));
      for (const { stream, topics } of receivers) if (streams.has(stream)) write(stream, events(topics));
    } catch (error) {
      for (const [topic, leagueId] of ofLeagues) pendingOfLeagues.set(topic, leagueId);
      for (const [topic, userId] of own) pendingOwn.set(topic, userId);
      throw error;
    }
  }

  /**
   * The users with a stream who are members of the leagues, by league. The topics of leagues on lost machines stay
   * pending: their streams are notified once the machine is back.
   */
  async function membersListening(ofLeagues: readonly (readonly [Topic, string])[]): Promise<Map<string, string[]>> {
    const userIds = new Set([...streams].flatMap(({ userId }) => userId ?? []));
    const leagueIds = [...new Set(ofLeagues.map(([, leagueId]) => leagueId))];
    const lost = new Set(machines.unreachable(leagueIds));
    for (const [topic, leagueId] of ofLeagues) if (lost.has(leagueId)) pendingOfLeagues.set(topic, leagueId);
    const reachable = machines.reachable(leagueIds);
    const listening = new Map<string, string[]>();
    if (reachable.length === 0 || userIds.size === 0) return listening;
    for (const { leagueId, userId } of await listMembersAmong(db, reachable, [...userIds])) {
      listening.set(leagueId, [...(listening.get(leagueId) ?? []), userId]);
    }
    return listening;
  }

  async function endSignedOut(among: readonly Stream[]): Promise<void> {
    const ids = new Set(among.flatMap(({ sessionId }) => sessionId ?? []));
    if (ids.size === 0) return;
    const active = await activeSessions([...ids]);
    endAll(among.filter(({ sessionId }) => sessionId !== null && !active.has(sessionId)));
  }

  function write(stream: Stream, text: string): void {
    if (stream.sink.writableLength <= mostUnreadBytes) stream.sink.write(text);
    else {
      stream.sink.destroy();
      leave(stream); // a response that waits behind another one closes only with the connection
    }
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
