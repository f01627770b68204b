import type { Logger } from 'pino';
import { type Database, isUnreachable } from '../db/connection.ts';
import { reachableLeagues } from '../db/reach.ts';
import { runGroupsIsolated } from '../lib/run-isolated.ts';
import { postToChat } from './post.ts';
import type { ChatOrigins } from './services.ts';
import {
  type ClaimedChat,
  claimChat,
  findNextWeek,
  listDueChats,
  markFailed,
  markPosted,
  release,
  waitAfter,
} from './store.ts';
import { readFinalText, readRecapText } from './texts.ts';

/** Chosen: the requests of a worker that wait for one service at once. */
const atOnce = 10;
/** Chosen: healthy services answer within a second. */
const usualTimeoutMs = 10_000;
/** Chosen: a service that asks for more time has other troubles. */
const longestDelaySeconds = 6 * 3_600;

export type ChatSending = {
  database: Database;
  origins: ChatOrigins;
  /** The public address of this installation. */
  site: string;
  log: Logger;
  /** The time limit of a request. Default: 10 s. */
  timeoutMs?: number | undefined;
};

/**
 * Posts the pending recaps and standings to group chats. Two workers never post to the same chat at once. Each service
 * has a queue of its own, so that one that hangs delays no other; once it has not answered, the rest of its queue waits
 * for the next run.
 */
export async function sendDueChats(sending: ChatSending, stop?: AbortSignal): Promise<void> {
  const { database } = sending;
  const due = await listDueChats(database.db, await reachableLeagues(database));
  const byOrigin = new Map<string, string[]>();
  for (const { leagueId, address } of due) {
    const { origin } = new URL(address);
    byOrigin.set(origin, [...(byOrigin.get(origin) ?? []), leagueId]);
  }
  // A service that fails waits for the others: the next run begins once no post is under way.
  const outcomes = await Promise.allSettled(
    [...byOrigin.values()].map(async (leagueIds) => {
      let isSilent = false;
      await runGroupsIsolated(
        leagueIds.map((leagueId): [string] => [leagueId]),
        (leagueId) => `posting to the chat of league ${leagueId}`,
        async ([leagueId]) => {
          if (!isSilent && !(await sendPending(sending, leagueId, stop))) isSilent = true;
        },
        { isFatal: isUnreachable, concurrency: atOnce },
      );
    }),
  );
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

/** Posts all that is pending to the chat of a league, in order. Returns false if no service answered. */
async function sendPending(sending: ChatSending, leagueId: string, stop: AbortSignal | undefined): Promise<boolean> {
  const { db } = sending.database;
  for (;;) {
    stop?.throwIfAborted();
    const chat = await claimChat(db, leagueId);
    if (!chat) return true;
    const outcome = await sendNext(sending, chat, stop);
    if (outcome !== 'posted') return outcome === 'failed';
  }
}

async function sendNext(
  { database, origins, site, log, timeoutMs = usualTimeoutMs }: ChatSending,
  chat: ClaimedChat,
  stop: AbortSignal | undefined,
): Promise<'posted' | 'failed' | 'silent'> {
  const { db } = database;
  const { leagueId, failures } = chat;
  const week = await findNextWeek(db, leagueId, chat.postedWeek);
  const text = await (week === null ? readFinalText(db, leagueId, site) : readRecapText(db, leagueId, week, site));
  if (!text) {
    await release(db, chat);
    return 'failed'; // the league is gone
  }
  const { failure, status, code, retryAfterMs } = await postToChat({ chat, text, origins, timeoutMs, stop });
  if (failure === null) {
    await markPosted(db, chat, week);
    await release(db, chat); // also of a chat that the owner has changed meanwhile
    return 'posted';
  }
  const wait = waitAfter(failure, failures);
  const asked = Math.min((retryAfterMs ?? 0) / 1_000, longestDelaySeconds);
  await markFailed(db, chat, failure, wait === null ? null : Math.max(wait, asked));
  await release(db, chat);
  log.warn(
    { leagueId, failures: failures + 1, status, code },
    wait === null ? 'group chat is off' : 'group chat not posted, to be tried again',
  );
  return failure === 'silent' ? 'silent' : 'failed';
}
