import type { Logger } from 'pino';
import { isFromFuture } from '#shared/domain/from-future.ts';
import type { Market } from '#shared/domain/side.ts';
import { type Sport, sportRules, sports } from '#shared/domain/sport.ts';
import type { Quarantined } from '../games/feed-answer.ts';
import { FeedFailure } from './feed.ts';
import { type Fetch, fetchJson, type Timeouts, usualTimeouts } from './fetch-json.ts';
import type { QuotedEvent } from './match-odds.ts';
import { type Credits, creditsNow, hourMs, nextMonth, nextPullAt } from './odds-budget.ts';
import { quoteOf, readOddsEvents } from './odds-events.ts';

/** Credits left and used this month, and the cost of the last call; null where the answer has no such header. */
type Quota = { remaining: number | null; used: number | null; last: number | null };

export type OddsAnswer =
  | {
      kind: 'answered';
      /** Events that have not begun and that at least one book quotes. */
      events: QuotedEvent[];
      quarantined: Quarantined[];
      /** By the last answered call of this pull; null without one. */
      quota: Quota | null;
    }
  /** No call was made, and none will be before `until`. */
  | { kind: 'resting'; until: Date; reason: string };

/**
 * The Odds API: quotes of every book for the games of a league. Each call costs credits, of which an account has some a
 * month.
 */
export type OddsApi = {
  readonly name: string;
  /**
   * The quotes of a sport's events, or until when no call is made.
   *
   * before   pulls of the sport by an earlier run or another process.
   * Throws   `FeedFailure` when no league of the sport has a usable answer; the reason of `stop` once that signal
   *          aborts.
   */
  quotes(sport: Sport, now: Date, before?: Pulled, stop?: AbortSignal): Promise<OddsAnswer>;
};

/** The times of the last call about a sport and of the last answered one; null for never. */
export type Pulled = { askedAt: Date | null; answeredAt: Date | null };

type OddsLeague = { key: string; competition: string | null };

/** Source: `docs/feeds.md#the-odds-api`. */
const leagues: Record<Sport, readonly OddsLeague[]> = {
  NFL: [{ key: 'americanfootball_nfl', competition: null }],
  CFB: [{ key: 'americanfootball_ncaaf', competition: null }],
  MLB: [{ key: 'baseball_mlb', competition: null }],
  NBA: [{ key: 'basketball_nba', competition: null }],
  Hockey: [{ key: 'icehockey_nhl', competition: null }],
  Soccer: [
    { key: 'soccer_epl', competition: 'Premier League' },
    { key: 'soccer_uefa_champs_league', competition: 'Champions League' },
  ],
};

/** The provider's names of the markets that it has. */
const marketKeys: Partial<Record<Market, string>> = { moneyline: 'h2h', spread: 'spreads', total: 'totals' };

const keysOf = (sport: Sport) => sportRules[sport].markets.flatMap((market) => marketKeys[market] ?? []);

/** Credits of one call: its markets times its one region. Source: `docs/feeds.md#the-odds-api`. */
const callCost = (sport: Sport) => keysOf(sport).length;
const pullCost = (sport: Sport) => callCost(sport) * leagues[sport].length;
const roundCost = sports.reduce((sum, sport) => sum + pullCost(sport), 0);

/** Chosen: a wrong key, or a Retry-After that is too long, stops calls for a day at most. */
const longestRestMs = 24 * hourMs;

const never: Pulled = { askedAt: null, answeredAt: null };

/**
 * A client of The Odds API. Its key is part of the address, and no log line, error or reason contains it.
 *
 * Credits are spent evenly over the month, with at most one pull of a sport an hour. Calls stop until the next month
 * when the credits do not pay for a pull or the provider says so, for a day when the key is refused, and for the time
 * of a Retry-After, up to a day. The limit for games is shorter (backoff.ts): odds are pulled once an hour at most, and
 * ESPN has odds as well.
 */
