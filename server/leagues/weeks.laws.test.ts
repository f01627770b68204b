/*
 * Proves that weekly nets add up: after any steps in any order, the nets of all weeks of a member, the running one
 * included, are the member's available and pending less all that was given; and no frozen week ever changes. fast-check
 * draws bets, results, corrections, removals, rescues, late joins, days that pass, weeks that freeze, and settlements of runs that began long
 * before. `play` takes them in the product, through its API and its services on a real Postgres.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { placeBet, placeParlay } from '#shared/api/bets.ts';
import { removeMember, rescue } from '#shared/api/groups.ts';
import { leagueHistory } from '#shared/api/race.ts';
import { leagueWeeks } from '#shared/api/weeks.ts';
import { presets } from '#shared/domain/fair-play.ts';
import { type RunningWeek, runningWeek } from '#shared/domain/week.ts';
import { settleGames } from '../settlement/settle.ts';
import { atTime } from '../testing/at-time.ts';
import { decideGame } from '../testing/decide-game.ts';
import { aLeg, aParlay } from '../testing/games.ts';
import { ageLeague, endLeague } from '../testing/leagues.ts';
import { expectLedgerBalances, fundsOf } from '../testing/ledger-asserts.ts';
import type { Ending } from '../testing/reference-model.ts';
import { testWorld, type World } from '../testing/world.ts';
import { finalizeLeagues } from './standings.ts';
import { freezeWeeks } from './weeks.ts';
import { findWeek, findWeeksOfLeague, listFrozenWeeks, listRunningRows, spanOf } from './weeks-store.ts';

const hourMs = 3_600_000;

let world: World;

beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.drop());

const who = fc.nat(2);
const which = fc.nat(2);
const ending = fc.constantFrom<Ending>({ home: 30, away: 0 }, { home: 0, away: 30 }, { home: 24, away: 23 }, 'off');
const bet = fc.record({
  does: fc.constant('bet' as const),
  who,
  games: fc.uniqueArray(which, { minLength: 1, maxLength: 3 }),
  side: fc.constantFrom('home' as const, 'away' as const),
  ching: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 600, max: 1_000 })),
});
const step = fc.oneof(
  { weight: 2, arbitrary: bet },
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant('decide' as const),
      which,
      ending,
      /** How long before the settlement its run began, and read the clock. */
      beganHoursAgo: fc.constantFrom(0, 0, 0, 2, 200),
    }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 220 }) }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('freeze' as const) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('rescue' as const), who }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('join' as const) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('remove' as const), who: fc.constantFrom(1, 2) }) },
);
const story = fc
  .tuple(
    fc.array(bet, { minLength: 3, maxLength: 6, size: 'max' }),
    fc.array(step, { minLength: 6, maxLength: 18, size: 'max' }),
  )
  .map(([bets, steps]) => [...bets, ...steps]);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

