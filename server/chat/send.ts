import type { Logger } from 'pino';
import type { ChatFailure } from '#shared/domain/chat.ts';
import { type Database, isUnreachable } from '../db/connection.ts';
import { reachableLeagues } from '../db/reach.ts';
import { runGroupsIsolated } from '../lib/run-isolated.ts';
import { type PostOutcome, postToChat } from './post.ts';
import {
  beginPost,
  type ClaimedChat,
  claimChat,
  endPost,
  findNextWeek,
  listDueChats,
  recordFailed,
  recordPosted,
  release,
} from './posts-store.ts';
import type { ChatOrigins } from './services.ts';
import { readPostText } from './texts.ts';
import { waitAfter } from './waits.ts';

/** Chosen: the requests of a worker that wait for one service at once. */
const usualAtOnce = 10;
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
  /** How many requests wait for one service at once. Default: 10. */
  atOnce?: number;
};

/**
 * Posts the pending recaps and standings to group chats. Two workers never post to the same chat at once. Each service
 * has a queue of its own, so that one that hangs delays no other; once it has not answered, the rest of its queue waits
 * for the next run.
 */
export async function sendDueChats(sending: ChatSending, stop?: AbortSignal): Promise<void> {
  const { database, atOnce = usualAtOnce } = sending;
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

/**
 * Posts the next recap, or the standings. The mark of `beginPost` is committed before the request leaves: if this
 * process dies before it has stored the outcome, the post is in doubt, and no process repeats it.
 */
async function sendNext(
  sending: ChatSending,
  chat: ClaimedChat,
  stop: AbortSignal | undefined,
): Promise<'posted' | 'failed' | 'silent'> {
  const { database, origins, site, timeoutMs = usualTimeoutMs } = sending;
  const { db, withTx } = database;
  const week = await findNextWeek(db, chat.leagueId);
  const text = await readPostText(db, chat.leagueId, week, site);
  const post = text && (await withTx((tx) => beginPost(tx, chat, week)));
  if (!post) {
    await release(db, chat); // the league is gone, or its chat has changed
    return 'failed';
  }
  const outcome = await postToChat({ chat, text, origins, timeoutMs, stop }).catch(async (error: unknown) => {
    await withTx((tx) => endPost(tx, chat, post)); // nothing was sent
    throw error;
  });
  const { failure } = outcome;
  if (failure === null) {
    await withTx((tx) => recordPosted(tx, chat, post));
    return 'posted';
  }
  const waitSeconds = waitFor(chat, failure, outcome);
  await withTx((tx) => recordFailed(tx, chat, post, { failure, waitSeconds }));
  logFailure(sending, chat, outcome, waitSeconds);
  return failure === 'silent' || failure === 'unreachable' ? 'silent' : 'failed';
}

/** The wait until the next try, as long as the service asks for, or longer; null after the last. */
function waitFor({ failures }: ClaimedChat, failure: ChatFailure, { retryAfterMs }: PostOutcome): number | null {
  const wait = waitAfter(failure, failures);
  const asked = Math.min((retryAfterMs ?? 0) / 1_000, longestDelaySeconds);
  return wait === null ? null : Math.max(wait, asked);
}

function logFailure({ log }: ChatSending, chat: ClaimedChat, outcome: PostOutcome, waitSeconds: number | null): void {
  const { failure, status, code } = outcome;
  const fields = { leagueId: chat.leagueId, failures: chat.failures + 1, status, code };
  if (failure === 'silent') log.warn(fields, 'group chat may not have a message');
  else if (waitSeconds !== null) log.warn(fields, 'group chat not posted, to be tried again');
  if (waitSeconds === null) log.warn(fields, 'group chat is off');
}
