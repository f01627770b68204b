import type { Logger } from 'pino';
import type { Notice, NoticeWords } from '#shared/domain/notification.ts';
import type { PushFailure } from '#shared/domain/push-failure.ts';
import { databaseNow } from '../db/clock.ts';
import type { Database } from '../db/connection.ts';
import { hasRequest } from '../leagues/join-requests-store.ts';
import { listSeasons } from '../leagues/seasons-store.ts';
import { joinRefusal } from '../leagues/state.ts';
import { findBareLeague } from '../leagues/store.ts';
import { listMissingWeeks } from '../leagues/title.ts';
import { type AllowedServices, allowedTarget } from '../lib/allowed-target.ts';
import { NoOutgoingAnswer, type OutgoingAnswer, post } from '../lib/outgoing-request.ts';
import { presentNotices } from '../notifications/present.ts';
import { listReadable, type ReadableLeague } from '../notifications/readable-store.ts';
import { pushTimes } from '../preferences/service.ts';
import type { PushKeys } from './keys.ts';
import { encrypted, messageOf, type PushMessage } from './message.ts';
import { claimDue, type DuePush, drop, markFailed, markSent, putOff } from './queue-store.ts';
import { deleteDevice } from './store.ts';

/** Chosen: the wait after each failed try; after one more failure the push is given up, and the inbox has the notice. */
const retryDelaysSeconds = [30, 120, 600, 3_600];
/** Chosen: a push service that asks for more time has other troubles. */
const longestDelaySeconds = 6 * 3_600;
/** Chosen: the requests of a worker that wait for push services at once. */
const atOnce = 20;
/** Chosen: healthy push services answer within a second. */
const usualTimeoutMs = 10_000;
/** Chosen: a lost machine is checked for its return every few seconds. */
const unreachableDelayMs = 60_000;

export type Sending = {
  database: Database;
  keys: PushKeys;
  services: AllowedServices;
  /** How push services reach whoever runs this installation: an https or mailto address (RFC 8292 §2.1). */
  contact: string;
  log: Logger;
  /** The time limit of a request. Default: 10 s. */
  timeoutMs?: number | undefined;
};

/**
 * Sends the pushes that are due. Two workers never send the same push at once. If a push service does not answer, the
 * remaining pushes to it wait for the next run, without a try being counted.
 */
export async function sendDuePushes(sending: Sending, stop?: AbortSignal): Promise<void> {
  const silent = new Set<string>();
  for (;;) {
    stop?.throwIfAborted();
    const claimed = await claimDue(sending.database.db, atOnce, [...silent]);
    if (claimed.length === 0) return;
    const ready = await withMessages(sending, claimed);
    // A push that fails waits for the others: the next run begins once none is under way.
    const outcomes = await Promise.allSettled(
      ready.map(async ({ push, message }) => {
        const isAnswered = await sendOne(sending, push, message, stop);
        if (!isAnswered) silent.add(new URL(push.endpoint).origin);
      }),
    );
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  }
}

/** Those of the pushes that go out now, with the words of this moment. Puts the others off, or drops them. */
async function withMessages({ database }: Sending, claimed: readonly DuePush[]) {
  const { db } = database;
  const now = await databaseNow(db);
  const times = await pushTimes(
    db,
    claimed.map(({ userId, notice: { kind } }) => ({ userId, kind })),
    now,
  );
  const ready: { push: DuePush; message: PushMessage }[] = [];
  for (const [at, push] of claimed.entries()) {
    const time = times[at] ?? null;
    const isReachable = database.machines.reachable([push.notice.leagueId]).length > 0;
    if (time === null || push.isRead) await drop(db, push);
    else if (time > now) await putOff(db, push, time);
    else if (!isReachable) await putOff(db, push, new Date(now.getTime() + unreachableDelayMs));
    else {
      const words = await wordsOf(database, push, now);
      if (words) ready.push({ push, message: messageOf(push, words) });
      else await drop(db, push);
    }
  }
  return ready;
}

