import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { placeBet } from '#shared/api/bets.ts';
import { nflGames } from '#shared/api/games.ts';
import type { Group } from '#shared/api/groups.ts';
import { easternDay } from '#shared/domain/eastern.ts';
import type { Market, Side } from '#shared/domain/side.ts';
import type { Sport } from '#shared/domain/sport.ts';
import type { FeedGame } from '../games/feed-answer.ts';
import { findGame } from '../games/store.ts';
import { type Command, type Replay, startReplay } from '../replay/replay.ts';
import { aBet } from '../testing/games.ts';
import { fundsOf } from '../testing/ledger-asserts.ts';
import { type Player, testWorld, type World } from '../testing/world.ts';
import { pullGames } from '../worker/jobs/pull-games.ts';
import { createEspnFeed } from './espn.ts';
import { type ExampleEvent, type ExamplePayload, gameBetween } from './examples/example.ts';
import type { Feed } from './feed.ts';
import type { Fetch } from './fetch-json.ts';

/**
 * Every fault of a feed that hardening 1.E lists, through the whole of the server: a provider on the wire, the adapter,
 * the job that pulls, the database, and the calls that a player makes. More of each, closer to its cause: espn.test,
 * espn-scoreboard.test and its laws, espn-odds.test, ingest.test, pull-games.test, advance.test, eastern.test.
 */

const folder = fileURLToPath(new URL('./examples', import.meta.url));
const teams = 'PDX @ OMA';
const json = { 'content-type': 'application/json' };

let world: World;
let replay: Replay;
/** What the provider answers instead of what is so; null while it is honest. */
let fault: ((url: URL, honest: () => Promise<Response>, init: RequestInit) => Promise<Response>) | null;
let feed: Feed;
let player: Player;
let league: Group;

const provider: Fetch = (url, init) => {
  const honest = () => fetch(url, init);
  return fault ? fault(url, honest, init) : honest();
};

beforeAll(async () => {
  world = await testWorld();
});
beforeEach(async () => {
  await world.clear();
  replay = await startReplay({ folder });
  fault = null;
  feed = createEspnFeed({ baseUrl: replay.url, fetch: provider, timeouts: { wholeMs: 2_000, silentMs: 2_000 } });
  player = await world.signUp();
  league = await world.league(player);
  await poll('NFL');
});
afterEach(() => replay.close());
afterAll(() => world.drop());

/** Polls of a worker that was started just now, so that the slate is asked for each time. */
async function poll(sport: Sport = 'NFL', times = 1): Promise<void> {
  for (let number = 0; number < times; number += 1) {
    world.clock.now = new Date(world.clock.now.getTime() + 30_000);
    const { database, clock } = world;
    const log = pino({ level: 'silent' });
    await pullGames({ database, feed, clock: async () => clock.now, log, pollMs: 30_000 }, sport).run();
  }
}

/** A provider that is honest but for this change. */
function tell(change: (payload: ExamplePayload) => unknown): void {
  fault = async (_url, honest) => {
    const payload: ExamplePayload = await (await honest()).json();
    change(payload);
    return Response.json(payload);
  };
}

/** The event of the game that the tests are about, wherever it stands. */
function ours({ events }: ExamplePayload): ExampleEvent {
  const found = events.find(({ id }) => id === idOf());
  if (!found) throw new Error(`no ${teams}`);
  return found;
}
const sidesOf = (payload: ExamplePayload) => ours(payload).competitions[0].competitors;

const idOf = (): string => {
  const game = replay.games().find(({ away, home }) => `${away} @ ${home}` === teams);
  if (!game) throw new Error(`no ${teams}`);
  return game.id;
};
const lead = (change: Command) => replay.lead(idOf(), change);
const stored = () => findGame(world.database.db, `espn:${idOf()}`);

/** The game as the honest provider has it now. */
async function seen(): Promise<FeedGame> {
  return gameBetween(await createEspnFeed({ baseUrl: replay.url }).slate('NFL', new Date()), teams);
}

async function slate() {
  const { season } = await seen();
  const { status, reply } = await world.visitor().call(nflGames, { params: { week: '12', season: String(season) } });
  expect(status).toBe(200);
  return reply;
}
const shown = async () => (await slate()).find(({ id }) => id === `espn:${idOf()}`);

async function bet(market: Market = 'spread', side: Side = 'home', game?: FeedGame) {
  const { status, refusal } = await player.call(placeBet, {
    body: aBet(league, game ?? (await seen()), '10', market, side),
  });
  return refusal ? [status, refusal.code] : [status];
}

