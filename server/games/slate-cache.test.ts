import { get } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { saveManualOdds } from '#shared/api/admin.ts';
import { slateCalls } from '#shared/api/games.ts';
import { type Sport, sports } from '#shared/domain/sport.ts';
import { withOdds } from '#shared/testing/examples.ts';
import { watchChanges } from '../events/changes.ts';
import { ingest } from '../feed/ingest.ts';
import { setResult } from '../settlement/set-result.ts';
import { aGame, live } from '../testing/games.ts';
import { testWorld, type World } from '../testing/world.ts';
import { answerOf, type FeedGame } from './feed-answer.ts';
import { presentSlateGame } from './present.ts';
import { currentWeek, dayGames, weekGames } from './service.ts';
import { createSlateCache } from './slate-cache.ts';

let world: World;
let other: string;

beforeAll(async () => {
  world = await testWorld();
  other = await world.startAnother();
});
afterAll(() => world.drop());
beforeEach(() => {
  world.clock.now = new Date();
});

type Raw = { status: number; headers: NodeJS.Dict<string | string[]>; body: Buffer };

/** The response as sent: unlike `fetch`, this does not decompress the body. */
function bytesOf(path: string, headers: Record<string, string> = {}, origin = world.origin): Promise<Raw> {
  return new Promise((resolve, reject) => {
    get(`${origin}${path}`, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    }).on('error', reject);
  });
}

const week = '/api/games/week/12/2026';
const days: [Sport, string, number][] = [
  ['MLB', '/api/games/mlb', 0],
  ['NBA', '/api/games/nba', 0],
  ['Hockey', '/api/games/nhl', 0],
  ['Soccer', '/api/games/soccer', 7],
];