export function createOddsApi({
  apiKey,
  baseUrl,
  fetch = globalThis.fetch,
  timeouts = usualTimeouts,
  log,
}: {
  apiKey: string;
  baseUrl: string;
  fetch?: Fetch;
  timeouts?: Timeouts;
  log: Pick<Logger, 'warn'>;
}): OddsApi {
  const pulled = new Map<Sport, Pulled>();
  let known: Credits | null = null;
  let rest: { from: Date; until: Date; reason: string } | null = null;

  /** Until when the sport must not be asked for, and why; null when a call is allowed. */
  function restOf(sport: Sport, now: Date, before: Pulled): { until: Date; reason: string } | null {
    if (rest && isOn(rest, now)) return { until: rest.until, reason: rest.reason };
    const credits = creditsNow(known, now);
    if (credits < pullCost(sport)) return { until: nextMonth(now), reason: 'too few credits left' };
    const dueAt = [before, pulled.get(sport) ?? never]
      .flatMap(({ askedAt, answeredAt }) => [
        askedAt && !isFromFuture(askedAt, now) ? askedAt.getTime() + hourMs : 0,
        answeredAt && !isFromFuture(answeredAt, now) ? nextPullAt(answeredAt, credits, roundCost).getTime() : 0,
      ])
      .reduce((latest, at) => Math.max(latest, at));
    return dueAt > now.getTime() ? { until: new Date(dueAt), reason: 'credits are spread over the month' } : null;
  }

  async function call(
    sport: Sport,
    league: OddsLeague,
    now: Date,
    stop?: AbortSignal,
  ): Promise<{ body: unknown; quota: Quota }> {
    const url = new URL(`/v4/sports/${league.key}/odds`, baseUrl);
    url.search = new URLSearchParams({
      apiKey,
      regions: 'us',
      markets: keysOf(sport).join(','),
      oddsFormat: 'american',
      dateFormat: 'iso',
    }).toString();
    const quota: Quota = { remaining: null, used: null, last: null };
    let status = 0;
    const asking: Fetch = async (where, init) => {
      const response = await fetch(where, init);
      status = response.status;
      // An answer costs credits, even if it is not usable.
      if (status === 200) pulled.set(sport, { askedAt: now, answeredAt: now });
      quota.remaining = credits(response.headers.get('x-requests-remaining'));
      quota.used = credits(response.headers.get('x-requests-used'));
      quota.last = credits(response.headers.get('x-requests-last'));
      if (quota.remaining !== null) known = { remaining: quota.remaining, at: now };
      // The body of a refusal has an error code, so it is parsed like an answer. The body of a 429 is not needed.
      return isRefusal(status) ? new Response(response.body, { headers: response.headers }) : response;
    };
    let body: unknown = null;
    let failure: FeedFailure | null = null;
    try {
      body = await fetchJson(asking, url, timeouts, stop);
    } catch (cause) {
      if (!(cause instanceof FeedFailure)) throw cause;
      failure = cause;
    }
    if (isRefusal(status)) failure = refused(status, errorCode(body), now);
    if (!failure) return { body, quota };
    const { message, retryAfterMs } = failure;
    if (retryAfterMs !== null) restUntil(new Date(now.getTime() + Math.min(retryAfterMs, longestRestMs)), message, now);
    // Without its cause: a network error may quote the address, which contains the key.
    throw new FeedFailure(`${league.key}: ${message}`, { retryAfterMs });
  }

  function refused(status: number, code: string | null, now: Date): FeedFailure {
    const reason = `answered ${status}${code ? ` ${code}` : ''}`;
    if (code === 'OUT_OF_USAGE_CREDITS') restUntil(nextMonth(now), reason, now);
    else if (status === 401 || status === 403) restUntil(new Date(now.getTime() + longestRestMs), reason, now);
    return new FeedFailure(reason);
  }

  function restUntil(until: Date, reason: string, now: Date): void {
    rest = { from: now, until, reason };
    log.warn({ reason, until }, 'The Odds API is not asked for a while');
  }

  return {
    name: 'the-odds-api',
    async quotes(sport, now, before = never, stop) {
      const resting = restOf(sport, now, before);
      if (resting) return { kind: 'resting', ...resting };
      pulled.set(sport, { askedAt: now, answeredAt: pulled.get(sport)?.answeredAt ?? null });
      const events: QuotedEvent[] = [];
      const quarantined: Quarantined[] = [];
      const failures: FeedFailure[] = [];
      let isAnswered = false;
      let quota: Quota | null = null;
      for (const league of leagues[sport]) {
        if (rest && isOn(rest, now)) break;
        try {
          const answer = await call(sport, league, now, stop);
          quota = answer.quota;
          const read = readQuotes(sport, league, answer.body, now);
          events.push(...read.events);
          quarantined.push(...read.quarantined);
          isAnswered = true;
        } catch (cause) {
          if (!(cause instanceof FeedFailure)) throw cause;
          failures.push(cause);
        }
      }
      const [failure] = failures;
      if (failure && !isAnswered) throw failure;
      quarantined.push(...failures.map(({ message }) => ({ eventId: null, reason: message })));
      return { kind: 'answered', events, quarantined, quota };
    },
  };
}

/** Whether a rest goes on. A rest that began in the future does not count: the clock was set back since. */
export function isOn(rest: { from: Date; until: Date }, now: Date): boolean {
  return now < rest.until && !isFromFuture(rest.from, now);
}

/**
 * Whether a status means that the request was wrong (4xx), not that the provider has trouble or limits the rate (429).
 */
function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 429;
}

/**
 * The events of a league's answer with their quotes. Events that have begun are left out, because their prices are
 * those of the moment (`docs/feeds.md#the-odds-api`). An event of another league, or without a complete market in any
 * of its books, is reported.
 */
export function readQuotes(sport: Sport, league: OddsLeague, payload: unknown, now: Date) {
  const read = readOddsEvents(payload);
  const quarantined = [...read.quarantined];
  const events: QuotedEvent[] = [];
  for (const event of read.events) {
    const { id, startsAt, home, away } = event;
    if (event.league !== league.key) quarantined.push({ eventId: id, reason: `of another league, ${event.league}` });
    else if (startsAt > now) {
      const quote = quoteOf(event, sport);
      if (quote) events.push({ id, sport, competition: league.competition, startsAt, home, away, quote });
      else if (event.books.length > 0) quarantined.push({ eventId: id, reason: 'no book has a market complete' });
    }
  }
  return { events, quarantined };
}

function credits(header: string | null): number | null {
  return header !== null && /^-?\d{1,9}$/.test(header) ? Math.max(0, Number(header)) : null;
}

/** The provider's error code; never its message, which may quote the key. */
function errorCode(body: unknown): string | null {
  const code = body instanceof Object && 'error_code' in body ? body.error_code : null;
  return typeof code === 'string' && /^[A-Z_]{1,60}$/.test(code) ? code : null;
}