async function lastPull() {
  const { rows } = await world.database.pool.query(
    `select sport, what, failure, seen, quarantined from pulls where what = 'slate' order by at desc, id desc limit 1`,
  );
  return rows[0];
}

async function rowCounts(): Promise<unknown> {
  const { rows } = await world.database.pool.query(
    'select (select count(*) from games) as games, (select count(*) from quotes) as quotes',
  );
  return rows[0];
}

/** Polls, and expects that nobody can tell: every game is as it was. */
async function expectNoChange(): Promise<void> {
  const before = await slate();
  await poll();
  expect(await slate()).toEqual(before);
}

const faults: Record<`E${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12}`, [string, () => Promise<void>][]> = {
  E1: [
    [
      'an answer that begins and never ends is given up, and the next sport is polled all the same',
      async () => {
        const stalling = createServer((_request, reply) => reply.writeHead(200, json).write('{"events":['));
        await new Promise<void>((listening) => stalling.listen(0, '127.0.0.1', listening));
        const { port } = stalling.address() as AddressInfo;
        fault = (url, honest, init) =>
          url.pathname.endsWith('/nfl/scoreboard') ? fetch(`http://127.0.0.1:${port}`, init) : honest();
        await expectNoChange();
        expect(await lastPull()).toMatchObject({ sport: 'NFL', failure: 'nfl: no answer in time' });
        await poll('NBA');
        expect(await lastPull()).toMatchObject({ sport: 'NBA', failure: null, seen: 8 });
        stalling.closeAllConnections();
        await new Promise((closed) => stalling.close(closed));
      },
    ],
  ],

  E2: [
    ...(
      [
        ['status 500', 'answered 500', () => new Response('{}', { status: 500, headers: json })],
        [
          'status 429',
          'answered 429',
          () => new Response('{}', { status: 429, headers: { ...json, 'retry-after': '60' } }),
        ],
        ['status 503', 'answered 503', () => new Response('', { status: 503 })],
        [
          'a page',
          'answered no JSON',
          () => new Response('<h1>Down</h1>', { headers: { 'content-type': 'text/html' } }),
        ],
        ['half of its JSON', 'answered broken JSON', () => new Response('{"events":[{"id":"1"', { headers: json })],
        ['nothing', 'answered broken JSON', () => new Response('', { headers: json })],
        [
          'another charset',
          'not reachable, or broken off',
          () => new Response(new Uint8Array([0x22, 0xe9, 0x22]), { headers: json }),
        ],
        ['other JSON', 'answered something else than a scoreboard', () => Response.json({ games: [] })],
        ['an end of the line', 'not reachable, or broken off', () => Promise.reject(new TypeError('fetch failed'))],
      ] as const
    ).map(([name, reason, answer]): [string, () => Promise<void>] => [
      `${name} leaves the last slate as it is, is noted with its reason, and is over when it is over`,
      async () => {
        fault = async () => answer();
        lead({ stage: 'live', home: 7, away: 0 });
        for (let number = 0; number < 3; number += 1) await expectNoChange();
        expect(await lastPull()).toMatchObject({ failure: `nfl: ${reason}`, seen: 0 });
        fault = null;
        await poll();
        expect(await shown()).toMatchObject({ status: 'live', homeScore: 7 });
      },
    ]),
  ],

  E3: [
    [
      'games that vanish from the list stay as they are',
      async () => {
        tell((payload) => payload.events.splice(0, 6));
        await expectNoChange();
        expect(await lastPull()).toMatchObject({ failure: null, seen: 4 });
      },
    ],
    [
      'an empty list changes nothing, and bets are still taken',
      async () => {
        tell((payload) => payload.events.splice(0));
        await expectNoChange();
        expect(await bet()).toEqual([201]);
      },
    ],
  ],

  E4: (
    [
      ['is null', (payload) => Object.assign(payload.events, { 0: null })],
      ['has no id', (payload) => Object.assign(payload.events[0] ?? {}, { id: undefined })],
      ['has no date', (payload) => Object.assign(payload.events[0] ?? {}, { date: 'soon' })],
      ['has one team', (payload) => payload.events[0]?.competitions[0].competitors.pop()],
      ['has no competition', (payload) => Object.assign(payload.events[0] ?? {}, { competitions: [] })],
      ['has no status', (payload) => Object.assign(payload.events[0]?.competitions[0] ?? {}, { status: 'on' })],
    ] as [string, (payload: ExamplePayload) => unknown][]
  ).map(([name, change]): [string, () => Promise<void>] => [
    `an event that ${name} is set aside with its reason, and the other nine are taken`,
    async () => {
      await world.database.pool.query('begin; set local role none; truncate games cascade; commit');
      tell(change);
      await poll();
      expect(await slate()).toHaveLength(9);
      expect(await lastPull()).toMatchObject({ seen: 9, quarantined: [{ reason: expect.stringMatching(/.{10}/) }] });
    },
  ]),

  E5: [
    [
      'an event that comes three times is one game',
      async () => {
        const before = await rowCounts();
        tell((payload) => payload.events.push(ours(payload), ours(payload)));
        await expectNoChange();
        expect(await rowCounts()).toEqual(before);
      },
    ],
    [
      'an event that comes three times with three scores is held and put aside, however often',
      async () => {
        await bet();
        lead({ stage: 'final', home: 24, away: 20 });
        tell((payload) => {
          for (const score of ['3', '50']) {
            const twin = structuredClone(ours(payload));
            Object.assign(twin.competitions[0].competitors[0] ?? {}, { score });
            payload.events.unshift(twin);
          }
        });
        await expectNoChange();
        await poll('NFL', 2);
        expect(await lastPull()).toMatchObject({
          quarantined: [{ eventId: idOf(), reason: expect.stringContaining('more than once') }],
        });
        await world.finish();
        const funds = () => fundsOf(world.database.db, league.id, player.user.id);
        expect(await funds()).toEqual({ available: 99_000, pending: 1_000 });
        fault = null;
        await poll('NFL', 2);
        await world.finish();
        expect(await funds()).toEqual({ available: 100_909, pending: 0 });
      },
    ],
    [
      'two games of the same teams on one day are two games, each with its own score',
      async () => {
        lead({ stage: 'live', home: 7, away: 3 });
        tell((payload) => {
          const nightcap = structuredClone(ours(payload));
          nightcap.id = '777';
          Object.assign(nightcap.competitions[0].competitors[0] ?? {}, { score: '99' });
          payload.events.push(nightcap);
        });
        await poll();
        expect(await slate()).toHaveLength(11);
        expect(await shown()).toMatchObject({ homeScore: 7, awayScore: 3 });
        expect(await findGame(world.database.db, 'espn:777')).toMatchObject({ homeScore: 99, awayScore: 3 });
      },
    ],
  ],

  E6: [
    [
      'a live game never goes back to scheduled',
      async () => {
        lead({ stage: 'live', home: 7, away: 3 });
        await poll();
        lead({ stage: 'scheduled' });
        await poll('NFL', 3);
        expect(await shown()).toMatchObject({ status: 'live', homeScore: 7, bettingLocked: true });
        expect(await bet()).toEqual([409, 'locked']);
      },
    ],
    [
      'a final game never goes back, and what it settled stays settled',
      async () => {
        await bet();
        lead({ stage: 'final', home: 24, away: 20 });
        await poll('NFL', 2);
        await world.finish();
        const settled = await fundsOf(world.database.db, league.id, player.user.id);
        expect(settled).toEqual({ available: 100_909, pending: 0 });
        for (const stage of ['live', 'scheduled', 'postponed', 'canceled'] as const) {
          lead({ stage });
          await poll('NFL', 3);
          await world.finish();
          expect(await stored()).toMatchObject({ status: 'final', homeScore: 24, awayScore: 20 });
          expect(await fundsOf(world.database.db, league.id, player.user.id)).toEqual(settled);
        }
      },
    ],
    ...['', null, '-1', '1e9', '1000000000', '301', '7.5', 7, 'seven'].map((score): [string, () => Promise<void>] => [
      `a score of ${JSON.stringify(score)} is set aside, and the last one stays`,
      async () => {
        lead({ stage: 'live', home: 7, away: 3 });
        await poll();
        tell((payload) => Object.assign(sidesOf(payload)[0] ?? {}, { score }));
        await expectNoChange();
        expect(await lastPull()).toMatchObject({
          quarantined: [{ eventId: idOf(), reason: expect.stringContaining('score') }],
        });
        expect(await shown()).toMatchObject({ homeScore: 7, awayScore: 3 });
      },
    ]),
    [
      'a final without a score is not settled',
      async () => {
        await bet();
        lead({ stage: 'final', home: 24, away: 20 });
        tell((payload) => Object.assign(sidesOf(payload)[0] ?? {}, { score: '' }));
        await poll('NFL', 3);
        await world.finish();
        expect(await fundsOf(world.database.db, league.id, player.user.id)).toEqual({
          available: 99_000,
          pending: 1_000,
        });
      },
    ],
  ],

  E7: [
    [
      'teams in the other order are the same teams, with the same lines and scores',
      async () => {
        lead({ stage: 'live', home: 7, away: 3 });
        await poll();
        tell(({ events }) => {
          for (const { competitions } of events) competitions[0].competitors.reverse();
        });
        await expectNoChange();
        expect(await shown()).toMatchObject({ homeTeamAbbr: 'OMA', homeScore: 7, awayScore: 3 });
      },
    ],
  ],

  E8: [
    [
      'other teams under the id of a game close betting, and are another match once a second poll has them',
      async () => {
        await bet();
        tell((payload) => {
          for (const { team } of sidesOf(payload)) Object.assign(team, { id: `9${team.id}`, abbreviation: 'NEW' });
        });
        await poll();
        expect(await shown()).toMatchObject({ homeTeamAbbr: 'OMA', awayTeamAbbr: 'PDX', bettingLocked: true });
        expect(await bet()).toEqual([409, 'locked']);
        expect(await lastPull()).toMatchObject({
          quarantined: [{ eventId: idOf(), reason: expect.stringContaining('another match (NEW @ NEW)') }],
        });
        await poll();
        await world.finish();
        expect(await shown()).toMatchObject({ homeTeamAbbr: 'NEW', awayTeamAbbr: 'NEW', bettingLocked: false });
        expect(await fundsOf(world.database.db, league.id, player.user.id)).toEqual({ available: 100_000, pending: 0 });
        expect(await bet()).toEqual([201]);
      },
    ],
    ...[undefined, [], [null]].map((odds): [string, () => Promise<void>] => [
      `odds that are ${JSON.stringify(odds)} leave the stored quote, which is still taken`,
      async () => {
        tell((payload) => Object.assign(ours(payload).competitions[0], { odds }));
        await expectNoChange();
        expect(await bet()).toEqual([201]);
      },
    ]),
    ...(
      [
        ['closed', 'OFF', 'OFF'],
        ['zero', '0', '0'],
        ['below 100', '+50', '-99'],
        ['numbers in words', 'ten', 'eleven'],
        ['half there', '-110', undefined],
      ] as const
    ).map(([name, home, away]): [string, () => Promise<void>] => [
      `a moneyline that is ${name} takes no bets, and the other markets do`,
      async () => {
        const before = await seen();
        tellOdds({ moneyline: { home: { close: { odds: home } }, away: { close: { odds: away } } } });
        await poll();
        expect(await shown()).toMatchObject({ moneylineHome: null, moneylineAway: null, spreadHome: -3.5 });
        expect(await bet('moneyline', 'home', before)).toEqual([409, 'price-moved']);
        expect(await bet('spread', 'home', before)).toEqual([201]);
      },
    ]),
    [
      'an even price is +100',
      async () => {
        tellOdds({ moneyline: { home: { close: { odds: 'EVEN' } }, away: { close: { odds: '-120' } } } });
        await poll();
        expect(await shown()).toMatchObject({ moneylineHome: 100, moneylineAway: -120 });
      },
    ],
    [
      'spreads that do not mirror each other are no market',
      async () => {
        const before = await seen();
        const side = (line: string) => ({ close: { line, odds: '-110' } });
        tellOdds({ spread: undefined, pointSpread: { home: side('-3.5'), away: side('-3.5') } });
        await poll();
        expect(await shown()).toMatchObject({
          spreadHome: null,
          spreadAway: null,
          moneylineHome: before.quote?.moneylineHome,
        });
        expect(await bet('spread', 'home', before)).toEqual([409, 'price-moved']);
      },
    ],
  ],

  E9: [
    [
      'a start that is missing sets the event aside, and the known one stays',
      async () => {
        tell((payload) => Object.assign(ours(payload), { date: null }));
        await expectNoChange();
        expect(await lastPull()).toMatchObject({ quarantined: [{ eventId: idOf() }] });
      },
    ],
    [
      'a start that is to be announced takes no bets until it is known',
      async () => {
        tell((payload) => Object.assign(ours(payload).competitions[0], { timeValid: false }));
        await poll();
        expect([(await shown())?.timeKnown, await bet()]).toEqual([false, [409, 'locked']]);
        fault = null;
        await poll();
        expect(await bet()).toEqual([201]);
      },
    ],
    [
      'a start that moves before it came closes betting, and holds once a second poll has it',
      async () => {
        lead({ startsInSeconds: 7_200 });
        await poll();
        expect(await bet()).toEqual([201]);
        lead({ startsInSeconds: -5 });
        await poll();
        expect(await bet()).toEqual([409, 'locked']);
        lead({ startsInSeconds: 7_200 });
        await poll();
        expect(await bet()).toEqual([201]);
        lead({ startsInSeconds: -5 });
        await poll('NFL', 2);
        lead({ startsInSeconds: 7_200 });
        await poll('NFL', 3);
        expect(await bet()).toEqual([409, 'locked']);
      },
    ],
    [
      'a start in the hour that comes twice is one of two instants of the same Eastern day',
      async () => {
        for (const [date, id] of [
          ['2026-11-01T05:30Z', '501'],
          ['2026-11-01T06:30Z', '601'],
        ]) {
          tell((payload) => Object.assign(ours(payload), { id, date }));
          await poll();
          const game = await findGame(world.database.db, `espn:${id}`);
          expect(game?.startsAt).toEqual(new Date(date ?? ''));
          expect(game && easternDay(game.startsAt)).toBe('2026-11-01');
        }
      },
    ],
  ],

  E10: [
    [
      'a feed that still says "scheduled" a second after the start takes no bets',
      async () => {
        const game = await seen();
        lead({ startsInSeconds: -1 });
        await poll();
        expect(await stored()).toMatchObject({ status: 'scheduled' });
        fault = async () => new Response('', { status: 503 });
        await poll();
        expect(await bet('spread', 'home', game)).toEqual([409, 'locked']);
      },
    ],
  ],

  E11: [
    [
      'markup in a name is text and nothing more',
      async () => {
        const name = '<img src=x onerror=alert(1)>';
        tell((payload) => Object.assign(sidesOf(payload)[0]?.team ?? {}, { name }));
        await poll();
        expect(await shown()).toMatchObject({ homeTeamName: name });
      },
    ],
    ...(
      [
        ['ten thousand letters', 'x'.repeat(10_000), 'x'.repeat(80)],
        ['a NUL', 'Prairie\u0000Dogs', 'PrairieDogs'],
        ['an escape', 'Prairie\u001b[31mDogs', 'Prairie[31mDogs'],
        ['half a character', 'Prairie\ud800', 'Prairie\ufffd'],
      ] as const
    ).map(([name, words, homeTeamCity]): [string, () => Promise<void>] => [
      `a city of ${name} is cleaned and cut, and loses no game`,
      async () => {
        tell((payload) => Object.assign(sidesOf(payload)[0]?.team ?? {}, { location: words }));
        await poll();
        expect(await shown()).toMatchObject({ homeTeamCity });
        expect(await lastPull()).toMatchObject({ failure: null, quarantined: [] });
      },
    ]),
  ],

  E12: [
    [
      'a week that is a path is refused before anybody is asked',
      async () => {
        const { status } = await world.visitor().raw('GET', '/api/games/week/..%2F..%2Fsummary/2026');
        expect(status).toBe(400);
      },
    ],
    [
      'an event whose id is a path is set aside',
      async () => {
        tell((payload) => Object.assign(ours(payload), { id: '../../summary?event=1' }));
        await expectNoChange();
        expect(await lastPull()).toMatchObject({
          quarantined: [{ eventId: null, reason: expect.stringMatching(/^id: /) }],
        });
      },
    ],
    [
      'a calendar whose weeks are paths is not followed',
      async () => {
        const asked: string[] = [];
        fault = async (url, honest) => {
          asked.push(url.search);
          const payload: ExamplePayload = await (await honest()).json();
          delete payload.week;
          const entries = [{ label: 'Week', value: '1&x=../..', startDate: '2020-01-01', endDate: '2040-01-01' }];
          return Response.json({ ...payload, leagues: [{ calendar: [{ value: '2', entries }] }] });
        };
        await poll();
        expect(asked).toEqual(['?limit=300']);
      },
    ],
  ],
};

/** Changes the odds block of our game. */
function tellOdds(change: Record<string, unknown>): void {
  tell((payload) => {
    const [played] = ours(payload).competitions;
    const [block] = Array.isArray(played.odds) ? played.odds : [];
    played.odds = [{ ...block, ...change }];
  });
}

describe.each(Object.entries(faults))('%s', (_id, cases) => {
  test.each(cases)('%s', (_name, run) => run());
});