describe('a cached list', () => {
  test('equals the list of the database, byte for byte, at the first and the second request', async () => {
    await world.poll(
      ...sports.flatMap((sport) => [aGame({ sport }), live(aGame({ sport, startsAt: world.clock.now }))]),
    );
    const [{ db }, now] = [world.database, world.clock.now];
    const json = async (found: Promise<{ value: Parameters<typeof presentSlateGame>[0][] }>) =>
      JSON.stringify((await found).value.map((quoted) => presentSlateGame(quoted, null, now)));
    const wanted = new Map([
      [week, await json(weekGames(db, 'NFL', 12, 2026, now, null))],
      ['/api/games/cfb/week/12/2026', await json(weekGames(db, 'CFB', 12, 2026, now, null))],
      ['/api/games/current-week', JSON.stringify((await currentWeek(db, 'NFL', now)).value)],
      ['/api/games/cfb/current-week', JSON.stringify((await currentWeek(db, 'CFB', now)).value)],
    ]);
    for (const [sport, path, more] of days) wanted.set(path, await json(dayGames(db, sport, now, more, null)));
    for (const [path, text] of wanted) {
      const answers = [await bytesOf(path), await bytesOf(path)];
      expect(answers.map(({ status, body }) => [status, String(body)])).toEqual([
        [200, text],
        [200, text],
      ]);
      expect(text.length).toBeGreaterThan(20);
    }
  });

  test('is sent compressed to clients that accept gzip, under a tag of its own', async () => {
    await world.addGame();
    const [plain, packed] = [await bytesOf(week), await bytesOf(week, { 'accept-encoding': 'br, gzip' })];
    expect([plain.headers['content-encoding'], packed.headers['content-encoding']]).toEqual([undefined, 'gzip']);
    expect(gunzipSync(packed.body)).toEqual(plain.body);
    expect(packed.headers['content-type']).toBe('application/json; charset=utf-8');
    for (const { headers } of [plain, packed]) {
      expect(headers).toMatchObject({ etag: expect.stringMatching(/^"[^"]+"$/), vary: 'Accept-Encoding' });
    }
    const [ofPlain, ofPacked] = [String(plain.headers.etag), String(packed.headers.etag)];
    expect(ofPlain).not.toBe(ofPacked);
    const ask = async (etag: string, more = {}) => (await bytesOf(week, { 'if-none-match': etag, ...more })).status;
    expect([await ask(ofPlain), await ask(ofPacked)]).toEqual([304, 200]);
    expect(await ask(ofPacked, { 'accept-encoding': 'gzip' })).toBe(304);
  });

  test('has the same tag at every process', async () => {
    await world.addGame();
    const tags = [await bytesOf(week), await bytesOf(week, {}, other)].map(({ headers }) => headers.etag);
    expect(tags[0]).toBe(tags[1]);
  });

  test('is loaded once for concurrent requests', async () => {
    const fresh = await world.startAnother({ slatesWithinMs: 60_000 }); // reads the changes once, at the first call
    await bytesOf('/api/games/nba', {}, fresh);
    let queries = 0;
    const count = () => {
      queries += 1;
    };
    world.database.pool.on('acquire', count);
    const answers = await Promise.all(Array.from({ length: 50 }, () => bytesOf('/api/games/mlb', {}, fresh)));
    world.database.pool.off('acquire', count);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(queries).toBe(2); // the games, and how often admins changed their odds
  });

  /**
   * How many statements `act` sent to the database; `most` is the maximum of connections that it used or waited for.
   */
  async function statementsOf<T>(act: () => Promise<T>): Promise<{ result: T; statements: number; most: number }> {
    const { pool } = world.database;
    let [statements, most] = [0, 0];
    const count = () => {
      statements += 1;
      most = Math.max(most, pool.totalCount - pool.idleCount + pool.waitingCount);
    };
    pool.on('acquire', count);
    const result = await act();
    pool.off('acquire', count);
    return { result, statements, most };
  }

  const week12 = { week: 12, season: 2026, seasonType: 'regular' } as const;
  const currentIs = (currentWeek: typeof week12, ...games: FeedGame[]) =>
    ingest(world.database, 'NFL', answerOf(games, { currentWeek }), world.clock.now);
  const manyWeeks = (count: number) => Array.from({ length: count }, (_, at) => aGame({ week: at + 1, season: 1998 }));

  test('is loaded a few weeks at a time, however many are requested at once, and refused past a queue of 100', async () => {
    await currentIs(week12, ...manyWeeks(110));
    const { db } = world.database;
    const slates = createSlateCache({
      db,
      changes: watchChanges(db),
      clock: () => world.clock.now,
      spanAt: () => null,
    });
    await slates.weekGames('NFL', 999, 1998); // loads the set of weeks with games
    const { result: asked, most } = await statementsOf(() =>
      Promise.allSettled(Array.from({ length: 110 }, (_, at) => slates.weekGames('NFL', at + 1, 1998))),
    );
    const busy = { status: 'rejected', reason: expect.objectContaining({ status: 503, code: 'busy', retryAfter: 1 }) };
    // On a busy machine some of those before may also time out in the queue.
    expect(asked.slice(104)).toEqual(Array(6).fill(busy));
    expect(asked.slice(0, 4).map(({ status }) => status)).toEqual(Array(4).fill('fulfilled'));
    expect(most).toBe(4);
    expect(JSON.parse(String((await slates.weekGames('NFL', 109, 1998)).json))).toHaveLength(1);
  });

  test('of a week without games is empty and needs no query', async () => {
    const fresh = await world.startAnother({ slatesWithinMs: 60_000 }); // reads the changes once, at the first call
    await bytesOf('/api/games/week/1/1990', {}, fresh);
    const odd = Array.from({ length: 300 }, (_, at) => `/api/games/week/${at % 150}/${1800 + (at % 100)}`);
    const { result, statements } = await statementsOf(() => Promise.all(odd.map((path) => bytesOf(path, {}, fresh))));
    expect(new Set(result.map(({ status, body }) => `${status} ${body}`))).toEqual(new Set(['200 []']));
    expect(statements).toBe(0);
  });

  test('of the current week is neither evicted nor refused, whichever other weeks strangers request at once', async () => {
    await currentIs(week12, aGame(), ...manyWeeks(140));
    const fresh = await world.startAnother({ slatesWithinMs: 60_000 });
    const before = await bytesOf(week);
    await bytesOf(week, {}, fresh);
    const strangers = Array.from({ length: 140 }, (_, at) => bytesOf(`/api/games/week/${at + 1}/1998`, {}, fresh));
    const during = Array.from({ length: 20 }, () => bytesOf(week, {}, fresh));
    await Promise.all(strangers);
    const { result: after, statements } = await statementsOf(() => bytesOf(week, {}, fresh));
    expect(statements).toBe(0);
    for (const { status, body } of [...(await Promise.all(during)), after]) {
      expect([status, body.equals(before.body)]).toEqual([200, true]);
    }
    expect(JSON.parse(String(before.body)).length).toBeGreaterThan(0);
  });
});

describe('a list cached by another process', () => {
  const shown = async (id: string) => {
    const { reply } = await world
      .visitor()
      .at(other)
      .call(slateCalls.NFL.games, { params: { week: '12', season: '2026' } });
    return reply.find((game) => game.id === id);
  };
  const within = { timeout: 5_000, interval: 20 };

  test('changes with a score and with a quote of a feed', async () => {
    const game = await world.addGame();
    await expect.poll(() => shown(game.id), within).toMatchObject({ spreadHome: -3.5, homeScore: null });
    if (game.quote) await world.poll({ ...game, quote: withOdds(game.quote, { spreadHome: -4, spreadAway: 4 }) });
    await expect.poll(() => shown(game.id), within).toMatchObject({ spreadHome: -4 });
    await world.poll(live(game, 7, 3));
    await expect.poll(() => shown(game.id), within).toMatchObject({ homeScore: 7, awayScore: 3 });
  });

  test('changes when an admin saves odds and when they are cleared', async () => {
    const admin = await world.signUp();
    await world.database.pool.query('update users set is_admin = true where id = $1', [admin.user.id]);
    const game = await world.addGame();
    await expect.poll(() => shown(game.id), within).toMatchObject({ moneylineHome: -180, quoteSource: 'feed' });
    await admin.call(saveManualOdds, {
      body: { odds: [{ gameId: game.id, moneylineHome: -150, moneylineAway: 130 }] },
    });
    await expect.poll(() => shown(game.id), within).toMatchObject({ moneylineHome: -150, quoteSource: 'manual' });
    await admin.call(saveManualOdds, { body: { odds: [{ gameId: game.id }] } });
    await expect.poll(() => shown(game.id), within).toMatchObject({ moneylineHome: -180, quoteSource: 'feed' });
  });

  test('changes when a game is voided by hand, which nobody has bet on', async () => {
    const game = await world.addGame();
    await expect.poll(() => shown(game.id), within).toMatchObject({ bettingLocked: false });
    const byHand = { gameId: game.id, outcome: { isVoid: true }, reason: 'Fog', setById: null } as const;
    await setResult(world.database, byHand, 0);
    await expect.poll(() => shown(game.id), within).toMatchObject({ bettingLocked: true });
  });

  test('shows a game as locked from its start, though no row changes then', async () => {
    const game = await world.addGame({ startsAt: new Date(world.clock.now.getTime() + 60_000) });
    await expect.poll(() => shown(game.id), within).toMatchObject({ bettingLocked: false });
    world.clock.now = game.startsAt;
    expect(await shown(game.id)).toMatchObject({ bettingLocked: true });
  });
});
