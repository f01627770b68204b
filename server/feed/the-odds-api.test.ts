import { pino } from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import { sports } from '#shared/domain/sport.ts';
import { oddsExample } from './examples/odds-api/example.ts';
import { FeedFailure } from './feed.ts';
import { createOddsApi, type OddsApi } from './the-odds-api.ts';

const apiKey = '0123456789abcdef-a-key-that-nobody-may-see';
const hour = 3_600_000;
const at = (text: string) => new Date(text);
const now = at('2026-10-05T12:00:00Z');
const later = (count: number) => new Date(now.getTime() + count * hour);

type Reply = { status?: number; headers?: Record<string, string>; body?: unknown };

let asked: URL[];
let logged: string[];
/** The provider's reply to a call, by the key of its league. */
let replyTo: (league: string) => Reply;
let odds: OddsApi;

const quota = (remaining: number) => ({
  'x-requests-remaining': String(remaining),
  'x-requests-used': String(500 - remaining),
  'x-requests-last': '3',
});

beforeEach(() => {
  asked = [];
  logged = [];
  replyTo = () => ({ body: [] });
  odds = createOddsApi({
    apiKey,
    baseUrl: 'https://odds.example',
    log: pino({ level: 'trace' }, { write: (line) => void logged.push(line) }),
    fetch: async (url) => {
      asked.push(url);
      const { status = 200, headers = {}, body } = replyTo(url.pathname.split('/')[3] ?? '');
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      return new Response(text, { status, headers: { 'content-type': 'application/json', ...headers } });
    },
  });
});

async function failureOf(pull: Promise<unknown>): Promise<FeedFailure> {
  const failure = await pull.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(failure instanceof FeedFailure)) throw new Error(`no feed failure: ${failure}`);
  return failure;
}

describe('a pull', () => {
  test('asks for the three markets of American books, in American odds', async () => {
    await odds.quotes('NFL', now);
    expect(asked.map((url) => `${url.origin}${url.pathname}`)).toEqual([
      'https://odds.example/v4/sports/americanfootball_nfl/odds',
    ]);
    expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toEqual({
      apiKey,
      regions: 'us',
      markets: 'spreads,h2h,totals',
      oddsFormat: 'american',
      dateFormat: 'iso',
    });
  });

  test('of soccer asks both competitions for the moneyline alone', async () => {
    replyTo = (league) => ({ body: league === 'soccer_epl' ? oddsExample('epl') : [] });
    const answer = await odds.quotes('Soccer', now);
    expect(asked.map((url) => [url.pathname.split('/')[3], url.searchParams.get('markets')])).toEqual([
      ['soccer_epl', 'h2h'],
      ['soccer_uefa_champs_league', 'h2h'],
    ]);
    expect(answer).toMatchObject({
      kind: 'answered',
      events: [{ sport: 'Soccer', competition: 'Premier League', quote: { moneyline: { draw: 240 }, spread: null } }],
      quarantined: [],
    });
  });

  test('brings events with their quotes, and what the account has left', async () => {
    replyTo = () => ({ headers: quota(487), body: oddsExample('nfl') });
    const answer = await odds.quotes('NFL', now);
    expect(answer).toMatchObject({
      kind: 'answered',
      quota: { remaining: 487, used: 13, last: 3 },
      events: [
        {
          sport: 'NFL',
          competition: null,
          startsAt: at('2026-11-01T18:00:00Z'),
          home: 'Harbor City Lanterns',
          away: 'Red Mesa Coyotes',
          quote: { spread: { line: -3.5 }, moneyline: { home: -175, draw: null }, total: { line: 47.5 } },
        },
        { home: 'St. Alban Millers' },
      ],
    });
  });

  test('leaves out what has begun, to the second', async () => {
    replyTo = () => ({ body: oddsExample('mlb') });
    const startsOf = async (instant: string) => {
      const answer = await odds.quotes('MLB', at(instant));
      return answer.kind === 'answered' ? answer.events.map(({ startsAt }) => startsAt.toISOString()) : null;
    };
    expect(await startsOf('2026-10-30T17:04:59Z')).toHaveLength(2);
    expect(await startsOf('2026-11-01T17:05:00Z')).toEqual(['2026-11-01T20:10:00.000Z']);
  });

  test('puts events of another league aside, and those of which no book has a market complete', async () => {
    const [mixed, other, bare] = oddsExample('nfl');
    if (!mixed || !other || !bare) throw new Error('the example has three events');
    mixed.sport_key = 'americanfootball_ncaaf';
    other.bookmakers = [{ key: 'draftkings', markets: [{ key: 'outrights', outcomes: [] }] }];
    replyTo = () => ({ body: [mixed, other, bare] });
    expect(await odds.quotes('NFL', now)).toMatchObject({
      events: [],
      quarantined: [
        { eventId: mixed.id, reason: 'of another league, americanfootball_ncaaf' },
        { eventId: other.id, reason: 'no book has a market complete' },
      ],
    });
  });

  test('of which one competition fails keeps the other, and says why', async () => {
    replyTo = (league) => (league === 'soccer_epl' ? { body: oddsExample('epl') } : { status: 503, body: 'down' });
    expect(await odds.quotes('Soccer', now)).toMatchObject({
      events: [{ home: 'Ashford' }],
      quarantined: [{ eventId: null, reason: 'soccer_uefa_champs_league: answered 503' }],
    });
  });

  test('in decimal odds fails with that reason, and is not asked for again before its next slot', async () => {
    const decimal = oddsExample('nfl');
    for (const book of decimal.flatMap(({ bookmakers }) => bookmakers)) {
      for (const side of book.markets.flatMap(({ outcomes }) => outcomes)) side.price = 1.91;
    }
    replyTo = () => ({ headers: quota(487), body: decimal });
    expect((await failureOf(odds.quotes('NFL', now))).message).toContain('decimal odds');
    expect(await odds.quotes('NFL', later(1))).toMatchObject({ kind: 'resting' });
    expect(asked).toHaveLength(1);
  });
});

