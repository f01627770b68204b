import { beforeAll, expect, test } from 'vitest';
import { seed } from '#shared/testing/seed.ts';
import { randomFrom } from '../bulk.ts';
import { expectFrozenWhole, expectLedgerBalances, expectOwnersPresent } from '../ledger-asserts.ts';
import { testWorld, type World } from '../world.ts';
import { type GatedDatabase, gatedDatabase } from './gated-database.ts';
import { interleave, type Run, type Schedule } from './interleave.ts';
import { type Meeting, never } from './meeting.ts';
import { installPresetClock } from './preset-clock.ts';
import { drawSchedule, runSchedules, shrink } from './schedules.ts';

/** Chosen: with one switch an act comes in once between two messages of another. */
const switches = Number(process.env.SWITCHES ?? 1);
/** Chosen: of two acts a third of the places where one may come in, so that the suite has its minutes. */
const schedules = Number(process.env.SCHEDULES ?? 15);
/** The number of drawn orders for each meeting, of any number of switches. */
const drawn = Number(process.env.DRAWN ?? 3);
/** Chosen: more messages than two acts send. */
const messagesOfTwo = 60;

/**
 * Defines a test for each of the meetings of `count` acts: any order of their messages ends as one after the other, and
 * none in a deadlock.
 */
export function testAnyOrder(meetings: readonly Meeting[], count: number): void {
  let world: World;
  let actors: { gate: GatedDatabase; world: World }[];

  beforeAll(async () => {
    world = await testWorld();
    await installPresetClock(world.database.url);
    const actor = async () => {
      const gate = gatedDatabase(world.database.url);
      const { database } = gate;
      await database.machines.start();
      const given = { ...database, url: world.database.url, clear: async () => {}, drop: () => database.end() };
      return { gate, world: await testWorld({}, undefined, {}, given) };
    };
    actors = await Promise.all(Array.from({ length: count }, actor));
    return async () => {
      for (const { world: own } of actors) await own.drop();
      await world.drop();
    };
  });

  /**
   * A run on new rows, and what was to be seen afterwards: outcomes and books. Without a switch the acts come one after
   * the other in the order of `places`.
   */
  async function meet({ name, prepare }: Meeting, schedule: Schedule, places = [...actors.keys()]) {
    const { acts, seen } = await prepare(world);
    if (acts.length !== places.length) throw new Error(`${name} has ${acts.length} acts`);
    const all = places.flatMap((place) => {
      const [actor, act] = [actors[place], acts[place]];
      if (!actor || !act) return [];
      actor.world.clock.now = new Date(world.clock.now.getTime() + 60_000); // its polls come after those that prepared
      return { name, gate: actor.gate, act: () => act(actor.world) };
    });
    const takeDeadlocks = () => actors.reduce((sum, { gate }) => sum + gate.takeDeadlocks(), 0);
    takeDeadlocks(); // those of a meeting that failed before
    const asPlaced = await interleave(all, schedule, world.database.pool);
    const deadlocks = takeDeadlocks();
    const run = asWritten(asPlaced, places);
    // A request that is wrong in itself meets nobody, and the code alone must keep the books: a constraint (23…) never refuses a row.
    expect(run.outcomes.filter((outcome) => /^(500|400 bad-input|23)/.test(outcome))).toEqual([]);
    // A transaction that ends in a deadlock is run again, a second later: its end is right, and its wait is wrong.
    const ended = JSON.stringify([run.outcomes, await seen(run)]);
    return { ...run, ended: deadlocks === 0 ? ended : `${ended}${never}they waited for each other` };
  }

  for (const meeting of meetings) {
    // Waits of several machines are not seen by `pg_blocking_pids`.
    test.skipIf(process.env.CITUS_URL)(
      `${meeting.name}: any order of their messages ends as one after the other`,
      { timeout: 600_000 },
      () => tryOrders(meeting),
    );
  }

  async function tryOrders(meeting: Meeting): Promise<void> {
    const random = randomFrom(seed);
    const allowed = new Set<string>();
    for (const places of permutations([...actors.keys()])) {
      const run = await meet(meeting, [], places);
      if (run.ended.includes(never)) expect.fail(wordsOf(run, allowed));
      allowed.add(run.ended);
    }
    expect([...allowed]).toHaveLength(meeting.ends ?? 2); // with one more they do not meet as was meant
    const isBroken = async (schedule: Schedule) => !allowed.has((await meet(meeting, schedule)).ended);
    await runSchedules(
      async (schedule) => {
        const run = await meet(meeting, schedule);
        if (!allowed.has(run.ended)) expect.fail(wordsOf(run, allowed));
        return run;
      },
      { schedules, switches, random },
    );
    for (let number = 0; number < drawn; number += 1) {
      const schedule = drawSchedule(random, count, (messagesOfTwo * count) / 2);
      if (!(await isBroken(schedule))) continue;
      expect.fail(wordsOf(await meet(meeting, await shrink(schedule, isBroken)), allowed));
    }
    await expectLedgerBalances(world.database.db);
    await expectFrozenWhole(world.database.db);
    await expectOwnersPresent(world.database.db);
  }
}

/** The same run with the actors in the order in which they are written, not in that of their places. */
function asWritten({ outcomes, steps }: Run, places: readonly number[]): Run {
  const written = (actor: number) => places[actor] ?? actor;
  return {
    outcomes: [...places.keys()].map((index) => outcomes[places.indexOf(index)] ?? ''),
    steps: steps.map((step) => ({ ...step, actor: written(step.actor), ready: step.ready.map(written) })),
  };
}

function permutations(of: readonly number[]): number[][] {
  if (of.length === 0) return [[]];
  return of.flatMap((first) => permutations(of.filter((one) => one !== first)).map((rest) => [first, ...rest]));
}

/** Words for an order that broke the law: who sent which message. */
function wordsOf({ steps, ended }: Run & { ended: string }, allowed: ReadonlySet<string>): string {
  const lines = steps.map(({ actor, words }) => `${actor + 1}: ${words}`);
  return ['This order', ...lines, 'ended as', ended, 'and one after the other as', ...allowed].join('\n');
}