async function play(steps: readonly Step[]): Promise<void> {
  const { database } = world;
  const { db } = database;
  const owner = await world.signUp();
  const league = await world.league(owner, { fairPlay: { ...presets.classic, lateStart: 'median', rescue: '250' } });
  const players = [owner, await world.member(league), await world.member(league)];
  const games = [await world.addGame(), await world.addGame(), await world.addGame()];
  /** The time of settling and freezing: ahead of the database's clock, which accepts bets before the games begin. */
  let now = Date.now();
  const frozenBefore = new Map<number, string>();

  const requireWeeks = async () => {
    const weeks = await findWeeksOfLeague(db, league.id);
    if (!weeks) throw new Error('no league');
    return weeks;
  };

  async function netsOf(running: RunningWeek | null): Promise<Map<string, number>> {
    const nets = new Map<string, number>();
    const add = (userId: string, net: number) => nets.set(userId, (nets.get(userId) ?? 0) + net);
    for (const { number } of await listFrozenWeeks(db, league.id)) {
      const week = await findWeek(db, league.id, number);
      const text = JSON.stringify(week?.facts);
      expect(frozenBefore.get(number) ?? text).toBe(text);
      frozenBefore.set(number, text);
      for (const { userId, net } of week?.facts.rows ?? []) add(userId, net);
    }
    const rows = running ? await listRunningRows(db, league.id, spanOf(running)) : [];
    for (const { userId, net } of rows) add(userId, net);
    return nets;
  }

  async function givenTo(userId: string): Promise<number> {
    const { rows } = await database.pool.query<{ given: string }>(
      'select sum(amount_cents) as given from ledger where league_id = $1 and user_id = $2 and ticket_id is null',
      [league.id, userId],
    );
    return Number(rows[0]?.given);
  }

  async function expectSums(): Promise<void> {
    const running = runningWeek(await requireWeeks());
    const nets = await netsOf(running);
    for (const { user } of players) {
      const { available, pending } = await fundsOf(db, league.id, user.id);
      expect(nets.get(user.id) ?? 0).toBe(available + pending - (await givenTo(user.id)));
    }
    const { lines } = (await owner.call(leagueHistory, { params: { id: league.id } })).reply;
    for (const { userId, points } of lines) {
      const { available, pending } = await fundsOf(db, league.id, userId);
      expect(points.at(-1)?.balance).toBe(available + pending);
    }
    const shown = (await owner.call(leagueWeeks, { params: { id: league.id } })).reply;
    expect(shown.running?.number).toBe(running?.number);
    expect(shown.frozen.map(({ number }) => number)).toEqual([...frozenBefore.keys()].sort((a, b) => b - a));
  }

  async function take(next: Step): Promise<void> {
    const player = 'who' in next ? players[next.who] : undefined;
    if (next.does === 'bet' && player) {
      const legs = next.games.flatMap((at) => (games[at] ? [aLeg(games[at], 'spread', next.side)] : []));
      const [single] = legs;
      if (legs.length > 1) await player.call(placeParlay, { body: aParlay(league, String(next.ching), legs) });
      else if (single) {
        await player.call(placeBet, { body: { ...single, groupId: league.id, amount: String(next.ching) } });
      }
    } else if (next.does === 'decide') {
      const game = games[next.which];
      if (game) await decideGame(database, game.id, next.ending, new Date(now));
      await settleGames(database, new Date(now - next.beganHoursAgo * hourMs), 0);
    } else if (next.does === 'wait') {
      now += next.hours * hourMs;
    } else if (next.does === 'freeze') {
      const workers = [0, 1].map(() => freezeWeeks(atTime(database, new Date(now))));
      await Promise.all(workers);
      expect(await freezeWeeks(atTime(database, new Date(now)))).toBe(0);
    } else if (next.does === 'rescue' && player) {
      await player.call(rescue, { params: { id: league.id } });
    } else if (next.does === 'join') {
      players.push(await world.member(league));
    } else if (next.does === 'remove' && player) {
      await owner.call(removeMember, { params: { id: league.id, userId: player.user.id } });
    }
  }

  for (const next of steps) {
    await take(next);
    await expectSums();
  }
  // The league ends by the database's clock, so its weeks must lie before that.
  const realNow = Date.now();
  await ageLeague(database, league, Math.ceil((now - realNow) / (168 * hourMs)));
  now = realNow;
  await endLeague(db, league);
  for (const game of games) await decideGame(database, game.id, { home: 30, away: 0 }, new Date(now));
  await settleGames(database, new Date(now), 0);
  await finalizeLeagues(database);
  const ended = await requireWeeks();
  expect([ended.finalizedAt !== null, runningWeek(ended)]).toEqual([true, null]);
  await expectSums();
  await expectLedgerBalances(db);
}

test('after any steps in any order, the nets of all weeks sum to what each member gained, and none changes once frozen', {
  timeout: 240_000,
}, async () => {
  await fc.assert(fc.asyncProperty(story, play), {
    numRuns: 25,
    interruptAfterTimeLimit: 200_000, // limits shrinking too
    markInterruptAsFailure: true,
  });
});