describe('credits', () => {
  test('are spread over the rest of the month', async () => {
    const first = at('2026-09-01T00:00:00Z');
    replyTo = () => ({ headers: quota(497), body: [] });
    await odds.quotes('NFL', first);
    const resting = await odds.quotes('NFL', at('2026-09-01T12:00:00Z'));
    expect(resting).toMatchObject({ kind: 'resting', reason: 'credits are spread over the month' });
    const until = resting.kind === 'resting' ? resting.until : first;
    expect(until.getTime() - first.getTime()).toBeGreaterThan(23 * hour);
    expect(until.getTime() - first.getTime()).toBeLessThan(25 * hour);
    expect(await odds.quotes('NFL', until)).toMatchObject({ kind: 'answered' });
    expect(asked).toHaveLength(2);
  });

  test('in plenty are spent at most once an hour for a sport, and one sport does not wait for another', async () => {
    replyTo = () => ({ headers: quota(90_000), body: [] });
    for (const sport of sports) expect(await odds.quotes(sport, now)).toMatchObject({ kind: 'answered' });
    expect(await odds.quotes('NFL', later(0.99))).toEqual(
      expect.objectContaining({ kind: 'resting', until: later(1) }),
    );
    expect(await odds.quotes('NFL', later(1))).toMatchObject({ kind: 'answered' });
  });

  test('too few for a pull of the sport are saved until the next month, and a cheaper sport is still asked for', async () => {
    replyTo = () => ({ headers: quota(2), body: [] });
    await odds.quotes('NFL', now);
    expect(await odds.quotes('MLB', now)).toEqual({
      kind: 'resting',
      until: at('2026-11-01T00:00:00Z'),
      reason: 'too few credits left',
    });
    expect(await odds.quotes('Soccer', now)).toMatchObject({ kind: 'answered' });
    expect(await odds.quotes('MLB', at('2026-11-01T00:00:00Z'))).toMatchObject({ kind: 'answered' });
  });

  test('that others spent count: a pull of another process delays the next one like an own pull', async () => {
    const askedAt = later(-0.5);
    expect(await odds.quotes('NFL', now, { askedAt, answeredAt: null })).toMatchObject({ until: later(0.5) });
    expect(await odds.quotes('NFL', now, { askedAt: later(-9), answeredAt: later(-9) })).toMatchObject({
      kind: 'resting',
    });
    expect(asked).toEqual([]);
    expect(await odds.quotes('NFL', now, { askedAt: later(-2), answeredAt: later(-24 * 30) })).toMatchObject({
      kind: 'answered',
    });
  });

  test('run out by the provider’s error code: nothing is asked before the next month', async () => {
    const body = {
      message: `Key ${apiKey} is out`,
      error_code: 'OUT_OF_USAGE_CREDITS',
      details_url: 'https://x.example',
    };
    replyTo = () => ({ status: 401, headers: quota(0), body });
    expect((await failureOf(odds.quotes('NFL', now))).message).toBe(
      'americanfootball_nfl: answered 401 OUT_OF_USAGE_CREDITS',
    );
    for (const sport of sports) {
      expect(await odds.quotes(sport, later(11.9))).toEqual({
        kind: 'resting',
        until: at('2026-11-01T00:00:00Z'),
        reason: 'answered 401 OUT_OF_USAGE_CREDITS',
      });
    }
    expect(asked).toHaveLength(1);
    replyTo = () => ({ headers: quota(500), body: [] });
    expect(await odds.quotes('NFL', at('2026-11-01T00:00:00Z'))).toMatchObject({ kind: 'answered' });
  });
});

