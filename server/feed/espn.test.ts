import { createServer, type RequestListener, type Server } from 'node:http';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { listen } from '../lib/listen.ts';
import { createEspnFeed } from './espn.ts';
import { type ExamplePayload, example } from './examples/example.ts';
import { FeedFailure } from './feed.ts';
import { type Timeouts, usualTimeouts } from './fetch-json.ts';

const minuteMs = 60_000;
const evening = new Date('2026-07-22T03:30:00Z'); // still the 21st in the East

/** A feed whose answers depend on the address, and the addresses that it has asked for. */
function feedOf(answer: (url: URL) => unknown) {
  const asked: string[] = [];
  const feed = createEspnFeed({
    baseUrl: 'https://espn.test',
    fetch: async (url) => {
      asked.push(`${url.pathname.replace('/apis/site/v2/sports', '')}${url.search}`);
      const payload = answer(url);
      return payload === undefined ? new Response('', { status: 503 }) : Response.json(payload);
    },
  });
  return { feed, asked };
}
const changed = (file: Parameters<typeof example>[0], change: (payload: ExamplePayload) => void) => {
  const payload = example(file);
  change(payload);
  return payload;
};

describe('a slate', () => {
  test('of the NFL is one call, without a date, while it brings the whole week', async () => {
    const { feed, asked } = feedOf(() => example('nfl'));
    const { games, currentWeek } = await feed.slate('NFL', evening);
    expect(asked).toEqual(['/football/nfl/scoreboard?limit=300']);
    expect(games).toHaveLength(10);
    expect(currentWeek).toEqual({ week: 12, season: 2026, seasonType: 'regular' });
  });

  test('of college football asks for every group', async () => {
    const { feed, asked } = feedOf(() => example('cfb'));
    await feed.slate('CFB', evening);
    expect(asked).toEqual(['/football/college-football/scoreboard?groups=80&limit=300']);
  });

  test.each([
    [
      'NFL',
      'nfl',
      'nfl',
      '',
      (payload: ExamplePayload) => Object.assign(payload.events[0] ?? {}, { week: { number: 11 } }),
    ],
    ['CFB', 'cfb', 'college-football', 'groups=80&', (payload: ExamplePayload) => delete payload.groups],
  ] as const)(
    'of %s asks for its week when the first answer is not all of it',
    async (sport, file, slug, groups, change) => {
      const first = changed(file, change);
      const { feed, asked } = feedOf((url) => (url.searchParams.has('week') ? example(file) : first));
      await feed.slate(sport, evening);
      expect(asked).toEqual([
        `/football/${slug}/scoreboard?${groups}limit=300`,
        `/football/${slug}/scoreboard?dates=2026&seasontype=2&week=12&${groups}limit=300`,
      ]);
    },
  );

  const weekly = (value: number, ...weeks: [number, string, string, string?][]) => ({
    value: String(value),
    entries: weeks.map(([number, startDate, endDate, label = 'Week']) => ({
      label,
      value: String(number),
      startDate,
      endDate,
    })),
  });
  const withoutWeek = (file: 'nfl' | 'cfb', ...calendar: unknown[]) =>
    changed(file, (payload) => {
      delete payload.week;
      delete payload.season;
      payload.leagues[0].calendar = calendar;
    });

  test('of the NFL without a week at its top is the week of its calendar', async () => {
    const regular = weekly(2, [12, '2026-07-15T07:00Z', '2026-07-29T06:59Z']);
    const { feed, asked } = feedOf(() => withoutWeek('nfl', regular));
    expect((await feed.slate('NFL', evening)).currentWeek).toEqual({ week: 12, season: 2026, seasonType: 'regular' });
    expect(asked).toHaveLength(1);
  });

  test('of the NFL in the week of the Pro Bowl is that of the Super Bowl', async () => {
    const playoffs = weekly(
      3,
      [4, '2026-07-20T08:00Z', '2026-07-27T07:59Z', 'Pro Bowl'],
      [5, '2026-07-27T08:00Z', '2026-08-03T07:59Z', 'Super Bowl'],
    );
    const first = changed('nfl', (payload) => {
      payload.week = { number: 4 };
      payload.season = { type: 3, year: 2026 };
      payload.leagues[0].calendar = [playoffs];
    });
    const { feed, asked } = feedOf((url) => (url.searchParams.has('week') ? { events: [] } : first));
    const { currentWeek } = await feed.slate('NFL', evening);
    expect(currentWeek).toEqual({ week: 5, season: 2026, seasonType: 'postseason' });
    expect(asked[1]).toBe('/football/nfl/scoreboard?dates=2026&seasontype=3&week=5&limit=300');
  });

  test.each([
    ['NFL', 'nfl', '/football/nfl/scoreboard?dates=2026&seasontype=1&week=1&limit=300', 1, 'preseason'],
    [
      'CFB',
      'cfb',
      '/football/college-football/scoreboard?dates=2026&seasontype=2&week=1&groups=80&limit=300',
      2,
      'regular',
    ],
  ] as const)(
    'of %s between the seasons is the first week of the next one',
    async (sport, file, address, part, seasonType) => {
      const over = withoutWeek(file, weekly(3, [1, '2025-12-13T08:00Z', '2026-01-21T07:59Z']));
      const coming = withoutWeek(file, weekly(part, [1, '2026-08-06T07:00Z', '2026-08-13T06:59Z']));
      for (const event of coming.events) {
        event.week = { number: 1 };
        event.season = { year: 2026, type: part };
      }
      coming.groups = ['80'];
      const { feed, asked } = feedOf((url) => (url.searchParams.has('week') ? coming : over));
      expect((await feed.slate(sport, evening)).currentWeek).toEqual({ week: 1, season: 2026, seasonType });
      expect(asked.slice(1)).toEqual([address]);
    },
  );

  test('of the NFL between the seasons, when the next one is not there yet, has no week', async () => {
    const over = withoutWeek('nfl', weekly(3, [5, '2026-02-04T08:00Z', '2026-02-12T07:59Z']));
    const { feed } = feedOf((url) => (url.searchParams.has('week') ? undefined : over));
    const { games, currentWeek, quarantined } = await feed.slate('NFL', evening);
    expect([games.length, currentWeek]).toEqual([10, null]);
    expect(quarantined).toEqual([{ eventId: null, reason: 'nfl 2027: answered 503' }]);
  });

  test('of college football in the bowls has the playoff with them', async () => {
    const bowls = weekly(
      3,
      [1, '2026-07-01T08:00Z', '2026-08-21T07:59Z'],
      [999, '2026-07-10T08:00Z', '2026-08-20T07:59Z'],
    );
    const ofWeek = (number: number, ids: string) =>
      changed('cfb', (payload) => {
        payload.events = payload.events.slice(0, 2);
        for (const [index, event] of payload.events.entries()) {
          Object.assign(event, { id: `${ids}${index}`, week: { number }, season: { year: 2026, type: 3 } });
        }
      });
    const { feed, asked } = feedOf((url) => {
      const week = url.searchParams.get('week');
      return week ? ofWeek(Number(week), week) : withoutWeek('cfb', bowls);
    });
    const { games, currentWeek } = await feed.slate('CFB', evening);
    expect(currentWeek).toEqual({ week: 1, season: 2026, seasonType: 'postseason' });
    expect(asked.slice(1).map((address) => new URLSearchParams(address.split('?')[1]).get('week'))).toEqual([
      '1',
      '999',
    ]);
    const playoff = games.filter((game) => game.seasonType === 'postseason');
    expect(playoff.map(({ id, week }) => [id, week])).toEqual(
      ['10', '11', '9990', '9991'].map((id) => [`espn:${id}`, 1]),
    );
  });

  test('of the NFL keeps its first answer when the second fails, and says so', async () => {
    const first = changed('nfl', (payload) => Object.assign(payload.events[0] ?? {}, { week: { number: 11 } }));
    const { feed } = feedOf((url) => (url.searchParams.has('week') ? undefined : first));
    const { games, quarantined } = await feed.slate('NFL', evening);
    expect(games).toHaveLength(10);
    expect(quarantined).toEqual([{ eventId: null, reason: 'nfl 2026: answered 503' }]);
  });

  test('of baseball is the Eastern day and those beside it, each game once', async () => {
    const { feed, asked } = feedOf(() => example('mlb'));
    const { games } = await feed.slate('MLB', evening);
    expect(asked).toEqual(
      ['20260720', '20260721', '20260722'].map((day) => `/baseball/mlb/scoreboard?dates=${day}&limit=300`),
    );
    expect(games).toHaveLength(12);
  });

  test('of soccer is nine days of both competitions', async () => {
    const { feed, asked } = feedOf((url) => example(url.pathname.includes('eng.1') ? 'epl' : 'ucl'));
    const { games } = await feed.slate('Soccer', evening);
    expect(asked).toEqual(
      ['eng.1', 'uefa.champions'].map((slug) => `/soccer/${slug}/scoreboard?dates=20260720-20260728&limit=300`),
    );
    expect(games).toHaveLength(13);
  });

  test('of which one part fails is the rest, with the reason', async () => {
    const { feed } = feedOf((url) => (url.searchParams.get('dates') === '20260720' ? undefined : example('nba')));
    const { games, quarantined } = await feed.slate('NBA', evening);
    expect(games).toHaveLength(8);
    expect(quarantined).toEqual([{ eventId: null, reason: 'nba 20260720: answered 503' }]);
  });

  test('of which every part fails is a feed failure', async () => {
    const { feed } = feedOf(() => undefined);
    await expect(feed.slate('NBA', evening)).rejects.toThrow(new FeedFailure('nba 20260720: answered 503'));
    await expect(feed.slate('NFL', evening)).rejects.toThrow(new FeedFailure('nfl: answered 503'));
  });
});

