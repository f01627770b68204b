import { beforeAll, expect, test } from 'vitest';
import { seed } from '#shared/testing/seed.ts';
import { randomFrom } from '../bulk.ts';
import { expectLedgerBalances } from '../ledger-asserts.ts';
import { testWorld, type World } from '../world.ts';
import { type GatedDatabase, gatedDatabase } from './gated-database.ts';
import { interleave, type Run, type Schedule } from './interleave.ts';
import { type Pair, pairs } from './pairs.ts';
import { installPresetClock } from './preset-clock.ts';
import { drawSchedule, runSchedules, shrink } from './schedules.ts';

/** Chosen: with one switch either act comes in once between two messages of the other. */
const switches = Number(process.env.SWITCHES ?? 1);
/** Chosen: a quarter of the places where either act may come in, so that the suite has its minutes. */
const schedules = Number(process.env.SCHEDULES ?? 12);
/** The number of drawn orders for each pair, of any number of switches. */
const drawn = Number(process.env.DRAWN ?? 3);
/** Chosen: more messages than any pair sends. */
const mostMessages = 60;

let world: World;
let actors: { gate: GatedDatabase; world: World }[];

beforeAll(async () => {
  world = await testWorld();
  await installPresetClock(world.database.url);
  const actor = async () => {
    const gate = gatedDatabase(world.database.url);
    const { database } = gate;
    const given = { ...database, url: world.database.url, clear: async () => {}, drop: () => database.end() };
    return { gate, world: await testWorld({}, undefined, {}, given) };
  };
  actors = [await actor(), await actor()];
  return async () => {
    for (const { world: own } of actors) await own.drop();
    await world.drop();
  };
});

/** A run on new rows, and what was to be seen afterwards: outcomes and books. */
async function meet({ name, prepare }: Pair, schedule: Schedule): Promise<Run & { seen: string }> {
  const { acts, seen } = await prepare(world);
  const both = actors.map((actor, at) => {
    actor.world.clock.now = new Date(world.clock.now.getTime() + 60_000); // its polls come after those that prepared
    return { name, gate: actor.gate, act: () => acts[at]?.(actor.world) ?? Promise.reject(new Error('no act')) };
  });
  const run = await interleave(both, schedule, world.database.pool);
  expect(run.outcomes.filter((outcome) => outcome.startsWith('500'))).toEqual([]);
  return { ...run, seen: JSON.stringify([run.outcomes, await seen(run)]) };
}

/** Words for an order that broke the law: who sent which message. */
function wordsOf({ steps, seen }: Awaited<ReturnType<typeof meet>>, allowed: ReadonlySet<string>): string {
  const lines = steps.map(({ actor, words }) => `${actor === 0 ? 'first: ' : 'second:'} ${words}`);
  return ['This order', ...lines, 'ended as', seen, 'and one after the other as', ...allowed].join('\n');
}

// Waits of several machines are not seen by `pg_blocking_pids`.
test.skipIf(process.env.CITUS_URL).each(pairs)(
  '$name: any order of their messages ends as one after the other',
  { timeout: 600_000 },
  async (pair) => {
    const random = randomFrom(seed);
    const allowed = new Set<string>();
    for (const schedule of [[], [{ at: 0, to: 1 }]]) allowed.add((await meet(pair, schedule)).seen);
    expect([...allowed]).toHaveLength(pair.ends ?? 2); // otherwise the two do not meet, and every order would pass
    const isBroken = async (schedule: Schedule) => !allowed.has((await meet(pair, schedule)).seen);
    await runSchedules(
      async (schedule) => {
        const run = await meet(pair, schedule);
        if (!allowed.has(run.seen)) expect.fail(wordsOf(run, allowed));
        return run;
      },
      { schedules, switches, random },
    );
    for (let number = 0; number < drawn; number += 1) {
      const schedule = drawSchedule(random, actors.length, mostMessages);
      if (!(await isBroken(schedule))) continue;
      expect.fail(wordsOf(await meet(pair, await shrink(schedule, isBroken)), allowed));
    }
    await expectLedgerBalances(world.database.db);
  },
);
