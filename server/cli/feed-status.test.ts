import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { placeBet } from '#shared/api/bets.ts';
import { everywhere } from '../db/reach.ts';
import { insertPull, type PullHealth } from '../feed/store.ts';
import type { GameRow } from '../games/store.ts';
import { type Disputed, listDisputedGames } from '../settlement/overdue.ts';
import { listStuck } from '../settlement/watch-list.ts';
import { aBet, aGame, final, live } from '../testing/games.ts';
import { testWorld, type World } from '../testing/world.ts';
import { feedReport } from './feed-status.ts';

vi.setConfig({ testTimeout: 60_000 }); // some tests start a process, which is slow on a busy machine

const hourMs = 3_600_000;
const pollSeconds = 30;
const now = new Date('2026-11-22T18:00:00Z');
let world: World;

beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.drop());

const before = (seconds: number) => new Date(now.getTime() - seconds * 1_000);
const healthy: PullHealth = {
  sport: 'NFL',
  feed: 'espn',
  lastAt: before(12),
  lastSuccessAt: before(12),
  failingSince: null,
  failure: null,
  failures: 0,
  seen: 16,
  quarantined: 1,
};
const neverPulled = { lastAt: null, lastSuccessAt: null, seen: null, quarantined: null };

/** The row of a game that should have begun long ago. */
async function aStuckGame(): Promise<GameRow> {
  const game = aGame({ id: 'espn:401', startsAt: new Date('2026-11-20T18:00:00Z') });
  await world.poll(game);
  const stuck = await listStuck(world.database.db, now, everywhere);
  return stuck[0]?.game ?? expect.fail('no stuck game');
}

/** A game with a confirmed result that the feed now corrects to fewer points. Only an admin can confirm that. */
async function aDisputedGame(): Promise<Disputed> {
  const game = aGame({ id: 'espn:403' });
  await world.confirm(final(game, 24, 21));
  await world.poll(final(game, 0, 0));
  const disputed = (await listDisputedGames(world.database.db))[0] ?? expect.fail('no disputed game');
  return { ...disputed, correction: { ...disputed.correction, until: new Date('2026-11-25T12:00:00Z') } };
}

test('the report has a line a sport, then what fails, what is odd and what is late', async () => {
  const failing = { failingSince: before(7_500), failure: 'mlb 20261122: answered 503', failures: 3 };
  const stuck = await aStuckGame();
  const soon = { ...stuck, startsAt: new Date('2026-11-22T18:10:00Z') };
  const report = feedReport(
    {
      games: [
        healthy,
        { ...healthy, sport: 'MLB', lastAt: before(30), lastSuccessAt: before(7_530), ...failing },
        { ...healthy, ...neverPulled, sport: 'NBA' },
      ],
      odds: [
        { ...healthy, ...neverPulled, sport: 'MLB' },
        { ...healthy, lastSuccessAt: before(3 * 86_400), seen: null },
      ],
      oddities: [
        { sport: 'NFL', of: 'games', eventId: '402', reason: 'date: is no instant', times: 12 },
        { sport: 'NFL', of: 'games', eventId: null, reason: 'unknown status STATUS_ALIENS', times: 1 },
      ],
      stuck: [{ game: stuck, openLegs: 3 }],
      soon: [soon, { ...soon, sport: 'MLB', id: 'espn:402' }],
      disputed: [await aDisputedGame()],
    },
    now,
    () => pollSeconds,
  );
  expect(report).toBe(
    `
sport     last pull  last success  failures  next try by              games  quarantined
NFL       12 s ago   12 s ago      0         -                        16     1
MLB       30 s ago   2 h ago       3         2026-11-22 18:01:30 UTC  16     0
NBA       never      never         0         -                        -      0
NFL odds  12 s ago   3 days ago    0         -                        -      0

Failing:
MLB  since 2026-11-22 15:55:00 UTC  mlb 20261122: answered 503

Quarantined or not known, in the last day:
NFL  402  date: is no instant           12 times
NFL  -    unknown status STATUS_ALIENS  1 time

Starting within 30 min on odds older than that:
MLB  espn:402  KC @ BUF  starts 2026-11-22 18:10:00 UTC  last heard of 2 h ago

Started more than 24 hours ago and still without a result:
NFL  espn:401  KC @ BUF  started 2026-11-20 18:00:00 UTC  still scheduled  3 open legs

Results that the feed corrects, home score first:
NFL  espn:403  KC @ BUF  24-21  the feed says 0-0  waits for an admin’s word, since it takes points from both teams  lapses 2026-11-25 12:00:00 UTC`.trimStart(),
  );
});

test('late are games without a result after a day: with open legs however old, others for two weeks', async () => {
  const player = await world.signUp();
  const league = await world.league(player);
  const [betOn, stillLive, unconfirmed, confirmed, postponed] = [aGame(), aGame(), aGame(), aGame(), aGame()];
  await world.poll(betOn, stillLive, unconfirmed);
  await player.call(placeBet, { body: aBet(league, betOn, '10') });
  await world.poll(live(stillLive), final(unconfirmed, 7, 3), { ...postponed, status: 'postponed' });
  await world.finish(final(confirmed, 7, 3));
  const lateAfter = async (hours: number) => {
    const stuck = await listStuck(world.database.db, new Date(betOn.startsAt.getTime() + hours * hourMs), everywhere);
    const ids = [betOn, stillLive, unconfirmed, confirmed, postponed].map(({ id }) => id);
    return stuck.flatMap(({ game, openLegs }) => (ids.includes(game.id) ? [[game.id, openLegs]] : [])).sort();
  };
  expect(await lateAfter(23)).toEqual([]);
  expect(await lateAfter(25)).toEqual(
    [
      [betOn.id, 1],
      [stillLive.id, 0],
      [unconfirmed.id, 0],
    ].sort(),
  );
  expect(await lateAfter(24 * 15)).toEqual([[betOn.id, 1]]);
});

/** Runs `npm run feed:status` as a process of its own. */
async function runFeedStatus(env: NodeJS.ProcessEnv): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const command = ['--import', 'tsx', join(import.meta.dirname, 'feed-status.ts')];
  const cwd = join(import.meta.dirname, '../..');
  const child = spawn(process.execPath, command, { cwd, env: { PATH: process.env.PATH, ...env } });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const code = await new Promise<number | null>((done) => child.once('close', done));
  return { code, stdout, stderr };
}

test('the command prints the report of its database', async () => {
  await insertPull(world.database.db, {
    id: randomUUID(),
    feed: 'espn',
    sport: 'CFB',
    what: 'slate',
    at: new Date(),
    tookMs: 5,
    failure: 'college-football: answered 503',
    seen: 0,
    changed: 0,
    quarantined: [],
    unknownStatuses: [],
  });
  const { code, stdout, stderr } = await runFeedStatus({ DATABASE_URL: world.database.url });
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^CFB +\d+ s ago +never +1 /m);
  expect(stdout).toMatch(/^CFB +since .* college-football: answered 503$/m);
});

test.each([
  ['that is nowhere', { DATA_DIR: '/nonexistent' }, 'there is nothing to ask'],
  ['that does not answer', { DATABASE_URL: 'postgres://127.0.0.1:1/none' }, 'cannot be reached'],
])('a database %s is said in one line', async (_name, env, words) => {
  const { code, stdout, stderr } = await runFeedStatus(env);
  expect([code, stdout, stderr.trim().split('\n')]).toEqual([1, '', [expect.stringContaining(words)]]);
});