test.each([
  ['CFB', ['/football/college-football/scoreboard?dates=20261121&groups=80&limit=300']],
  [
    'Soccer',
    ['/soccer/eng.1/scoreboard?dates=20261121&limit=300', '/soccer/uefa.champions/scoreboard?dates=20261121&limit=300'],
  ],
] as const)('a day of %s is asked for by its date', async (sport, addresses) => {
  const { feed, asked } = feedOf(() => ({ events: [] }));
  expect(await feed.day(sport, '2026-11-21', new Date('2026-11-22T18:00:00Z'))).toEqual({
    games: [],
    quarantined: [],
    unknownStatuses: [],
    currentWeek: null,
    rawEvents: new Map(),
    complete: { from: new Date('2026-11-21T05:00:00Z'), to: new Date('2026-11-22T05:00:00Z') },
  });
  expect(asked).toEqual(addresses);
});

describe('a Retry-After', () => {
  const date = 'Sun, 22 Nov 2026 18:00:00 GMT';
  const failing = async (status: number, headers: Record<string, string>) => {
    const feed = createEspnFeed({
      baseUrl: 'https://espn.test',
      fetch: async () => new Response('', { status, headers }),
    });
    return feed.slate('NBA', evening).then(
      () => null,
      (failure: FeedFailure) => failure.retryAfterMs,
    );
  };

  test.each([
    ['in seconds', 429, { 'retry-after': '120' }, 120_000],
    ['by a date, against its own clock', 503, { 'retry-after': 'Sun, 22 Nov 2026 18:01:30 GMT', date }, 90_000],
    ['by a date, without the provider’s own', 503, { 'retry-after': 'Sun, 22 Nov 2026 18:01:30 GMT' }, null],
    ['by a date that is over', 429, { 'retry-after': 'Sun, 22 Nov 2026 17:00:00 GMT', date }, null],
    ['in an unknown form', 429, { 'retry-after': 'a while' }, null],
    ['with a status that has none', 500, { 'retry-after': '120' }, null],
    ['that is missing', 429, {}, null],
  ])('%s is read', async (_name, status, headers, expected) => {
    expect(await failing(status, headers)).toBe(expected);
  });

  test('in a part of a slate is passed on with the rest of it', async () => {
    const feed = createEspnFeed({
      baseUrl: 'https://espn.test',
      fetch: async (url) =>
        url.searchParams.get('dates') === '20260720'
          ? new Response('', { status: 429, headers: { 'retry-after': '60' } })
          : Response.json(example('nba')),
    });
    const { games, retryAfterMs } = await feed.slate('NBA', evening);
    expect([games.length, retryAfterMs]).toEqual([8, 60_000]);
  });
});