/** The words of the notice at `now`; null if its user may not read it any more, or it is not to be pushed any more. */
async function wordsOf(database: Database, { userId, notice }: DuePush, now: Date): Promise<NoticeWords | null> {
  const [league] = await listReadable(database, [notice.leagueId], userId);
  const current = league ? await currentNotice(database, { userId, notice, league }, now) : null;
  if (!league || !current) return null;
  const readable = { userId, leagues: new Map([[league.id, league]]), leftOut: 0 };
  const [presented] = await presentNotices(database, readable, [current], now);
  return presented?.words ?? null;
}

type InLeague = Pick<DuePush, 'userId' | 'notice'> & { league: ReadableLeague };

/**
 * The notice with what is true at `now`, since it may have waited for the end of quiet hours. Null if its words were
 * taken back, it tells of a request that waits for no answer of the user, or invites to a season that the user has joined
 * or cannot join any more; and for a reminder of a week that asks for no more stakes, or of an end that is over or was
 * taken away.
 */
async function currentNotice(
  database: Database,
  { userId, notice, league }: InLeague,
  now: Date,
): Promise<Notice | null> {
  switch (notice.kind) {
    case 'announcement':
      return league.announcement === null ? null : notice;
    case 'season': {
      const { nextId } = notice.facts;
      const next = (await listSeasons(database, [nextId], userId)).get(nextId);
      return !next || next.isMember || next.isRemoved || joinRefusal(next, now) ? null : notice;
    }
    case 'asked': {
      const mayAnswer = league.mayApprove && (await hasRequest(database.db, league.id, notice.facts.userId));
      return mayAnswer ? notice : null;
    }
    case 'closes':
      return league.endDate !== null && league.endDate > now ? notice : null;
    case 'eligibility': {
      const whole = await findBareLeague(database.db, league.id);
      const [asked] = whole ? await listMissingWeeks(database.db, whole, [userId], now) : [];
      if (asked?.week !== notice.facts.week) return null;
      const { week, missing, endsAt, spare } = asked;
      return { ...notice, facts: { week, missing, endsAt: endsAt.toISOString(), spare } };
    }
    default:
      return notice;
  }
}

/** Sends one push. Returns false if no push service answered. */
async function sendOne(
  { database: { db }, keys, services, contact, log, timeoutMs = usualTimeoutMs }: Sending,
  push: DuePush,
  message: PushMessage,
  stop: AbortSignal | undefined,
): Promise<boolean> {
  const { deviceId, attempts } = push;
  // The list may have become shorter since the device subscribed.
  const target = allowedTarget(push.endpoint, services);
  const { status, retryAfterMs, code } = target
    ? await answerOf(post({ target, ...encrypted(push, message, { keys, contact }), timeoutMs, stop }))
    : gone;
  if (status !== null && status >= 200 && status < 300) {
    await markSent(db, push);
    return true;
  }
  if (status === 404 || status === 410) {
    await deleteDevice(db, push.userId, deviceId);
    log.info({ deviceId, status }, 'push device is gone');
    return true;
  }
  const mayRecover = status === null || status === 429 || status >= 500;
  const wait = mayRecover ? retryDelaysSeconds[attempts - 1] : undefined;
  log.warn({ deviceId, attempts, status, code }, wait ? 'push not sent, to be tried again' : 'push given up');
  const asked = Math.min((retryAfterMs ?? 0) / 1_000, longestDelaySeconds);
  await markFailed(db, push, failureOf(status), wait ? Math.max(wait, asked) : null);
  return status !== null;
}

function failureOf(status: number | null): PushFailure {
  if (status === null) return 'silent';
  if (status === 429) return 'limited';
  return status >= 500 ? 'broken' : 'refused';
}

/** `status` is null if no service answered; `code` then says why. */
type Answer = { status: number | null; retryAfterMs: number | null; code: string | null };

const gone: Answer = { status: 410, retryAfterMs: null, code: null };

async function answerOf(sent: Promise<OutgoingAnswer>): Promise<Answer> {
  try {
    return { ...(await sent), code: null };
  } catch (error) {
    if (error instanceof NoOutgoingAnswer) return { status: null, retryAfterMs: null, code: error.code };
    throw error;
  }
}