describe('a provider in trouble', () => {
  test.each<[string, Reply, string, Date | null]>([
    [
      'a key that is wrong',
      { status: 401, body: { error_code: 'INVALID_KEY' } },
      'answered 401 INVALID_KEY',
      later(24),
    ],
    [
      'a refusal without words',
      { status: 401, headers: { 'content-type': 'text/html' }, body: '<h1>No</h1>' },
      'answered 401',
      later(24),
    ],
    ['too many calls', { status: 429, headers: { 'retry-after': '7200' }, body: {} }, 'answered 429', later(2)],
    [
      'too many calls, and a wait of three years',
      { status: 429, headers: { 'retry-after': '99999999' }, body: {} },
      'answered 429',
      later(24),
    ],
    ['too many calls, without a wait', { status: 429, body: {} }, 'answered 429', null],
    ['a wrong question', { status: 422, body: { error_code: 'MISSING_REGION' } }, 'answered 422 MISSING_REGION', null],
    ['an error code of another shape', { status: 404, body: { error_code: `key ${apiKey}` } }, 'answered 404', null],
    ['an error', { status: 500, body: {} }, 'answered 500', null],
    ['a page', { headers: { 'content-type': 'text/html' }, body: '<h1>Down</h1>' }, 'answered no JSON', null],
    ['half an answer', { body: '[{"id":' }, 'answered broken JSON', null],
    ['something else', { body: { message: 'hello' } }, 'answered something else than a list of events', null],
  ])(
    'with %s fails with a short reason; other sports rest as well where the whole account is refused',
    async (_what, reply, reason, until) => {
      replyTo = () => reply;
      expect((await failureOf(odds.quotes('NFL', now))).message).toContain(reason);
      expect(await odds.quotes('NFL', later(0.9))).toMatchObject({ kind: 'resting' });
      replyTo = () => ({ body: [] });
      const other = await odds.quotes('MLB', later(0.9));
      expect(other).toMatchObject(until ? { kind: 'resting', until } : { kind: 'answered' });
      if (until) expect(await odds.quotes('MLB', until)).toMatchObject({ kind: 'answered' });
    },
  );

  test('that does not answer in time, or not at all, is asked again after an hour, and its reason does not contain the key', async () => {
    const unreachable = createOddsApi({
      apiKey,
      baseUrl: 'https://odds.example',
      log: pino({ level: 'trace' }, { write: (line) => void logged.push(line) }),
      fetch: (url) => Promise.reject(new TypeError(`fetch failed: ${url}`)),
    });
    const failure = await failureOf(unreachable.quotes('NFL', now));
    expect(failure.message).toBe('americanfootball_nfl: not reachable, or broken off');
    expect(failure.cause).toBeUndefined();
    expect(await unreachable.quotes('NFL', later(0.9))).toEqual(expect.objectContaining({ until: later(1) }));
    await failureOf(unreachable.quotes('NFL', later(1)));
  });

  test('that stops in the middle of its answer is given up in time', async () => {
    const stalled = createOddsApi({
      apiKey,
      baseUrl: 'https://odds.example',
      timeouts: { wholeMs: 50, silentMs: 50 },
      log: pino({ level: 'silent' }),
      fetch: async (_url, { signal }) => {
        const body = new ReadableStream({
          start: (stream) => signal?.addEventListener('abort', () => stream.error(signal.reason)),
        });
        return new Response(body, { headers: { 'content-type': 'application/json' } });
      },
    });
    expect((await failureOf(stalled.quotes('NFL', now))).message).toContain('no answer in time');
  });
});

test('the key is in no log line and no reason', async () => {
  const words: string[] = [];
  for (const status of [200, 400, 401, 403, 404, 422, 429, 500, 503]) {
    const body = { message: apiKey, error_code: apiKey, [apiKey]: apiKey };
    replyTo = () => ({ status, headers: { 'retry-after': '1' }, body: status === 200 ? [body, { id: apiKey }] : body });
    const result = await odds.quotes('NFL', at(`20${status}-06-01T00:00:00Z`)).catch((failure: FeedFailure) => ({
      message: failure.message,
      stack: failure.stack,
      cause: failure.cause,
    }));
    words.push(JSON.stringify(result));
  }
  expect(asked.length).toBeGreaterThan(5);
  expect(words.join()).not.toContain(apiKey);
  expect(logged.join()).not.toContain(apiKey);
});

describe('after a clock that was a month ahead is right again', () => {
  const monthLater = later(31 * 24);

  test('a sport is asked for, even if its last pull lies in the future', async () => {
    await odds.quotes('NFL', monthLater);
    expect(await odds.quotes('NFL', now, { askedAt: monthLater, answeredAt: monthLater })).toMatchObject({
      kind: 'answered',
    });
  });

  test('a refusal of that time is over', async () => {
    replyTo = () => ({ status: 401, body: { error_code: 'INVALID_KEY' } });
    await failureOf(odds.quotes('NFL', monthLater));
    replyTo = () => ({ body: [] });
    expect(await odds.quotes('NFL', now)).toMatchObject({ kind: 'answered' });
  });

  test('credits are those of the month, not what was left in the next', async () => {
    replyTo = () => ({ body: [], headers: quota(0) });
    await odds.quotes('NFL', monthLater);
    expect(await odds.quotes('NFL', now)).toMatchObject({ kind: 'answered' });
  });
});