describe('an answer is a feed failure, with a reason that holds nothing of it,', () => {
  const json = { 'content-type': 'application/json;charset=UTF-8' };
  let server: Server | undefined;
  afterEach(async () => {
    server?.closeAllConnections();
    await new Promise((closed) => (server ? server.close(closed) : closed(undefined)));
    server = undefined;
  });
  const answered = async (listener: RequestListener, timeouts?: Timeouts) => {
    const listening = createServer(listener);
    server = listening;
    const port = await listen(listening);
    const feed = createEspnFeed({ baseUrl: `http://127.0.0.1:${port}`, ...(timeouts && { timeouts }) });
    return feed.slate('NFL', evening);
  };

  test.each<[string, string, RequestListener]>([
    ['when it is not 200', 'answered 429', (_, reply) => reply.writeHead(429, json).end('{"secret":1}')],
    [
      'when it is HTML',
      'answered no JSON',
      (_, reply) => reply.writeHead(200, { 'content-type': 'text/html' }).end('<p>secret'),
    ],
    ['when it has no type', 'answered no JSON', (_, reply) => reply.writeHead(200).end('{"events":[]}')],
    ['when it is cut off', 'answered broken JSON', (_, reply) => reply.writeHead(200, json).end('{"events":["secret"')],
    ['when it is empty', 'answered broken JSON', (_, reply) => reply.writeHead(200, json).end()],
    [
      'when it is something else',
      'answered something else than a scoreboard',
      (_, reply) => reply.writeHead(200, json).end('{"secret":[]}'),
    ],
    [
      'when it leads elsewhere',
      'not reachable, or broken off',
      (_, reply) => reply.writeHead(302, { location: '/secret' }).end(),
    ],
    [
      'when it is not UTF-8',
      'not reachable, or broken off',
      (_, reply) => reply.writeHead(200, json).end(Buffer.from([0x22, 0xff, 0x22])),
    ],
    [
      'when it breaks off',
      'not reachable, or broken off',
      (_, reply) =>
        reply.writeHead(200, { ...json, 'content-length': '1000' }).write('{"events":[', () => reply.destroy()),
    ],
    [
      'when it is endless',
      'answered more than 8 MB',
      (_, reply) => reply.writeHead(200, json).end(Buffer.alloc(9 * 1024 * 1024, ' ')),
    ],
  ])('%s', async (_, reason, listener) => {
    await expect(answered(listener)).rejects.toThrow(new FeedFailure(`nfl: ${reason}`));
  });

  const begins: RequestListener = (_, reply) => reply.writeHead(200, json).write('{"events":[');
  const drips: RequestListener = (_, reply) => {
    const drip = setInterval(() => reply.write(' '), 20);
    reply.writeHead(200, json).on('close', () => clearInterval(drip));
  };
  test.each<[string, RequestListener, Timeouts]>([
    ['when it never begins', () => undefined, { wholeMs: minuteMs, silentMs: 200 }],
    ['when it begins and never goes on', begins, { wholeMs: minuteMs, silentMs: 200 }],
    ['when it goes on and never ends', drips, { wholeMs: 300, silentMs: minuteMs }],
  ])('%s', async (_, listener, timeouts) => {
    await expect(answered(listener, timeouts)).rejects.toThrow(new FeedFailure('nfl: no answer in time'));
  });

  test('but not when it goes on slowly', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const text = JSON.stringify(example('nfl'));
    const parts = [text.slice(0, 100), text.slice(100, 200), text.slice(200)];
    const slowly = async (_url: URL, { signal }: RequestInit) => {
      const body: UnderlyingDefaultSource = {
        start: (stream) => signal?.addEventListener('abort', () => stream.error(signal.reason)),
        pull: (stream) => {
          vi.advanceTimersByTime(usualTimeouts.silentMs - 1);
          const part = parts.shift();
          if (part !== undefined) stream.enqueue(new TextEncoder().encode(part));
          else if (!signal?.aborted) stream.close();
        },
      };
      return new Response(new ReadableStream(body, { highWaterMark: 0 }), { headers: json });
    };
    const timeouts = { ...usualTimeouts, wholeMs: minuteMs };
    const feed = createEspnFeed({ baseUrl: 'https://espn.test', fetch: slowly, timeouts });
    expect((await feed.slate('NFL', evening)).games).not.toEqual([]);
  });

  test('when nobody is there', async () => {
    const feed = createEspnFeed({ baseUrl: 'http://127.0.0.1:1' });
    await expect(feed.slate('NFL', evening)).rejects.toThrow(new FeedFailure('nfl: not reachable, or broken off'));
  });
});
